; What shell scripts say: functions, who calls them, and what is sourced. The roles are explained in docs/languages.md.

(function_definition name: (word) @name body: (_) @body) @def.function
(comment) @comment
[(if_statement) (case_statement) (while_statement) (for_statement)] @branching

(command name: (command_name (word) @callee)) @expr.call
((command name: (command_name (word) @_command) . argument: (word) @callee @expr.call.bare) (#any-of? @_command "run" "time"))
((command name: (command_name (word) @_command) . argument: (word) @read) (#any-of? @_command "trap" "command" "exec" "type"))

((command name: (command_name (word) @_command) . argument: [
  (word) @module
  (string (string_content) @module .)
  (raw_string) @module
  (concatenation (word) @module .)]) @import.all (#any-of? @_command "source" "." "load"))
