; What the configuration language of Terraform says. The roles are explained in docs/languages.md.

(config_file (body) @name) @package

; definitions, named as they are referred to
(config_file (body (block . (identifier) @name @_kind . [(string_lit (template_literal) @name) (identifier) @name]
  . [(string_lit (template_literal) @name) (identifier) @name] . (block_start) (body)? @body) @def.class)
  (#any-of? @_kind "resource" "data" "source" "ephemeral"))
(config_file (body (block . (identifier) @name @_kind . [(string_lit (template_literal) @name) (identifier) @name]
  . (block_start) (body)? @body) @def.class) (#eq? @_kind "module"))
(config_file (body (block . (identifier) @name @_kind . [(string_lit (template_literal) @name) (identifier) @name]
  . (block_start) (body)? @body) @def.variable) (#any-of? @_kind "variable" "output"))
(config_file (body (block . (identifier) @name @_kind . (block_start) (body (attribute (identifier) @name (expression) @result) @def.variable)))
  (#eq? @_kind "locals"))
(comment) @comment

; references
((variable_expr (identifier) @name @_kind) @expr.joined @read . (get_attr (identifier) @name) (#not-eq? @_kind "data"))
((variable_expr (identifier) @name @_kind) @expr.joined @read . (get_attr (identifier) @name) . (get_attr (identifier) @name)
  (#any-of? @_kind "data" "ephemeral"))

; modules
(config_file (body (block . (identifier) @_kind (body (attribute . (identifier) @_source
  (expression (literal_value (string_lit (template_literal) @module))))))) @import.only (#eq? @_kind "module") (#eq? @_source "source"))
