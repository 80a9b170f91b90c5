; What Nix says: attributes that are functions, and which files are imported. The roles are explained in docs/languages.md.

(function_expression universal: (identifier)? @only formals: (formals)? @parameters body: (_) @result) @def.value
(binding attrpath: (attrpath . attr: (identifier) @name .) expression: (function_expression) @named) @naming
(formal name: (_) @name default: (_)? @default) @parameter
(binding attrpath: (attrpath . attr: (identifier) @target .) expression: (_) @value) @bind
(comment) @comment

(let_expression body: (_) @part) @expr.any
(attrset_expression) @expr.object
(rec_attrset_expression) @expr.object
(binding attrpath: (attrpath . attr: (_) @key .) expression: (_) @value) @pair
(parenthesized_expression expression: (_) @part) @expr.any
(variable_expression name: (_) @part) @expr.any
(apply_expression function: [(variable_expression) (parenthesized_expression)] @callee argument: (_) @only) @expr.call
(apply_expression function: (select_expression expression: (_) @object attrpath: (attrpath . attr: (identifier) @member .)) argument: (_) @only) @expr.call
(select_expression expression: (_) @object attrpath: (attrpath . attr: (identifier) @member .)) @expr.attribute
((apply_expression function: (variable_expression name: (_) @_import) argument: (path_expression) @module) @expr.import (#eq? @_import "import"))
(apply_expression function: (apply_expression function: (variable_expression name: (_) @_import) argument: (path_expression) @part) (#eq? @_import "import")) @expr.first
(list_expression element: (path_expression) @module) @import.only
