; What Groovy says, in whose grammar a head is the beginning of its block. The roles are explained in docs/languages.md.

(source_file (command . (unit . (identifier) @_package .) . (unit) @name) @package (#eq? @_package "package"))

; definitions
((_ (unit . (identifier) @_what .) . (unit . [(identifier) @name (generics_class . (identifier) @name)] .) (block) @body) @def.class
  (#any-of? @_what "class" "trait" "interface" "enum"))
((_ (unit . (identifier) @_what .) . (block . (unit . [(identifier) @name (generics_class . (identifier) @name)] .)) @body) @def.class
  (#any-of? @_what "class" "trait" "interface" "enum"))
((_ (unit . (identifier) @_task .) . (block . (unit . (identifier) @name .)) @body) @def.function (#eq? @_task "task"))
((_ (unit (_) @_before .) . (block . (unit . (func . (identifier) @name))) @body) @def.function
  (#not-match? @_before "^(else|return|new|throw|in|assert|case|class|interface|trait|enum|task)$"))
((_ . (block . (unit . (func . (identifier) @name))) @body) @def.constructor (#match? @name "^[A-Z]"))
((_ (unit . (identifier) @_extends .) . [(unit (identifier) @base .) (block . (unit (identifier) @base .))]) @inherits (#eq? @_extends "extends"))
((_ (unit . (identifier) @_extends .) . [(unit (identifier) @base .) (block . (unit (identifier) @base .))]) @implements (#eq? @_extends "implements"))
[(block_comment) (line_comment)] @comment

; bindings: of a type that is written, and of what is put in
((_ . (unit)* (unit . (identifier) @type .) . (unit . (identifier) @target .)) @bind.typed (#match? @type "^[A-Z]"))
((arg_block (unit . (identifier) @type .) . (unit . (identifier) @target .)) @bind.typed (#match? @type "^[A-Z]"))
((_ (unit . (identifier) @target .) . (operators) @_is . (_) @value) @bind (#eq? @_is "="))

; expressions: a step is taken on what stands before it
(unit . (func . (identifier) @callee (arg_block) @arguments) @expr.call)
(unit (_) @object . (func . (identifier) @member (arg_block) @arguments) @expr.call)
(unit (_) @object . (identifier) @member @expr.attribute)
(unit (_) @part .) @expr.any
((identifier) @expr.self (#eq? @expr.self "this"))
((identifier) @expr.super (#eq? @expr.super "super"))
[(string) (number)] @expr.literal

; imports
((command . (unit . (identifier) @_import .) . (unit) @module) @import (#eq? @_import "import") (#not-eq? @module "static"))
((command . (unit . (identifier) @_import .) . (unit . (identifier) @_static .) . (unit) @module) @import
  (#eq? @_import "import") (#eq? @_static "static"))
((command . (unit . (identifier) @_apply .) (string) @module) @import.all (#eq? @_apply "apply"))
