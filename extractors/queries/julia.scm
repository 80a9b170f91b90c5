; What Julia says. The roles are explained in docs/languages.md.

; definitions
(primitive_definition (type_head [(identifier) @name (binary_expression . (identifier) @name (operator) (_) @base)])) @def.class
(abstract_definition (type_head [
  (identifier) @name
  (parametrized_type_expression . (identifier) @name)
  (binary_expression . [(identifier) @name (parametrized_type_expression . (identifier) @name)] (operator) (_) @base)])) @def.class
(struct_definition (type_head [
  (identifier) @name
  (parametrized_type_expression . (identifier) @name)
  (binary_expression . [(identifier) @name (parametrized_type_expression . (identifier) @name)] (operator) (_) @base)]) (block)? @body) @def.class
(function_definition (signature [
  (call_expression . [(identifier) @name (operator) @name (field_expression (identifier) @name .)
    (field_expression (quote_expression [(operator) @name (parenthesized_expression (operator) @name)]))
    (parametrized_type_expression . [(identifier) @name (field_expression (identifier) @name .)]) (parenthesized_expression (operator) @name)] (argument_list) @parameters)
  (typed_expression . (call_expression . [(identifier) @name (operator) @name (field_expression (identifier) @name .)
    (field_expression (quote_expression [(operator) @name (parenthesized_expression (operator) @name)]))
    (parametrized_type_expression . [(identifier) @name (field_expression (identifier) @name .)]) (parenthesized_expression (operator) @name)] (argument_list) @parameters) (_) @returns)
  (where_expression . (call_expression . [(identifier) @name (operator) @name (field_expression (identifier) @name .)
    (field_expression (quote_expression [(operator) @name (parenthesized_expression (operator) @name)]))
    (parametrized_type_expression . [(identifier) @name (field_expression (identifier) @name .)]) (parenthesized_expression (operator) @name)] (argument_list) @parameters))
  (where_expression . (typed_expression . (call_expression . [(identifier) @name (operator) @name (field_expression (identifier) @name .)
    (field_expression (quote_expression [(operator) @name (parenthesized_expression (operator) @name)]))
    (parametrized_type_expression . [(identifier) @name (field_expression (identifier) @name .)]) (parenthesized_expression (operator) @name)] (argument_list) @parameters) (_) @returns))
  (where_expression . (where_expression . (call_expression . [(identifier) @name (operator) @name (field_expression (identifier) @name .)
    (field_expression (quote_expression [(operator) @name (parenthesized_expression (operator) @name)]))
    (parametrized_type_expression . [(identifier) @name (field_expression (identifier) @name .)]) (parenthesized_expression (operator) @name)] (argument_list) @parameters)))])
  (block)? @body) @def.function
(assignment . [
  (call_expression . [(identifier) @name (operator) @name (field_expression (identifier) @name .)
    (field_expression (quote_expression [(operator) @name (parenthesized_expression (operator) @name)]))
    (parametrized_type_expression . [(identifier) @name (field_expression (identifier) @name .)]) (parenthesized_expression (operator) @name)] (argument_list) @parameters)
  (typed_expression . (call_expression . [(identifier) @name (operator) @name (field_expression (identifier) @name .)
    (field_expression (quote_expression [(operator) @name (parenthesized_expression (operator) @name)]))
    (parametrized_type_expression . [(identifier) @name (field_expression (identifier) @name .)]) (parenthesized_expression (operator) @name)] (argument_list) @parameters))
  (where_expression . (call_expression . [(identifier) @name (operator) @name (field_expression (identifier) @name .)
    (field_expression (quote_expression [(operator) @name (parenthesized_expression (operator) @name)]))
    (parametrized_type_expression . [(identifier) @name (field_expression (identifier) @name .)]) (parenthesized_expression (operator) @name)] (argument_list) @parameters))
  (where_expression . (typed_expression . (call_expression . [(identifier) @name (operator) @name (field_expression (identifier) @name .)
    (field_expression (quote_expression [(operator) @name (parenthesized_expression (operator) @name)]))
    (parametrized_type_expression . [(identifier) @name (field_expression (identifier) @name .)]) (parenthesized_expression (operator) @name)] (argument_list) @parameters)))
  (where_expression . (where_expression . (call_expression . [(identifier) @name (operator) @name (field_expression (identifier) @name .)
    (field_expression (quote_expression [(operator) @name (parenthesized_expression (operator) @name)]))
    (parametrized_type_expression . [(identifier) @name (field_expression (identifier) @name .)]) (parenthesized_expression (operator) @name)] (argument_list) @parameters)))]
  (operator) (_) @result .) @def.function
