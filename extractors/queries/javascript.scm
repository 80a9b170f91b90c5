; What JavaScript spells otherwise than TypeScript.

(field_definition "static" @flag) @flagged
(field_definition property: (_) @name value: (_) @named) @naming
(class_declaration (class_heritage (_) @base)) @inherits
(class (class_heritage (_) @base)) @inherits
(field_definition property: (_) @name value: (_) @value) @bind.field
