; What C says. The roles are explained in docs/languages.md.

; definitions
(function_definition type: (_) @returns declarator: [
  (_ declarator: (identifier) @name parameters: (_) @parameters)
  (_ "*" declarator: [(_ declarator: (identifier) @name parameters: (_) @parameters)
    (_ "*" declarator: (_ declarator: (identifier) @name parameters: (_) @parameters))])]
  body: (_) @body) @def.function
(function_definition (storage_class_specifier "static" @flag)) @flagged
(struct_specifier name: (_) @name body: (_) @body) @def.class
(union_specifier name: (_) @name body: (_) @body) @def.class
(enum_specifier name: (_) @name body: (_) @body) @def.enum
(type_definition type: (_) @base declarator: (type_identifier) @name) @def.alias
(comment) @comment
(attribute_declaration) @annotation

; parameters
(parameter_declaration type: (_) @type declarator: [
  (identifier) @name
  (_ declarator: [(identifier) @name (_ "*" declarator: (identifier) @name)] !parameters)
  (_ declarator: (_ (_ "*" declarator: (identifier) @name)) parameters: (_))]) @parameter
(variadic_parameter) @parameter.rest

; bindings
(declaration type: (_) @type declarator: [
  (identifier) @target
  (_ declarator: [(identifier) @target (_ "*" declarator: (identifier) @target)] !parameters)
  (_ declarator: (_ (_ "*" declarator: (identifier) @target)) parameters: (_))
  (_ declarator: [
    (_ declarator: [(identifier) @target (_ "*" declarator: (identifier) @target)] !parameters)
    (_ declarator: (_ (_ "*" declarator: (identifier) @target)) parameters: (_))] value: (_))]) @bind.typed
(enumerator name: (_) @name) @bind.instance

; where names end
[(compound_statement) (for_statement)] @block

; types
(struct_specifier !body name: (_) @part) @expr.any
(union_specifier !body name: (_) @part) @expr.any
(enum_specifier !body name: (_) @part) @expr.any

; expressions
(call_expression function: (_) @callee arguments: (_) @arguments) @expr.call
(field_expression argument: (_) @object field: (_) @member) @expr.attribute
(subscript_expression argument: (_) @object index: (_) @key) @expr.index
(parenthesized_expression (_) @part) @expr.any
(pointer_expression argument: (_) @part) @expr.any
(conditional_expression consequence: (_) @part alternative: (_) @part) @expr.any
[(string_literal) (number_literal)] @expr.literal

; reads of names that are part of no expression above
(initializer_list (identifier) @read)
(initializer_pair value: (identifier) @read)
(init_declarator value: (identifier) @read)
(assignment_expression right: (identifier) @read)
(binary_expression (identifier) @read)
(return_statement (identifier) @read)

; includes
(preproc_include path: (_) @module) @import.all
