; What Kotlin says. The roles are explained in docs/languages.md.

(package_header (identifier) @name) @package
((file_annotation (constructor_invocation (user_type (type_identifier) @_name) (value_arguments . (value_argument (string_literal) @name) .)))
  @facade (#eq? @_name "JvmName"))

; definitions
(class_declaration "class" (type_identifier) @name (primary_constructor)? @parameters [(class_body) (enum_class_body)]? @body) @def.class
(class_declaration "interface" (type_identifier) @name (class_body)? @body) @def.interface
(object_declaration (type_identifier) @name (class_body)? @body) @def.class
(companion_object (type_identifier) @name (class_body)? @body) @def.class
(object_literal (class_body) @body) @def.class.value
(function_declaration !receiver (simple_identifier) @name (function_value_parameters) @parameters
  . [(user_type) (nullable_type)]? @returns (function_body)? @body) @def.function
(function_declaration receiver: (receiver_type [(user_type (type_identifier) @owner) (nullable_type (user_type (type_identifier) @owner))])
  (simple_identifier) @name (function_value_parameters) @parameters . [(user_type) (nullable_type)]? @returns
  (function_body)? @body) @def.member
(secondary_constructor (function_value_parameters) @parameters (statements) @body) @def.constructor
(lambda_literal (lambda_parameters)? @parameters (statements) @body) @def.arrow
(anonymous_function (function_value_parameters) @parameters (function_body) @body) @def.arrow
(type_alias (type_identifier) @name (_) @base .) @def.alias
(companion_object "companion" @flag . (class_body (function_declaration) @flagged))
(companion_object "companion" @flag (delegation_specifier) . (class_body (function_declaration) @flagged))
(class_declaration (modifiers (inheritance_modifier) @flag)) @flagged
(function_declaration (modifiers [(inheritance_modifier) (visibility_modifier)] @flag)) @flagged
(_ (type_parameters (type_parameter (type_identifier) @name (user_type)? @type))) @generic
[(line_comment) (multiline_comment)] @comment
(annotation) @annotation
(annotation [(user_type) (constructor_invocation (user_type))] @read)

; bases
(class_declaration (delegation_specifier [(user_type) @base (constructor_invocation (user_type) @base) (explicit_delegation . (user_type) @base)])) @inherits
(companion_object (type_identifier) (delegation_specifier [(user_type) @base (constructor_invocation (user_type) @base)])) @inherits
(object_declaration (delegation_specifier [(user_type) @base (constructor_invocation (user_type) @base)])) @inherits
(object_literal (delegation_specifier [(user_type) @base (constructor_invocation (user_type) @base)])) @inherits

; parameters and fields
(class_parameter (simple_identifier) @name . (_) @type) @parameter
(class_parameter (binding_pattern_kind) (simple_identifier) @name) @parameter.field
(parameter (simple_identifier) @name . (_) @type) @parameter
(lambda_parameters (variable_declaration (simple_identifier) @name (_)? @type) @parameter)
(class_body (property_declaration (variable_declaration (simple_identifier) @name (_) @type)) @bind.field)
(class_body (property_declaration (variable_declaration (simple_identifier) @name .) . (_) @value) @bind.field)
(class_body (property_declaration (variable_declaration (simple_identifier) @name .) (property_delegate (_) @value)) @bind.field)
(companion_object (class_body (property_declaration (variable_declaration (simple_identifier) @name .) . (_) @value) @bind.field))
(enum_entry (simple_identifier) @name) @bind.instance

; bindings
(property_declaration (variable_declaration (simple_identifier) @target (_) @type) (_)? @value) @bind
(property_declaration (variable_declaration (simple_identifier) @target .) . (_) @value) @bind
(property_declaration (multi_variable_declaration (variable_declaration . (simple_identifier) @target)) (_) @value) @bind
(for_statement (variable_declaration (simple_identifier) @target (_)? @type) . (_) @iterable) @bind.each
(catch_block (simple_identifier) @target . (_) @type) @bind.typed

; where names end
[(control_structure_body) (for_statement) (when_entry) (catch_block) (statements)] @block

; types
(user_type (type_identifier) @part .) @expr.any
(user_type (type_identifier) @object . (type_arguments (type_projection (_) @key)) .) @expr.index
(nullable_type (_) @part) @expr.any
(parenthesized_type (_) @part) @expr.any

; expressions
(call_expression . (_) @callee (call_suffix (value_arguments) @arguments)) @expr.call
(call_expression . (_) @callee (call_suffix . (annotated_lambda)) @arguments) @expr.call
(call_expression . (_) @callee (call_suffix . (type_arguments) . (annotated_lambda)) @arguments) @expr.call
(annotated_lambda (lambda_literal) @part) @expr.any
(value_argument (simple_identifier)? @label . "=" . (_) @value) @argument
(value_argument . (_) @value .) @argument
(navigation_expression . (_) @object (navigation_suffix (simple_identifier) @member)) @expr.attribute
(callable_reference . (type_identifier) @object (simple_identifier) @member .) @expr.attribute @read
(indexing_expression . (_) @object (indexing_suffix (_) @key)) @expr.index
(parenthesized_expression (_) @part) @expr.any
(elvis_expression (_) @part) @expr.any
(if_expression consequence: (control_structure_body (_) @part .) alternative: (control_structure_body (_) @part .)) @expr.any
(as_expression (_) @type .) @expr.instance
(postfix_expression . (_) @part) @expr.any
(jump_expression "throw" (call_expression) @read)
[(string_literal) (integer_literal) (boolean_literal) (character_literal) (real_literal)] @expr.literal
(this_expression) @expr.self
(super_expression) @expr.super

(function_body . "=" . (_) @value .) @return
(jump_expression "return" (_) @value) @return

; reads of names that are part of no expression above
(comparison_expression [(simple_identifier) (navigation_expression)] @read)
(equality_expression [(simple_identifier) (navigation_expression)] @read)
(additive_expression [(simple_identifier) (navigation_expression)] @read)
(callable_reference . (simple_identifier) @read .)

; imports
(import_header (identifier (simple_identifier)) @module (wildcard_import)) @import.all
(import_header (identifier) @module . (import_alias (type_identifier) @alias)) @import
(import_header (identifier) @module .) @import
