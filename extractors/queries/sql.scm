; What SQL says. The roles are explained in docs/languages.md.

; definitions
(create_table (object_reference name: (_) @name) [(column_definitions) (create_query)]? @body) @def.class
(create_view (object_reference name: (_) @name) (create_query) @body) @def.class
(create_materialized_view (object_reference name: (_) @name) (create_query) @body) @def.class
(create_function (object_reference name: (_) @name) (function_body) @body) @def.function
(create_type (object_reference name: (_) @name)) @def.class
(create_table (keyword_table) @flag) @flagged
(create_view (keyword_view) @flag) @flagged
(create_materialized_view (keyword_view) @flag) @flagged
[(comment) (marginalia)] @comment

; names that hold within a statement alone
(cte . (identifier) @target) @bind
(create_query) @block
(function_body) @block

; foreign keys
(column_definition (keyword_references) (object_reference name: (_) @read))
(create_table (column_definitions (constraints (constraint (keyword_references) (object_reference name: (_) @read)))))
(alter_table . (keyword_alter) (object_reference name: (_) @owner) (add_constraint (constraint (keyword_references) (object_reference name: (_) @value)))) @amended

; which tables are read and written
(relation (object_reference name: (_) @read))
(insert (object_reference name: (_) @read))
(update (relation (object_reference name: (_) @read)))
(create_index (object_reference name: (_) @read))
(invocation (object_reference name: (_) @callee)) @expr.call
