; What Swift says. The roles are explained in docs/languages.md.

; definitions
(class_declaration ["class" "struct" "actor"] name: (type_identifier) @name body: (_) @body) @def.class
(class_declaration "enum" name: (type_identifier) @name body: (_) @body) @def.enum
(class_declaration "extension" name: (user_type) @owner body: (_) @body) @def.extension
(protocol_declaration name: (_) @name body: (_) @body) @def.interface
(function_declaration "func" . name: _ @name body: (_) @body) @def.function
(protocol_function_declaration "func" . name: _ @name) @def.function
(init_declaration "init" @name body: (_)? @body) @def.method
(deinit_declaration "deinit" @name body: (_) @body) @def.method
(subscript_declaration "subscript" @name (computed_property) @body) @def.method
(class_body (_ name: (pattern bound_identifier: (_) @name) (computed_property) @body) @def.method)
(enum_class_body (_ name: (pattern bound_identifier: (_) @name) (computed_property) @body) @def.method)
(property_declaration (type_annotation (_) @type) (computed_property)) @promising
(property_declaration (value_binding_pattern) @flag (computed_property)) @flagged
(lambda_literal type: (_ (lambda_function_type_parameters)? @parameters) (statements) @body) @def.arrow
(lambda_literal !type (statements) @body) @def.arrow
(typealias_declaration name: (type_identifier) @name name: (_) @base) @def.alias
(associatedtype_declaration name: (_) @name must_inherit: (_)? @base) @def.alias
(function_declaration (modifiers (property_modifier) @flag)) @flagged
(function_declaration "class" @flag) @flagged
(function_declaration "->" . (_) @type) @promising
(protocol_function_declaration "->" . (_) @type) @promising
(_ (inheritance_specifier inherits_from: (_) @base)) @inherits
(_ (type_parameters (type_parameter (type_identifier) @name (_)? @type))) @generic
[(comment) (multiline_comment)] @comment
(attribute) @annotation

; parameters and fields
(parameter name: (simple_identifier) @name . (parameter_modifiers)? . (type_modifiers)? . (_) @type .) @parameter
(lambda_parameter name: (simple_identifier) @name (_)? @type .) @parameter
(class_body (_ name: (pattern bound_identifier: (_) @name) (type_annotation (_) @type)) @bind.field)
(class_body (_ name: (pattern bound_identifier: (_) @name) . value: (_) @value) @bind.field)
(protocol_property_declaration name: (pattern bound_identifier: (_) @name) (type_annotation (_) @type)) @bind.field
(enum_entry name: (simple_identifier) @name) @bind.instance

; bindings
(property_declaration name: (pattern bound_identifier: (_) @target) (type_annotation (_) @type) value: (_) @value) @bind
(property_declaration name: (pattern bound_identifier: (_) @target) . value: (_) @value) @bind
(property_declaration name: (pattern bound_identifier: (_) @target) (type_annotation (_) @type)) @bind.typed
(property_declaration name: (pattern (pattern (simple_identifier) @target) @bind))
((_ (value_binding_pattern) @bind . (simple_identifier) @target . (_) @value) (#not-eq? @target "self"))
(_ (value_binding_pattern) @bind . (simple_identifier) @target . (type_annotation (_) @type) . (_) @value)
(for_statement item: (pattern bound_identifier: (_) @target) collection: (_) @iterable) @bind.each
(switch_pattern (pattern (pattern (value_binding_pattern) @bind . (simple_identifier) @target)))
(catch_block (pattern (value_binding_pattern) @bind bound_identifier: (_) @target))

; where names end
[(if_statement) (for_statement) (while_statement) (switch_entry) (catch_block) (statements)] @block

; types
(user_type . (type_identifier) @part .) @expr.any
(user_type . (type_identifier) @object . (type_identifier) @member .) @expr.attribute
(user_type . (type_identifier) @object . (type_arguments . (_) @key)) @expr.index
(optional_type wrapped: (_) @part) @expr.any
[(existential_type) (opaque_type)] @expr.any
(array_type (_) @item) @expr.list.of
(function_type) @def.type

; expressions
(call_expression . (_) @callee (call_suffix (value_arguments "(") @arguments)) @expr.call
(call_expression . (_) @callee (call_suffix . (lambda_literal)) @arguments) @expr.call
(constructor_expression constructed_type: (_) @callee (constructor_suffix (value_arguments) @arguments)) @expr.call.new
((call_expression . (navigation_expression target: (simple_identifier) @callee suffix: (navigation_suffix suffix: (_) @_init))
  (call_suffix (value_arguments) @arguments)) @expr.call.new (#eq? @_init "init") (#match? @callee "^[A-Z]") (#not-eq? @callee "Self"))
(value_argument name: (_)? @label value: (_) @value) @argument
(call_expression . (_) @object (call_suffix (value_arguments "[" (value_argument value: (_) @key)))) @expr.index
(navigation_expression target: (_) @object suffix: (navigation_suffix suffix: (_) @member)) @expr.attribute
(postfix_expression target: (_) @part) @expr.any
(try_expression expr: (_) @part) @expr.any
(await_expression expr: (_) @part) @expr.any
(nil_coalescing_expression) @expr.any
(ternary_expression if_true: (_) @part if_false: (_) @part) @expr.any
(tuple_expression value: (_) @part) @expr.any
(as_expression (as_operator) . (_) @type) @expr.instance
(array_literal) @expr.list
[(line_string_literal) (multi_line_string_literal) (integer_literal) (real_literal) (boolean_literal)] @expr.literal
(self_expression) @expr.self
(super_expression) @expr.super
(control_transfer_statement "return" result: (_) @value) @return
(function_body (statements . (_) @value @return .))
(computed_property (statements . (_) @value @return .))

; reads of names that are part of no expression above
(equality_expression [(simple_identifier) (navigation_expression)] @read)
(comparison_expression [(simple_identifier) (navigation_expression)] @read)
(assignment result: [(simple_identifier) (navigation_expression)] @read)

; imports
(import_declaration (identifier) @module) @import.only
