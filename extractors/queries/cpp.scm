; What C++ says. The roles are explained in docs/languages.md.

(namespace_definition "inline"? @flag name: (_)? @name body: (_) @body) @namespace

; definitions
(function_definition type: (_) @returns declarator: [
  (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (_) @parameters)
  (_ [(_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (_) @parameters)
    (_ (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (_) @parameters))])]
  body: (_) @body) @def.function
(function_definition type: (_)? @returns declarator: [
  (_ declarator: [(field_identifier) (destructor_name)] @name parameters: (_) @parameters)
  (_ [(_ declarator: (field_identifier) @name parameters: (_) @parameters)
    (_ (_ declarator: (field_identifier) @name parameters: (_) @parameters))])]
  [(compound_statement) (default_method_clause) (try_statement)] @body) @def.method
(function_definition type: (_)? @returns declarator: [
  (_ declarator: (qualified_identifier) @name parameters: (_) @parameters)
  (_ [(_ declarator: (qualified_identifier) @name parameters: (_) @parameters)
    (_ (_ declarator: (qualified_identifier) @name parameters: (_) @parameters))])
  (qualified_identifier name: (operator_cast declarator: (_ parameters: (_) @parameters))) @name]
  (field_initializer_list)? @body
  [(compound_statement) (default_method_clause) (try_statement)] @body) @def.member
