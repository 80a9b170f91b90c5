; What Dockerfiles say: stages, and which builds on which. The roles are explained in docs/languages.md.

(from_instruction (image_spec) @body as: (_) @name) @def.class
(from_instruction (image_spec name: (_) @read))
((copy_instruction (param) @read) (#match? @read "^--from="))
(comment) @comment
