; What Lua says. The roles are explained in docs/languages.md.

; definitions
(function_declaration name: (identifier) @name parameters: (_) @parameters body: (_)? @body) @def.function
(function_declaration name: (dot_index_expression table: (_) @owner field: (_) @name) @naming.target
  parameters: (_) @parameters body: (_)? @body) @def.value @named
(function_declaration name: (method_index_expression table: (_) @owner method: (_) @name) @naming.target
  parameters: (_) @parameters body: (_)? @body) @def.value @named
(function_definition parameters: (_) @parameters body: (_)? @body) @def.value
(assignment_statement (variable_list . name: (identifier) @name .) (expression_list . value: (function_definition) @named .)) @naming
(assignment_statement (variable_list . name: (dot_index_expression table: (_) @owner field: (_) @name) .)
  (expression_list . value: (function_definition) @named .)) @naming
(field name: (identifier) @name value: (function_definition) @named) @naming.item
(comment) @comment

; bindings
(assignment_statement (variable_list . (_) @target .) (expression_list . (_) @value .)) @bind
(for_generic_clause (variable_list) @target (expression_list . (_) @value)) @bind
(variable_list) @expr.list
(vararg_expression) @parameter.rest

; branches
[(if_statement) (while_statement) (for_statement) (repeat_statement)] @branching
(if_statement consequence: (_) @branch)
(elseif_statement consequence: (_) @branch)
(else_statement body: (_) @branch)
(while_statement body: (_) @branch)
(for_statement body: (_) @branch)

; expressions
((function_call name: (identifier) @_name arguments: (arguments . (string content: (_) @module))) @expr.import (#eq? @_name "require"))
((function_call name: (identifier) @_name arguments: (arguments . (_) @part . (_) @part)) @expr.first (#eq? @_name "setmetatable"))
(function_call name: [(identifier) (function_call) (bracket_index_expression) (parenthesized_expression)] @callee arguments: (_) @arguments) @expr.call
(function_call name: (dot_index_expression table: (_) @object field: (_) @member) arguments: (_) @arguments) @expr.call
(function_call name: (method_index_expression table: (_) @object method: (_) @member) arguments: (_) @arguments) @expr.call
(dot_index_expression table: (_) @object field: (_) @member) @expr.attribute
(method_index_expression table: (_) @object method: (_) @member) @expr.attribute
(bracket_index_expression table: (_) @object field: (_) @key) @expr.index
(parenthesized_expression (_) @part) @expr.any
(table_constructor) @expr.object
(field name: (_) @key value: (_) @value) @pair
[(string) (number) (nil) (true) (false)] @expr.literal

(return_statement (expression_list . (_) @value)) @return
(chunk (return_statement (expression_list . (_) @value)) @export.all)

; reads of names that are part of no expression above
(arguments [(identifier) (dot_index_expression)] @read)
(binary_expression [(identifier) (dot_index_expression)] @read)