(macro_definition (signature (call_expression . (identifier) @name (argument_list) @parameters)) (block)? @body) @def.function
(arrow_function_expression . (identifier) @only (_) @result) @def.arrow
(arrow_function_expression . (argument_list) @parameters (_) @result) @def.arrow
(call_expression (do_clause (block) @body) @def.arrow)
(function_definition (signature . (argument_list) @parameters) (block)? @body) @def.arrow
[(line_comment) (block_comment)] @comment

; cases of functions of other modules
(function_definition (signature [
  (call_expression . [(field_expression "." @flag) (parametrized_type_expression . (field_expression "." @flag))])
  (typed_expression . (call_expression . [(field_expression "." @flag) (parametrized_type_expression . (field_expression "." @flag))]))
  (where_expression . (call_expression . [(field_expression "." @flag) (parametrized_type_expression . (field_expression "." @flag))]))
  (where_expression . (typed_expression . (call_expression . [(field_expression "." @flag) (parametrized_type_expression . (field_expression "." @flag))])))
  (where_expression . (where_expression . (call_expression . [(field_expression "." @flag) (parametrized_type_expression . (field_expression "." @flag))])))])) @flagged
(assignment . [
  (call_expression . [(field_expression "." @flag) (parametrized_type_expression . (field_expression "." @flag))])
  (typed_expression . (call_expression . [(field_expression "." @flag) (parametrized_type_expression . (field_expression "." @flag))]))
  (where_expression . (call_expression . [(field_expression "." @flag) (parametrized_type_expression . (field_expression "." @flag))]))
  (where_expression . (typed_expression . (call_expression . [(field_expression "." @flag) (parametrized_type_expression . (field_expression "." @flag))])))
  (where_expression . (where_expression . (call_expression . [(field_expression "." @flag) (parametrized_type_expression . (field_expression "." @flag))])))]) @flagged

; parameters and bindings
(argument_list (typed_expression . (identifier) @name . (_) @type) @parameter)
(argument_list (assignment . [(identifier) @name (typed_expression . (identifier) @name . (_) @type)] (operator) (_) @default) @parameter)
(argument_list (splat_expression [(identifier) @name (typed_expression . (identifier) @name)]) @parameter.rest)
(struct_definition (block (typed_expression . (identifier) @name . (_) @type) @bind.field))
(source_file (const_statement (assignment . (identifier) @target (operator) (_) @value)) @bind)
(module_definition (block (const_statement (assignment . (identifier) @target (operator) (_) @value)) @bind))
(assignment . [(identifier) (field_expression) (index_expression) (open_tuple)] @target (operator) (_) @value .) @bind
(assignment . (parametrized_type_expression . (identifier) @target) (operator) (_) @value .) @bind
(open_tuple) @expr.list
(for_binding . (identifier) @target (operator) (_) @value) @bind

; branches
[(if_statement) (while_statement) (for_statement) (try_statement)] @branching
[(elseif_clause) (else_clause) (catch_clause)] @branch

; expressions
(call_expression . (identifier) @callee . (argument_list) @arguments) @expr.call
(call_expression . (field_expression) @callee . (argument_list) @arguments) @expr.call
(call_expression . (parametrized_type_expression . (identifier) @callee) . (argument_list) @arguments) @expr.call
(broadcast_call_expression . (_) @callee . (argument_list) @arguments) @expr.call
(macrocall_expression (macro_identifier) @callee) @expr.call
(field_expression value: (_) @object (identifier) @member .) @expr.attribute
(index_expression . (_) @object . (vector_expression . (_) @key)) @expr.index
(parametrized_type_expression . (identifier) @part) @expr.any
(parenthesized_expression (_) @part) @expr.any
[(string_literal) (integer_literal) (float_literal) (boolean_literal)] @expr.literal
(return_statement (_) @value) @return
(source_file (string_literal) . (call_expression . (_) @part) @expr.first)
(module_definition (block (string_literal) . (call_expression . (_) @part) @expr.first))

; reads of names that are part of no expression above
(argument_list (identifier) @read)
(binary_expression (identifier) @read)

; imports
(using_statement (identifier) @module) @import.all
(using_statement (import_path) @module) @import.only
(import_statement (identifier) @module) @import.only
(import_statement (import_path) @module) @import.only
(_ (selected_import . [(identifier) (import_path)] @module (identifier) @name)) @import
(_ (selected_import . [(identifier) (import_path)] @module (import_alias . (identifier) @name (identifier) @alias))) @import
((call_expression . (identifier) @_include (argument_list (string_literal (content) @module))) @import.all (#eq? @_include "include"))
