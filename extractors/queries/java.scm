; What Java says. The roles are explained in docs/languages.md.

(package_declaration (_) @name) @package

; definitions
(class_declaration name: (_) @name body: (_) @body) @def.class
(interface_declaration name: (_) @name body: (_) @body) @def.interface
(annotation_type_declaration name: (_) @name body: (_) @body) @def.interface
(enum_declaration name: (_) @name body: (_) @body) @def.enum
(record_declaration name: (_) @name body: (_) @body) @def.class
(method_declaration type: (_) @returns name: (_) @name parameters: (_) @parameters body: (_)? @body) @def.method
(annotation_type_element_declaration type: (_) @returns name: (_) @name) @def.method
(constructor_declaration name: (_) @name parameters: (_) @parameters body: (_) @body) @def.constructor
(compact_constructor_declaration name: (_) @name body: (_) @body) @def.constructor
(object_creation_expression type: (_) @base (class_body) @body @def.class.value)
(lambda_expression parameters: [(formal_parameters) (inferred_parameters)] @parameters body: (block) @body) @def.arrow
(lambda_expression parameters: [(formal_parameters) (inferred_parameters)] @parameters body: (expression) @result) @def.arrow
(lambda_expression parameters: (identifier) @only body: (block) @body) @def.arrow
(lambda_expression parameters: (identifier) @only body: (expression) @result) @def.arrow
(_ type_parameters: (type_parameters (type_parameter (type_identifier) @name (type_bound . (_) @type)?))) @generic
(method_declaration (modifiers ["static" "abstract" "private"] @flag)) @flagged
(class_declaration (modifiers "abstract" @flag)) @flagged
[(line_comment) (block_comment)] @comment
[(annotation) (marker_annotation)] @annotation

; bases
(class_declaration superclass: (superclass (_) @base)) @inherits
(_ interfaces: (super_interfaces (type_list (_) @base))) @implements
(interface_declaration (extends_interfaces (type_list (_) @base))) @inherits

; parameters and fields
(formal_parameter type: (_) @type name: (_) @name) @parameter
(spread_parameter (_) @item (variable_declarator name: (_) @name)) @type @parameter.rest @expr.list.of
(field_declaration type: (_) @type declarator: (variable_declarator name: (_) @name value: (_)? @value) @bind.field)
(constant_declaration type: (_) @type declarator: (variable_declarator name: (_) @name value: (_)? @value) @bind.field)
(enum_constant name: (_) @name) @bind.instance

; bindings
((local_variable_declaration type: (_) @type declarator: (variable_declarator name: (_) @target value: (_)? @value) @bind) (#not-eq? @type "var"))
((local_variable_declaration type: (_) @_type declarator: (variable_declarator name: (_) @target value: (_) @value) @bind) (#eq? @_type "var"))
((enhanced_for_statement type: (_) @type name: (_) @target value: (_) @iterable) @bind.each (#not-eq? @type "var"))
((enhanced_for_statement type: (_) @_type name: (_) @target value: (_) @iterable) @bind.each (#eq? @_type "var"))
((resource type: (_) @type name: (_) @target value: (_) @value) @bind (#not-eq? @type "var"))
((resource type: (_) @_type name: (_) @target value: (_) @value) @bind (#eq? @_type "var"))
(catch_formal_parameter (catch_type . (_) @type .) name: (_) @target) @bind.typed
(catch_formal_parameter (catch_type (_) . (_)) name: (_) @target) @bind
(instanceof_expression right: (_) @type name: (_) @target) @bind.typed

; where names end
[(block) (for_statement) (enhanced_for_statement) (try_with_resources_statement) (catch_clause) (switch_block_statement_group)
  (constructor_body)] @block

; types
(generic_type . (_) @object (type_arguments (_) @key .)) @expr.index
((generic_type . (_) @part (type_arguments) @_arguments) @expr.any (#eq? @_arguments "<>"))
(scoped_type_identifier . (_) @object . (_) @member .) @expr.attribute
(array_type element: (_) @item) @expr.list.of
(wildcard (_) @part) @expr.any
(annotated_type (_) @part .) @expr.any

; expressions
(method_invocation !object name: (_) @callee arguments: (_) @arguments) @expr.call
(method_invocation object: (_) @object . name: (_) @member arguments: (_) @arguments) @expr.call
(method_invocation object: (_) @object . (type_arguments) . name: (_) @member arguments: (_) @arguments) @expr.call
(method_invocation (super) @object . name: (_) @member arguments: (_) @arguments) @expr.call
(explicit_constructor_invocation constructor: (super) @callee arguments: (_) @arguments) @expr.call
(object_creation_expression type: (_) @callee arguments: (_) @arguments) @expr.call.new
(field_access object: (_) @object field: (_) @member) @expr.attribute
(method_reference . (_) @object (identifier) @member .) @expr.attribute @read
(array_access array: (_) @object index: (_) @key) @expr.index
(array_creation_expression type: (_) @item) @expr.list.of
(cast_expression type: (_) @type) @expr.instance
(parenthesized_expression (_) @part) @expr.any
(ternary_expression consequence: (_) @part alternative: (_) @part) @expr.any
(assignment_expression right: (_) @part) @expr.any
[(string_literal) (decimal_integer_literal) (decimal_floating_point_literal) (hex_integer_literal) (true) (false) (character_literal) (class_literal)] @expr.literal
(unary_expression . "-" . [(decimal_integer_literal) (decimal_floating_point_literal)]) @expr.literal
(this) @expr.self
(super) @expr.super

; reads of names that are part of no expression above
(binary_expression [(identifier) (field_access)] @read)
(return_statement [(identifier) (field_access)] @read)
(annotation name: (_) @read)
(marker_annotation name: (_) @read)
(class_literal (_) @read)

; imports
(import_declaration (scoped_identifier scope: (_) @module name: (_) @name) .) @import
(import_declaration (scoped_identifier) @module (asterisk)) @import.all
