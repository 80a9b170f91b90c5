; What Scala says. The roles are explained in docs/languages.md.

(package_clause name: (_) @name) @package
(package_object name: (_) @name) @package

; definitions
(class_definition name: (_) @name class_parameters: (_)* @parameters body: (_)? @body) @def.class
(trait_definition name: (_) @name class_parameters: (_)* @parameters body: (_)? @body) @def.interface
(object_definition name: (_) @name body: (_)? @body) @def.class
(package_object name: (_) @name) @def.class.value
(enum_definition name: (_) @name class_parameters: (_)* @parameters body: (_)? @body) @def.enum
(full_enum_case name: (_) @name class_parameters: (_)* @parameters) @def.class
(simple_enum_case name: (_) @name) @bind.instance
(instance_expression (template_body) @body) @def.class.value
(function_definition name: (_) @name parameters: (_)* @parameters return_type: (_)? @returns body: (_) @body) @def.function
(function_declaration name: (_) @name parameters: (_)* @parameters return_type: (_)? @returns) @def.function
(function_definition "def" @flag !parameters) @flagged
(function_declaration "def" @flag !parameters) @flagged
(lambda_expression parameters: (bindings) @parameters (_) @result .) @def.arrow
(lambda_expression parameters: (identifier) @only (_) @result .) @def.arrow
(type_definition name: (_) @name type: (_) @base) @def.alias
(_ (extends_clause [(type_identifier) (generic_type) (stable_type_identifier) (compound_type)] @base)) @inherits
(instance_expression . (_) @base (template_body)) @inherits
(extension_definition parameters: (parameters . (parameter type: [(type_identifier) @owner (generic_type . (_) @owner)]) .) @parameters body: (_)+ @body) @def.extension
(class_definition (modifiers "abstract" @flag)) @flagged
(object_definition "object" @flag) @flagged
(_ type_parameters: (type_parameters name: (_) @name)) @generic
[(comment) (block_comment)] @comment
(annotation) @annotation

; parameters and fields
(class_parameter name: (_) @name type: (_)? @type default_value: (_)? @default) @parameter
(class_parameter name: (_) @name) @parameter.field
(parameter name: (_) @name type: (_)? @type default_value: (_)? @default) @parameter
(binding name: (_) @name type: (_)? @type) @parameter
(template_body (val_definition pattern: (identifier) @name type: (_)? @type value: (_) @value) @bind.field)
(template_body (var_definition pattern: (identifier) @name type: (_)? @type value: (_) @value) @bind.field)
(template_body (val_declaration name: (identifier) @name type: (_) @type) @bind.field)
(template_body (var_declaration name: (identifier) @name type: (_) @type) @bind.field)

; bindings and patterns
(val_definition pattern: (identifier) @target type: (_)? @type value: (_) @value) @bind
(var_definition pattern: (identifier) @target type: (_)? @type value: (_) @value) @bind
(enumerator . (identifier) @target "<-" . (_) @iterable) @bind.each
(enumerator . (identifier) @target "=" . (_) @value) @bind
(typed_pattern pattern: (identifier) @target type: (_) @type) @bind.typed
(case_clause "case" @bind pattern: (identifier) @target)
(case_class_pattern pattern: (identifier) @target) @bind
(tuple_pattern (identifier) @target) @bind
(capture_pattern name: (identifier) @target) @bind

; where names end
[(block) (case_clause) (for_expression)] @block

; types
(generic_type type: (_) @object type_arguments: (type_arguments . (_) @key)) @expr.index
[(compound_type) (annotated_type)] @expr.any
(stable_type_identifier . (_) @object . (_) @member .) @expr.attribute
(stable_identifier . (_) @object . (_) @member .) @expr.attribute
(lazy_parameter_type type: (_) @part) @expr.any

; expressions
((call_expression function: (_) @callee arguments: (_) @arguments) @expr.call (#not-match? @callee "^(this|super)$"))
(instance_expression . (_) @callee . (arguments) @arguments .) @expr.call.new
(instance_expression . (_) @callee .) @expr.call.new
(infix_expression left: (_) @object operator: (identifier) @member right: (_) @only) @expr.call
(arguments (assignment_expression left: (identifier) @label right: (_) @value) @argument)
(field_expression value: (_) @object field: (_) @member) @expr.attribute
(generic_function function: (_) @part) @expr.any
(parenthesized_expression (_) @part) @expr.any
(if_expression consequence: (_) @part alternative: (_) @part) @expr.any
(ascription_expression (_) (_) @type .) @expr.instance
[(string) (integer_literal) (floating_point_literal) (boolean_literal) (character_literal) (interpolated_string_expression)] @expr.literal
((identifier) @expr.self (#eq? @expr.self "this"))
((identifier) @expr.super (#eq? @expr.super "super"))
(return_expression (_) @value) @return
(function_definition body: (block (_) @value @return .))
(function_definition body: (indented_block (_) @value @return .))
(function_definition body: [(call_expression) (identifier) (field_expression) (instance_expression) (infix_expression) (if_expression)] @value @return)

; imports
(import_declaration (namespace_wildcard)) @module @import.all
(import_declaration (identifier) .) @module @import
(import_declaration (namespace_selectors (identifier) @name)) @module @import
(import_declaration (namespace_selectors (arrow_renamed_identifier name: (_) @name alias: (identifier) @alias))) @module @import
(import_declaration (namespace_selectors (as_renamed_identifier name: (_) @name alias: (identifier) @alias))) @module @import
(import_declaration (namespace_selectors (namespace_wildcard))) @module @import.all
