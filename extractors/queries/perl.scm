; What Perl says. The roles are explained in docs/languages.md.

; definitions
(package_statement name: (_) @name . ";") @def.class.rest
(package_statement name: (_) @name (block) @body) @def.class
(subroutine_declaration_statement name: (_) @name (signature)? @parameters body: (_) @body) @def.function
(method_declaration_statement name: (_) @name (signature)? @parameters body: (_) @body) @def.function
(anonymous_subroutine_expression (signature)? @parameters body: (_) @body) @def.arrow
(mandatory_parameter (_) @name) @parameter
(optional_parameter . (_) @name default: (_)? @default) @parameter
(slurpy_parameter (_) @name) @parameter.rest
(comment) @comment

; bases
((use_statement module: (package) @_use [
  (string_literal content: (_) @base)
  (quoted_word_list content: (_) @base)
  (list_expression . (string_literal content: (_) @base))]) @inherits.here (#any-of? @_use "parent" "base" "Mojo::Base"))
((assignment_expression left: [(array (varname) @_isa) (variable_declaration variable: (array (varname) @_isa))] right: [
  (string_literal content: (_) @base)
  (quoted_word_list content: (_) @base)
  (list_expression (string_literal content: (_) @base))]) @inherits.here (#eq? @_isa "ISA"))
((ambiguous_function_call_expression function: (_) @_extends arguments: (string_literal content: (_) @base)) @inherits.here
  (#any-of? @_extends "extends" "with"))

; bindings
(assignment_expression left: [(scalar) (hash_element_expression)] @target right: (_) @value) @bind
(assignment_expression left: (variable_declaration variable: (scalar) @target) right: (_) @value) @bind
(assignment_expression left: (variable_declaration !variable) @target right: (_) @value) @bind
(variable_declaration variables: (_)) @expr.list
(for_statement variable: (_) @target list: (_) @iterable) @bind.each
(block) @block

; expressions
(function_call_expression function: (function) @callee) @expr.call
(ambiguous_function_call_expression function: (function) @callee) @expr.call
(expression_statement (bareword) @callee @expr.call.bare)
((method_call_expression invocant: (_) @callee method: (method) @_new) @expr.call.new (#eq? @_new "new"))
((method_call_expression invocant: (_) @object method: (method) @member) @expr.call (#not-match? @member "^(SUPER::.*|new)$"))
((method_call_expression method: (method) @object @member) @expr.call (#match? @member "^SUPER::"))
((method) @expr.super (#match? @expr.super "^SUPER::"))
(hash_element_expression . [(scalar) (hash_element_expression) (method_call_expression)] @object . key: (autoquoted_bareword) @member) @expr.field
((function) @expr.path (#match? @expr.path "::"))
((bareword) @expr.path (#match? @expr.path "::"))
((scalar) @expr.self (#eq? @expr.self "$self"))
((scalar) @expr.class (#any-of? @expr.class "$class" "$proto"))
[(string_literal) (interpolated_string_literal) (number)] @expr.literal
(return_expression (_) @value) @return
(refgen_expression (function) @read)

; modules
((use_statement module: (package) @module) @import.only (#not-match? @module "^[a-z]|^Mojo::Base$"))
((use_statement module: (package) @name) @using.members (#match? @name "^[A-Z]"))
(require_expression (bareword) @module) @import.only
(use_statement) @when.ahead ; perlfunc, use: "at compile time"
