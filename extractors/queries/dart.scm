; What Dart says. The roles are explained in docs/languages.md. What is called, and the body of a function, are siblings of
; what comes before them.

; definitions
(class_definition name: (_) @name body: (_) @body) @def.class
(mixin_declaration (mixin) . (identifier) @name (class_body) @body) @def.class
(extension_type_declaration name: (_) @name body: (_) @body) @def.class
(enum_declaration name: (_) @name body: (_) @body) @def.enum
(extension_declaration class: (_) @owner body: (_) @body) @def.extension
(type_alias . (type_identifier) @name (_) @base .) @def.alias
(program (function_signature name: (_) @name (formal_parameter_list (optional_formal_parameters)? @parameters) @parameters) @def.function
  . (function_body) @body)
((method_signature (function_signature name: (_) @name (formal_parameter_list (optional_formal_parameters)? @parameters) @parameters)) @def.function
  . (function_body) @body)
(declaration (function_signature name: (_) @name (formal_parameter_list (optional_formal_parameters)? @parameters) @parameters)) @def.function
(lambda_expression parameters: (function_signature name: (_) @name
  (formal_parameter_list (optional_formal_parameters)? @parameters) @parameters) body: (_) @body) @def.function
((method_signature (operator_signature "operator" . (_) @name (formal_parameter_list)? @parameters)) @def.function . (function_body) @body)
(program (getter_signature name: (_) @name) @def.function . (function_body) @body)
((method_signature (getter_signature name: (_) @name)) @def.function . (function_body) @body)
(declaration (getter_signature name: (_) @name)) @def.function
((method_signature (setter_signature name: (_) @name (formal_parameter_list) @parameters)) @def.value . (function_body) @body)
((method_signature (constructor_signature . name: (_) @name . parameters: (formal_parameter_list (optional_formal_parameters)? @parameters) @parameters)
  (initializers)? @body) @def.constructor . (function_body) @body)
(declaration (constructor_signature . name: (_) @name . parameters: (formal_parameter_list (optional_formal_parameters)? @parameters) @parameters)
  [(initializers) (redirection)]? @body) @def.constructor
((method_signature (constructor_signature . name: (_) @returns . name: (_) @name . parameters: (formal_parameter_list (optional_formal_parameters)? @parameters) @parameters)
  (initializers)? @body) @def.constructor . (function_body) @body)
(declaration (constructor_signature . name: (_) @returns . name: (_) @name . parameters: (formal_parameter_list (optional_formal_parameters)? @parameters) @parameters)
  [(initializers) (redirection)]? @body) @def.constructor
((method_signature (factory_constructor_signature . (identifier) @name . (formal_parameter_list) @parameters)) @def.constructor . (function_body) @body)
((method_signature (factory_constructor_signature . (identifier) @returns . (identifier) @name . (formal_parameter_list) @parameters)) @def.constructor
  . (function_body) @body)
(declaration (constant_constructor_signature (const_builtin) . (identifier) @name . (formal_parameter_list) @parameters) (initializers)? @body) @def.constructor
(declaration (constant_constructor_signature (const_builtin) . (identifier) @returns . (identifier) @name . (formal_parameter_list) @parameters)
  (initializers)? @body) @def.constructor
(function_expression parameters: (formal_parameter_list (optional_formal_parameters)? @parameters) @parameters body: (_) @body) @def.arrow
(method_signature "static" @flag) @flagged
(declaration "static" @flag) @flagged
(getter_signature "get" @flag) @flagged
(method_signature (getter_signature "get" @flag)) @flagged
(declaration (getter_signature "get" @flag)) @flagged
(class_definition (superclass (type_identifier) @base .)) @inherits
(class_definition (superclass (type_identifier) @base . [(type_arguments) (mixins)])) @inherits
(class_definition (superclass (mixins (type_identifier) @base))) @inherits
(class_definition (interfaces (type_identifier) @base)) @implements
(mixin_declaration (type_identifier) @base) @inherits
(_ (type_parameters (type_parameter . (type_identifier) @name (type_bound (_) @type)?))) @generic
[(comment) (documentation_comment)] @comment

; what functions return, before their names
(function_signature (type_identifier) @type . (nullable_type)? . name: (_)) @promising
(function_signature (type_arguments) @type . (nullable_type)? . name: (_)) @promising
(_ (function_signature (type_identifier) @type . (nullable_type)? . name: (_))) @promising
(_ (function_signature (type_arguments) @type . (nullable_type)? . name: (_))) @promising
(_ (getter_signature (type_identifier) @type . (nullable_type)? . "get")) @promising
(_ (getter_signature (type_arguments) @type . (nullable_type)? . "get")) @promising

