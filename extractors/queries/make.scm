; What Makefiles say. The roles are explained in docs/languages.md.

(rule (targets (word) @name) (recipe)? @body) @def.function
(rule (targets (word) @owner) normal: (prerequisites (word) @value)) @amended
(rule (targets (word) @owner) order_only: (prerequisites (word) @value)) @amended
(define_directive name: (_) @name value: (_) @body) @def.function
(variable_assignment name: (_) @target) @bind
(variable_reference (word) @read)
(comment) @comment

(include_directive filenames: (list (word) @module)) @import.all
