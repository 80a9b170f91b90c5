; What OCaml says. The roles are explained in docs/languages.md.

; definitions
(module_definition (module_binding (module_name) @name body: (structure) @body)) @def.class
(module_type_definition (module_type_name) @name body: (signature) @body) @def.interface
(type_definition (type_binding name: (type_constructor) @name) @def.class)
(module_definition (module_binding (module_parameter (module_name) @name))) @generic
(exception_definition (constructor_declaration (constructor_name) @name)) @def.class
(class_definition (class_binding (class_name) @name . (parameter)* @only body: (object_expression) @body) @def.class)
(method_definition (method_name) @name . (parameter)* @only body: (_) @result) @def.method
(let_binding pattern: (value_name) @name . (parameter)+ @only body: (_) @result) @def.function
(let_binding pattern: (value_name) @name body: [(fun_expression) (function_expression)] @named) @naming
(fun_expression (parameter)+ @only body: (_) @result) @def.value
(function_expression) @body @def.value
(comment) @comment

; parameters and bindings
(parameter pattern: (value_pattern) @name) @parameter
(value_definition "rec" @declare.later (let_binding pattern: (value_name) @name))
(let_binding pattern: (value_name) @target . body: (_) @value) @bind
(module_binding (module_name) @target body: [(module_path) (module_application)] @value) @bind
(match_case pattern: (value_pattern) @target @bind)
(match_case pattern: (_ (value_pattern) @target @bind))
(match_case pattern: (_ (_ (value_pattern) @target @bind)))
(match_case) @block
(let_expression) @block

; expressions
(application_expression function: (_) @callee . argument: (_)+ @only) @expr.call
((application_expression function: (new_expression (class_path (class_name) @callee))) @expr.call.new)
((infix_expression operator: (_) @_pipe right: (value_path) @callee) @expr.call (#eq? @_pipe "|>"))
((infix_expression left: (value_path) @callee operator: (_) @_of) @expr.call (#eq? @_of "@@"))
(method_invocation object: (_) @object method: (_) @member) @expr.call
(value_path . (module_path) @object . (_) @member .) @expr.attribute
((value_path . (value_name) @part .) @expr.any (#not-eq? @part "self"))
(module_path . (module_path) @object . (_) @member .) @expr.attribute
(module_path . (module_name) @part .) @expr.any
(module_path . (module_name) @expr.module.named .)
(module_application functor: (_) @part) @expr.any
(parenthesized_expression expression: (_) @part) @expr.any
(let_expression body: (_) @part) @expr.any
(sequence_expression (_) @part .) @expr.any
(typed_expression expression: (_) @part) @expr.any
((value_path . (value_name) @_self .) @expr.self (#eq? @_self "self"))
[(string) (number) (character) (boolean)] @expr.literal

; reads of names that are part of no expression above
(application_expression argument: (value_path) @read)
(constructor_path . (constructor_name) @read .)
(infix_expression right: (value_path) @read)

; modules whose names are found without them
(open_module module: (_) @name) @using.members
(include_module module: (module_path) @name) @using.members
(local_open_expression . (module_path) @name @using.members)