(function_definition declarator: (operator_cast type: (_) @returns declarator: (_ parameters: (_) @parameters)) @name body: (_) @body) @def.method
((function_definition !type declarator: (_ declarator: (identifier) @name parameters: (_) @parameters)
    (field_initializer_list)? @body
    [(compound_statement) (default_method_clause) (try_statement)] @body) @def.constructor
  (#not-match? @name "^[A-Z][A-Z_]+$"))
((function_definition !type declarator: (_ declarator: (identifier) @_macro
    parameters: (parameter_list . (parameter_declaration type: (_) @owner) . (parameter_declaration type: (_) @name) .)) body: (_) @body) @def.member
  (#match? @_macro "^(TYPED_)?TEST(_F|_P)?$"))
(function_definition [(storage_class_specifier "static" @flag) "virtual" @flag (pure_virtual_clause) @flag
  declarator: (_ [(virtual_specifier) @flag (_ (virtual_specifier) @flag)])]) @flagged
(field_declaration [(storage_class_specifier "static" @flag) "virtual" @flag default_value: (number_literal) @flag
  declarator: (_ [(virtual_specifier) @flag (_ (virtual_specifier) @flag)])]) @flagged
(class_specifier name: (_) @name body: (_) @body) @def.class
(struct_specifier name: (_) @name body: (_) @body) @def.class
(union_specifier name: (_) @name body: (_) @body) @def.class
(enum_specifier name: (_) @name body: (_) @body) @def.enum
(type_definition type: (_) @base declarator: (type_identifier) @name) @def.alias
(alias_declaration name: (_) @name type: (type_descriptor type: (_) @base)) @def.alias
(lambda_expression declarator: (_ parameters: (_) @parameters)? body: (_) @body) @def.arrow
(template_declaration parameters: (template_parameter_list [
  (type_parameter_declaration (type_identifier) @name)
  (variadic_type_parameter_declaration (type_identifier) @name)
  (optional_type_parameter_declaration name: (_) @name)])
  [(function_definition) (class_specifier) (struct_specifier)] @generic)
(comment) @comment
(attribute_declaration) @annotation

; what a class declares, and another place defines
(field_declaration type: (_) @returns declarator: [
  (_ declarator: [(field_identifier) (operator_name)] @name parameters: (_) @parameters)
  (_ [(_ declarator: [(field_identifier) (operator_name)] @name parameters: (_) @parameters)
    (_ (_ declarator: [(field_identifier) (operator_name)] @name parameters: (_) @parameters))])]
  !default_value) @def.declared
(field_declaration type: (_) @returns declarator: [
  (_ declarator: [(field_identifier) (operator_name)] @name parameters: (_) @parameters)
  (_ [(_ declarator: [(field_identifier) (operator_name)] @name parameters: (_) @parameters)
    (_ (_ declarator: [(field_identifier) (operator_name)] @name parameters: (_) @parameters))])]
  default_value: (_)) @def.method
(function_definition type: (_)? @returns declarator: [
  (_ declarator: [(destructor_name) (operator_name)] @name parameters: (_) @parameters)
  (_ (_ declarator: (operator_name) @name parameters: (_) @parameters))] (pure_virtual_clause)) @def.method
(declaration type: (_)? @returns declarator: [
  (_ declarator: [(identifier) (destructor_name) (operator_name)] @name parameters: (_) @parameters)
  (_ (_ declarator: [(identifier) (operator_name)] @name parameters: (_) @parameters))]) @def.declared
(declaration declarator: (operator_cast type: (_) @returns declarator: (_ parameters: (_) @parameters)) @name) @def.declared
(field_declaration type: (_ name: (type_identifier) @name !body !scope !arguments) !declarator) @declare.type

; bases
(class_specifier (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base)) @inherits
(struct_specifier (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base)) @inherits

; parameters and fields
(parameter_declaration type: (_) @type declarator: [
  (identifier) @name
  (_ declarator: [(identifier) @name (_ "*" declarator: (identifier) @name)] !parameters)
  (_ ["&" "&&"] (identifier) @name)
  (_ declarator: (_ (_ declarator: (identifier) @name)) parameters: (_))
  (array_declarator declarator: (parenthesized_declarator (_ (identifier) @name)))
  (reference_declarator (array_declarator declarator: (parenthesized_declarator (_ (identifier) @name))))]) @parameter
(parameter_declaration type: (_) @type !declarator) @parameter
(parameter_declaration type: (_) @type declarator: [(abstract_pointer_declarator) (abstract_reference_declarator)]) @parameter
(optional_parameter_declaration type: (_) @type declarator: [
  (identifier) @name
  (_ "*" declarator: (identifier) @name)
  (_ ["&" "&&"] (identifier) @name)] default_value: (_) @default) @parameter
(optional_parameter_declaration type: (_) @type !declarator default_value: (_) @default) @parameter
(variadic_parameter_declaration) @parameter.rest
(field_declaration type: (_) @type declarator: [
  (field_identifier) @name
  (_ declarator: [(field_identifier) @name (_ "*" declarator: (field_identifier) @name)] !parameters)
  (_ ["&" "&&"] (field_identifier) @name)
  (_ declarator: (_ (_ declarator: (field_identifier) @name)) parameters: (_))]) @bind.field
(enumerator name: (_) @name) @bind.instance

; bindings: an object that is declared is made, a pointer or reference is not
(declaration type: [(type_identifier) (qualified_identifier) (template_type) (dependent_type)] @callee
  declarator: (identifier) @target) @expr.call.new @bind @value
(declaration type: [(type_identifier) (qualified_identifier) (template_type) (dependent_type)] @callee
  declarator: (_ declarator: (identifier) @target value: [(argument_list) (initializer_list)] @arguments) @expr.call.new @bind @value)
(compound_statement (declaration type: [(type_identifier) (qualified_identifier) (template_type)] @callee
  declarator: (_ declarator: (identifier) @target parameters: (_) @arguments) @expr.call.new @bind @value))
(declaration type: [(type_identifier) (qualified_identifier) (template_type) (dependent_type) (primitive_type) (struct_specifier) (sized_type_specifier)] @type
  declarator: (_ declarator: [
    (identifier) @target
    (_ declarator: [(identifier) @target (_ "*" declarator: (identifier) @target)] !parameters)
    (_ ["&" "&&"] (identifier) @target)] value: (_) @value) @bind)
(declaration type: (placeholder_type_specifier) declarator: (_ declarator: [
    (identifier) @target
    (_ "*" declarator: (identifier) @target)
    (_ ["&" "&&"] (identifier) @target)] value: (_) @value) @bind)
(declaration type: (_) @type declarator: [
  (_ declarator: [(identifier) @target (_ "*" declarator: (identifier) @target)] !parameters !value)
  (_ ["&" "&&"] (identifier) @target)
  (_ declarator: (_ (_ "*" declarator: (identifier) @target)) parameters: (_))] @bind.typed)
(declaration type: [(primitive_type) (sized_type_specifier) (struct_specifier)] @type declarator: (identifier) @target @bind.typed)
(condition_clause value: (_
  type: [(type_identifier) @type (qualified_identifier) @type (template_type) @type (placeholder_type_specifier)]
  declarator: [(identifier) @target (_ (identifier) @target)] value: (_) @value) @bind)
(init_declarator declarator: (structured_binding_declarator (identifier) @target)) @bind
(for_range_loop
  type: [(type_identifier) @type (qualified_identifier) @type (template_type) @type (placeholder_type_specifier) (primitive_type)]
  declarator: [(identifier) @target (_ (identifier) @target)] right: (_) @iterable) @bind.each
(catch_clause parameters: (parameter_list (parameter_declaration type: (_) @type declarator: [
  (identifier) @target (_ (identifier) @target)]) @bind.typed))

; where names end
[(compound_statement) (for_statement) (for_range_loop) (if_statement) (while_statement) (catch_clause)] @block

; types
(qualified_identifier) @expr.path
((qualified_identifier scope: (namespace_identifier) @_std name: (template_type) @part) @expr.first (#eq? @_std "std"))
((template_type name: (_) @object arguments: (template_argument_list . (_) @key)) @expr.index (#not-match? @object "map$"))
((template_type name: (_) @object arguments: (template_argument_list (_) . (_) @key)) @expr.index (#match? @object "map$"))
(template_function name: (_) @part) @expr.any
(type_descriptor type: (_) @part) @expr.any
(dependent_type (_) @part) @expr.any
(struct_specifier !body name: (_) @part) @expr.any
(class_specifier !body name: (_) @part) @expr.any
(enum_specifier !body name: (_) @part) @expr.any

; expressions
(call_expression function: (_) @callee arguments: (_) @arguments) @expr.call
((call_expression function: [
    (template_function name: (_) @_made arguments: (template_argument_list . (_) @callee))
    (qualified_identifier name: (template_function name: (_) @_made arguments: (template_argument_list . (_) @callee)))]
  arguments: (_) @arguments) @expr.call.make (#match? @_made "^make_(unique|shared)$"))
((call_expression function: (template_function name: (_) @_cast arguments: (template_argument_list . (_) @type))) @expr.instance
  (#match? @_cast "_cast$"))
(new_expression type: (_) @callee !declarator arguments: (_)? @arguments) @expr.call.new
(new_expression type: (_) @type declarator: (_)) @expr.instance
(compound_literal_expression type: (_) @callee value: (_) @arguments) @expr.call.new
(field_initializer [(field_identifier) (qualified_identifier) (template_method)] @callee [(argument_list) (initializer_list)] @arguments) @expr.call.new
(cast_expression type: (_) @type) @expr.instance
(field_expression argument: (_) @object field: (field_identifier) @member) @expr.attribute
(field_expression argument: (_) @object field: (template_method name: (_) @member)) @expr.attribute
(field_expression argument: (_) @object field: (dependent_name (template_method name: (_) @member))) @expr.attribute
(subscript_expression argument: (_) @object indices: (subscript_argument_list . (_) @key)) @expr.index
(parenthesized_expression (_) @part) @expr.any
(pointer_expression argument: (_) @part) @expr.any
(conditional_expression consequence: (_) @part alternative: (_) @part) @expr.any
(assignment_expression right: (_) @part) @expr.any
[(string_literal) (number_literal) (true) (false) (char_literal) (raw_string_literal)] @expr.literal
(unary_expression . "-" . (number_literal)) @expr.literal
(this) @expr.self

; reads of names that are part of no expression above
(initializer_list (identifier) @read)
(init_declarator value: (identifier) @read)
(binary_expression (identifier) @read)
(return_statement (identifier) @read)

; includes and namespaces
(preproc_include path: (_) @module) @import.all
(using_declaration "namespace" (_) @name) @namespace.open
(using_declaration . "using" . (qualified_identifier) @name) @using
(namespace_alias_definition name: (_) @alias (_) @module .) @namespace.alias

; a definition by itself of what is as the compiler makes it
((expression_statement (assignment_expression left: (call_expression) right: (identifier) @_as)) @ignored (#match? @_as "^(default|delete)$"))
