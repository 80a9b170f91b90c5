; What C# says. The roles are explained in docs/languages.md.

(namespace_declaration name: (_) @name body: (_) @body) @namespace
(file_scoped_namespace_declaration name: (_) @name) @namespace.rest

; definitions
(class_declaration name: (_) @name (parameter_list)? @parameters body: (_)? @body) @def.class
(struct_declaration name: (_) @name (parameter_list)? @parameters body: (_)? @body) @def.class
(record_declaration name: (_) @name (parameter_list)? @parameters body: (_)? @body) @def.class
(delegate_declaration name: (_) @name) @def.class
(interface_declaration name: (_) @name body: (_) @body) @def.interface
(enum_declaration name: (_) @name body: (_) @body) @def.enum
(method_declaration returns: (_) @returns (explicit_interface_specifier (_) @owner)? name: (_) @name parameters: (_) @parameters body: (_)? @body) @def.method
(operator_declaration type: (_) @returns operator: _ @name parameters: (_) @parameters body: (_) @body) @def.method
(local_function_statement type: (_) @returns name: (_) @name parameters: (_) @parameters body: (_) @body) @def.function
(constructor_declaration name: (_) @name parameters: (_) @parameters (constructor_initializer)? @body body: (_) @body) @def.constructor
(property_declaration type: (_) @returns (explicit_interface_specifier (_) @owner)? name: (_) @name [(accessor_list) (arrow_expression_clause)] @body) @def.property
(indexer_declaration type: (_) @returns (explicit_interface_specifier (_) @owner)? "this" @name parameters: (_) @parameters [(accessor_list) (arrow_expression_clause)] @body) @def.property
(lambda_expression parameters: [(parameter_list) @parameters (implicit_parameter) @only] body: [(block) @body (expression) @result]) @def.arrow
(anonymous_method_expression parameters: (_)? @parameters (block) @body) @def.arrow
(method_declaration (modifier) @flag) @flagged
(property_declaration (modifier) @flag) @flagged
((class_declaration (modifier) @flag) @flagged (#not-eq? @flag "static"))
((struct_declaration (modifier) @flag) @flagged (#not-eq? @flag "static"))
((record_declaration (modifier) @flag) @flagged (#not-eq? @flag "static"))
((interface_declaration (modifier) @flag) @flagged (#not-eq? @flag "static"))
(_ (type_parameter_list (type_parameter name: (_) @name))) @generic
(_ (type_parameter_list) (type_parameter_constraints_clause . (identifier) @name (type_parameter_constraint type: (_) @type))) @generic
((method_declaration parameters: (parameter_list . (parameter (modifier) @_this type: (_) @type))) @extension (#eq? @_this "this"))
(comment) @comment
(attribute_list) @annotation

; bases
(_ (base_list [(identifier) @base (generic_name) @base (qualified_name) @base (primary_constructor_base_type type: (_) @base)])) @inherits

; parameters and fields
(parameter type: (_) @type name: (_) @name) @parameter
(parameter type: (_) @type name: (_) @name "=" (_) @default) @parameter
(parameter_list type: (_) @type name: (identifier) @name) @parameter.rest
([(class_declaration (parameter_list (parameter) @parameter.field))
  (struct_declaration (parameter_list (parameter) @parameter.field))
  (record_declaration (parameter_list (parameter) @parameter.field))])
(enum_member_declaration name: (_) @name) @bind.instance

; bindings
(variable_declaration type: (implicit_type) (variable_declarator name: (_) @target . (_) @value) @bind)
((variable_declaration type: (_) @type (variable_declarator name: (_) @target . (_)? @value) @bind) (#not-eq? @type "var"))
(variable_declaration type: (_) @callee (variable_declarator (implicit_object_creation_expression (argument_list) @arguments) @expr.call.new))
(foreach_statement type: (implicit_type) left: (identifier) @target right: (_) @iterable) @bind.each
((foreach_statement type: (_) @type left: (identifier) @target right: (_) @iterable) @bind.each (#not-eq? @type "var"))
((declaration_expression type: (_) @type name: (identifier) @target) @bind.typed (#not-eq? @type "var"))
(declaration_pattern type: (_) @type name: (identifier) @target) @bind.typed
(recursive_pattern type: (_) @type name: (identifier) @target) @bind.typed
(catch_declaration type: (_) @type name: (_) @target) @bind.typed

; where names end
[(block) (for_statement) (foreach_statement) (using_statement) (catch_clause) (switch_section) (switch_expression_arm)] @block

; types
(generic_name . (identifier) @object (type_argument_list . (_) @key .) @arguments) @expr.generic
(generic_name . (identifier) @object (type_argument_list "<" . [">" ","]) @arguments) @expr.generic
((generic_name . (identifier) @object (type_argument_list (_) . (_) @key .) @arguments) @expr.generic (#not-match? @object "^(Func|Action)$"))
((generic_name . (identifier) @object (type_argument_list . (_) @key . (_)) @arguments) @expr.generic (#match? @object "^(Func|Action)$"))
(invocation_expression function: (generic_name . (identifier) @object (type_argument_list) @arguments) @expr.generic.function)
(qualified_name) @expr.path
(alias_qualified_name name: (_) @part) @expr.any
(nullable_type type: (_) @part) @expr.any
(ref_type type: (_) @part) @expr.any
(array_type type: (_) @item) @expr.list.of

; expressions
(invocation_expression function: (_) @callee arguments: (_) @arguments) @expr.call
(object_creation_expression type: (_) @callee arguments: (_)? @arguments) @expr.call.new
(constructor_initializer "base" @callee (argument_list) @arguments) @expr.call
(constructor_initializer "this" @callee (argument_list) @arguments) @expr.call.new
(argument . [(_) "this"] @value .) @argument
(argument name: (_) @label (_) @value .) @argument.named
(member_access_expression expression: [(_) "this" "base"] @object name: [(identifier) @member (generic_name . (identifier) @member (type_argument_list) @arguments)]) @expr.attribute
((member_access_expression expression: [(identifier) (member_access_expression)] name: (identifier)) @expr.path (#match? @expr.path "^[A-Z]\\w*(\\.[A-Z]\\w*)+$"))
(conditional_access_expression condition: (_) @object
  (member_binding_expression name: [(identifier) @member (generic_name . (identifier) @member (type_argument_list) @arguments)])) @expr.attribute
(element_access_expression expression: (_) @object subscript: (bracketed_argument_list . (argument (_) @key))) @expr.index
(implicit_array_creation_expression) @expr.list
(array_creation_expression type: (_) @part) @expr.any
(cast_expression type: (_) @type) @expr.instance
(as_expression right: (_) @type) @expr.instance
(parenthesized_expression (_) @part) @expr.any
(postfix_unary_expression . (_) @part .) @expr.any
(await_expression (_) @part) @expr.any
(ref_expression (_) @part) @expr.any
(conditional_expression consequence: (_) @part alternative: (_) @part) @expr.any
(binary_expression left: (_) @part operator: "??" right: (_) @part) @expr.any
(assignment_expression right: (_) @part) @expr.any
[(string_literal) (verbatim_string_literal) (interpolated_string_expression) (integer_literal) (real_literal) (boolean_literal) (character_literal)] @expr.literal
(prefix_unary_expression . "-" . [(integer_literal) (real_literal)]) @expr.literal
"this" @expr.self
"base" @expr.super

; reads of names that are part of no expression above
(binary_expression [(identifier) (member_access_expression)] @read)
(return_statement [(identifier) (member_access_expression)] @read)
(assignment_expression [(identifier) (member_access_expression)] @read)
(variable_declarator (member_access_expression) @read)
(arrow_expression_clause [(identifier) (member_access_expression)] @read)
(typeof_expression type: (_) @read)
(attribute name: (_) @read)

; namespaces
(using_directive !name [(identifier) (qualified_name)] @name) @using.namespace
(using_directive name: (_) @alias [(identifier) (qualified_name) (generic_name)] @module .) @namespace.alias
