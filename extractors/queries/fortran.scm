; What Fortran says. The roles are explained in docs/languages.md.

; definitions
(module_statement (name) @name) @def.namespace
(program (program_statement (name) @name)) @body @def.function
(subroutine (subroutine_statement name: (name) @name parameters: (parameters)? @parameters)) @body @def.function
(function (function_statement name: (name) @name parameters: (parameters)? @parameters)) @body @def.function
(derived_type_definition (derived_type_statement base: (base_type_specifier (identifier) @base)? (type_name) @name)) @body @def.class
(comment) @comment

; what is declared
(subroutine (variable_declaration type: (derived_type name: (type_name) @type) declarator: (identifier) @target) @bind.typed)
(function (variable_declaration type: (derived_type name: (type_name) @type) declarator: (identifier) @target) @bind.typed)
(program (variable_declaration type: (derived_type name: (type_name) @type) declarator: (identifier) @target) @bind.typed)
(derived_type_definition (variable_declaration type: (derived_type name: (type_name) @type) declarator: (identifier) @name) @bind.field)
(derived_type_procedures (procedure_statement declarator: (binding (binding_name (identifier) @target) (method_name) @value)) @bind)
(derived_type_procedures (procedure_statement declarator: (method_name) @target @value) @bind)

; expressions
(subroutine_call subroutine: (identifier) @callee (argument_list)? @arguments) @expr.call
(subroutine_call subroutine: (derived_type_member_expression (_) @object (type_member) @member) (argument_list)? @arguments) @expr.call
(call_expression . (identifier) @callee (argument_list) @arguments) @expr.call
(call_expression . (derived_type_member_expression (_) @object (type_member) @member) (argument_list) @arguments) @expr.call
(derived_type_member_expression (_) @object (type_member) @member) @expr.attribute

; imports
(use_statement (module_name) @module !operator) @import.all
(include_statement path: (filename) @module) @import.all
