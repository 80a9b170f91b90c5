; What PHP says. The roles are explained in docs/languages.md.

(namespace_definition name: (_) @name) @package

; definitions
(class_declaration name: (_) @name body: (_) @body) @def.class
(interface_declaration name: (_) @name body: (_) @body) @def.interface
(trait_declaration name: (_) @name body: (_) @body) @def.class
(enum_declaration name: (_) @name body: (_) @body) @def.enum
(function_definition name: (_) @name parameters: (_) @parameters return_type: (_)? @returns body: (_) @body) @def.function
(method_declaration name: (_) @name parameters: (_) @parameters return_type: (_)? @returns body: (_)? @body) @def.method
(anonymous_function parameters: (_) @parameters body: (_) @body) @def.arrow
(arrow_function parameters: (_) @parameters body: (_) @result) @def.arrow
(anonymous_class (base_clause (_) @base)? body: (_) @body) @def.class.value
(method_declaration [(static_modifier) (abstract_modifier) (visibility_modifier)] @flag) @flagged
(class_declaration (abstract_modifier) @flag) @flagged
(comment) @comment
(attribute_list) @annotation
(attribute . (_) @read)

; bases
(class_declaration (base_clause (_) @base)) @inherits
(interface_declaration (base_clause (_) @base)) @inherits
(_ (class_interface_clause (_) @base)) @implements
(class_declaration body: (declaration_list (use_declaration (_) @base))) @inherits
(trait_declaration body: (declaration_list (use_declaration (_) @base))) @inherits

; parameters and fields
(simple_parameter type: (_)? @type name: (_) @name default_value: (_)? @default) @parameter
(variadic_parameter name: (_) @name) @parameter.rest
(property_promotion_parameter type: (_)? @type name: (_) @name) @parameter
(property_promotion_parameter type: (_) @type name: (variable_name (name) @name)) @bind.field
(property_declaration type: (_) @type (property_element name: (variable_name (name) @name)) @bind.field)
(property_declaration !type (property_element name: (variable_name (name) @name) default_value: (_)? @value) @bind.field)
(const_declaration (const_element . (name) @target . (_) @value)) @bind
(enum_case name: (_) @name) @bind.instance

; bindings
(assignment_expression left: (_) @target right: (_) @value) @bind
(reference_assignment_expression left: (_) @target right: (_) @value) @bind
(augmented_assignment_expression left: (_) @target right: (_) @value) @bind
(foreach_statement . (_) @iterable . (variable_name) @target) @bind.each
(foreach_statement . (_) @iterable . (pair (_) . (variable_name) @target)) @bind.each
(catch_clause type: (type_list . (_) @type .) name: (_) @target) @bind.typed

; branches
[(if_statement) (switch_statement) (while_statement) (for_statement) (foreach_statement) (try_statement)] @branching
(if_statement body: (_) @branch)
[(else_clause) (else_if_clause) (case_statement) (default_statement) (catch_clause)] @branch
(while_statement body: (_) @branch)
(for_statement body: (_) @branch)
(foreach_statement body: (_) @branch)
(try_statement body: (_) @branch)

; types
(named_type (_) @part) @expr.any
(optional_type (_) @part) @expr.any
(union_type (_) @part) @expr.any

; expressions
(function_call_expression function: (_) @callee arguments: (_) @arguments) @expr.call
(member_call_expression object: (_) @object name: (name) @member arguments: (_) @arguments) @expr.call
(nullsafe_member_call_expression object: (_) @object name: (name) @member arguments: (_) @arguments) @expr.call
(scoped_call_expression scope: (_) @object name: (name) @member arguments: (_) @arguments) @expr.call
(object_creation_expression . [(name) (qualified_name) (relative_name)] @callee (arguments)? @arguments) @expr.call.new
(member_access_expression object: (_) @object name: (name) @member) @expr.attribute
(nullsafe_member_access_expression object: (_) @object name: (name) @member) @expr.attribute
(scoped_property_access_expression scope: (_) @object name: (variable_name (name) @member)) @expr.attribute
(class_constant_access_expression . (_) @object . (name) @member .) @expr.attribute
(subscript_expression . (_) @object . (_) @key .) @expr.index
(argument . (_) @value .) @argument
(argument name: (_) @label (_) @value .) @argument
(array_creation_expression (array_element_initializer . (_) @item .)) @expr.list.of
(parenthesized_expression (_) @part) @expr.any
(conditional_expression body: (_)? @part alternative: (_) @part) @expr.any
(binary_expression left: (_) @part operator: "??" right: (_) @part) @expr.any
(match_expression body: (match_block (match_conditional_expression return_expression: (_) @part))) @expr.any
(clone_expression (_) @part) @expr.any
[(string) (encapsed_string) (integer) (float) (boolean) (null)] @expr.literal
((variable_name) @expr.self (#eq? @expr.self "$this"))
((relative_scope) @expr.class (#any-of? @expr.class "self" "static"))
((name) @expr.class (#any-of? @expr.class "self" "static"))
((relative_scope) @expr.super (#eq? @expr.super "parent"))
((qualified_name prefix: (namespace_name) @module (name) @name) @expr.import (#match? @expr.import "^[\\\\]"))

((qualified_name prefix: (namespace_name . (name) @object .) (name) @member) @expr.attribute (#not-match? @expr.attribute "^[\\\\]"))

(return_statement (_) @value) @return
(yield_expression (_) @value .) @yield

; reads of names that are part of no expression above
(binary_expression [(class_constant_access_expression) (name)] @read)
(argument [(class_constant_access_expression) (name) (qualified_name)] @read)

; imports
(namespace_use_declaration !body (namespace_use_clause (qualified_name prefix: (namespace_name) @module (name) @name) alias: (_)? @alias)) @import
(namespace_use_declaration . (namespace_name) @module body: (namespace_use_group (namespace_use_clause . (name) @name alias: (_)? @alias))) @import
(require_once_expression (string (string_content) @module)) @import.all
(require_expression (string (string_content) @module)) @import.all
(include_expression (string (string_content) @module)) @import.all
(include_once_expression (string (string_content) @module)) @import.all