; parameters and fields
(formal_parameter name: (identifier) @name) @parameter
(formal_parameter [(type_identifier) (type_arguments)] @type . (nullable_type)? . name: (identifier) @name) @parameter
(formal_parameter (constructor_param (identifier) @name)) @parameter
(formal_parameter . (identifier) @name .) @parameter
(declaration [(type_identifier) (type_arguments)] @type . (nullable_type)? . (initialized_identifier_list (initialized_identifier . (identifier) @name) @bind.field))
(declaration (initialized_identifier_list (initialized_identifier . (identifier) @name . (_) (_)? @value .) @bind.field))
(declaration [(type_identifier) (type_arguments)] @type . (nullable_type)? . (static_final_declaration_list (static_final_declaration . (identifier) @name) @bind.field))
(declaration (static_final_declaration_list (static_final_declaration . (identifier) @name (_) @value .) @bind.field))
(enum_constant name: (_) @name) @bind.instance

; bindings
(initialized_variable_definition name: (_) @target (_) @value .) @bind
(initialized_variable_definition [(type_identifier) (type_arguments)] @type . (nullable_type)? . name: (_) @target) @bind.typed
(program (initialized_identifier_list (initialized_identifier . (identifier) @target (_) @value .) @bind))
(program [(type_identifier) (type_arguments)] @type . (nullable_type)? . (initialized_identifier_list (initialized_identifier . (identifier) @target) @bind.typed))
(program (static_final_declaration_list (static_final_declaration . (identifier) @target (_) @value .) @bind))
(for_loop_parts name: (_) @target "in" (_) @iterable .) @bind.each
(catch_parameters (identifier) @target) @bind

; where names end
[(block) (for_statement) (catch_clause) (switch_block)] @block

; types
((type_identifier) @object . (type_arguments . (type_identifier) @key .) @expr.index)
((type_identifier) @object . (type_arguments . (type_identifier) . (type_arguments) @key .) @expr.index)

((type_identifier) @object . "." . (type_identifier) @member @expr.attribute)

; expressions: each is the last of the siblings that make it up
((_) @callee . (selector (argument_part (arguments) @arguments)) @expr.call)
((_) @object . (selector [(unconditional_assignable_selector (identifier) @member) (conditional_assignable_selector (identifier) @member)]) @expr.attribute)
((super) @object . (unconditional_assignable_selector (identifier) @member) @expr.attribute)
((this) @object . (unconditional_assignable_selector (identifier) @member) @expr.attribute)
((_) @object . (selector (unconditional_assignable_selector (index_selector (_) @key))) @expr.index)
((_) @part . (selector "!") @expr.any)
((_) @part . (cascade_section) @expr.any)
((_) @object . (cascade_section (cascade_selector (identifier) @member) . (argument_part (arguments) @arguments) @expr.call))
(new_expression (type_identifier) @callee . (arguments) @arguments) @expr.call.new
(new_expression (type_identifier) @object . (identifier) @member . (arguments) @arguments) @expr.call
(const_object_expression (type_identifier) @callee . (arguments) @arguments) @expr.call.new
(const_object_expression (type_identifier) @object . (identifier) @member . (arguments) @arguments) @expr.call
(initializer_list_entry (super) @callee . (arguments) @arguments) @expr.call
(initializer_list_entry (super) @object . (identifier) @member . (arguments) @arguments) @expr.call
(redirection (this) @object . (identifier) @member . (arguments) @arguments) @expr.call
(argument (_) @value .) @argument
(named_argument (label (identifier) @label) (_) @value .) @argument
(unary_expression (_) @part .) @expr.any
(await_expression (_) @part .) @expr.any
(parenthesized_expression (_) @part .) @expr.any
(if_null_expression (_) @part .) @expr.any
(conditional_expression (_) @part .) @expr.any
(type_cast_expression (type_cast (type_identifier) @type)) @expr.instance
[(string_literal) (decimal_integer_literal) (decimal_floating_point_literal) (true) (false)] @expr.literal
(this) @expr.self
(super) @expr.super
(return_statement (_) @value .) @return
(function_body "=>" (_) @value @return .)
(function_expression_body "=>" (_) @value @return .)

; imports
(library_import (import_specification (configurable_uri) @module)) @import.all
(library_import (import_specification (configurable_uri) @module (identifier) @alias)) @import
(library_export (configurable_uri) @module) @import.all
(part_directive (uri) @module) @import.all
(part_of_directive (uri) @module) @import.all
