; What Elixir says. The roles are explained in docs/languages.md. Variables are no names here: only what is called may be a function.

; definitions
((call target: (identifier) @_def (arguments . (alias) @name) (do_block) @body) @def.namespace (#any-of? @_def "defmodule" "defprotocol"))
((call target: (identifier) @_def (arguments . (alias) @name) (do_block) @body) @def.class.value (#eq? @_def "defimpl"))
((call target: (identifier) @_def (arguments . (alias) @value (keywords (pair key: (keyword) @_for value: (alias) @owner)))) @amended
  (#eq? @_def "defimpl") (#match? @_for "^for:"))
((call target: (identifier) @_def (arguments . [
    (call target: (identifier) @name)
    (identifier) @name
    (binary_operator left: (call target: (identifier) @name) "when")
    (binary_operator left: (identifier) @name "when")] (keywords)? @body) (do_block)? @body) @def.function
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate"))
((call target: (identifier) @_def (arguments . (binary_operator operator: _ @name) (keywords)? @body) (do_block)? @body) @def.function
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop") (#not-eq? @name "when"))
((unary_operator "@" operand: (call target: (identifier) @_spec (arguments [
    (binary_operator left: (call target: (identifier) @name))
    (binary_operator left: (binary_operator left: (call target: (identifier) @name)))]))) @def.type
  (#any-of? @_spec "spec" "callback" "macrocallback" "type" "typep" "opaque"))
(call (do_block (unary_operator (call target: (identifier) @_doc (arguments (string (quoted_content) @text))) (#eq? @_doc "moduledoc")))) @documented
((unary_operator (call target: (identifier) @_doc (arguments (string (quoted_content) @text)))) . (unary_operator)? . (call target: (identifier) @_def) @documented
  (#eq? @_doc "doc"))
(comment) @comment

; calls and names
(call target: (identifier) @callee @expr.call.bare (arguments))
(call target: (identifier) @callee @expr.call.bare (do_block))
(binary_operator "|>" right: (identifier) @callee @expr.call.bare)
(call target: (dot left: (_) @object right: (identifier) @member) (arguments) @arguments) @expr.call
(binary_operator "|>" right: (call target: (dot left: (_) @object right: (identifier) @member) .) @expr.call)
(unary_operator "&" operand: (binary_operator left: (call target: (dot left: (alias) @object right: (identifier) @member)) @expr.attribute @read "/"))
(unary_operator "&" operand: (binary_operator left: (identifier) @expr.own @read "/"))
(alias) @expr.path
(struct (alias) @read)
((identifier) @expr.class (#eq? @expr.class "__MODULE__"))

; imports
((call target: (identifier) @_alias (arguments . (alias) @name .)) @using (#any-of? @_alias "alias" "require" "use"))
((call target: (identifier) @_alias (arguments . (dot left: (alias) @owner right: (tuple (alias) @name)) .)) @using (#any-of? @_alias "alias" "require"))
((call target: (identifier) @_alias (arguments . (alias) @name (keywords (pair key: (keyword) @_as value: (alias) @alias)))) @using
  (#any-of? @_alias "alias" "require") (#match? @_as "^as:"))
((call target: (identifier) @_import (arguments . (alias) @name)) @namespace.open (#eq? @_import "import"))
((unary_operator "@" operand: (call target: (identifier) @_behaviour (arguments . (alias) @read))) (#eq? @_behaviour "behaviour"))
