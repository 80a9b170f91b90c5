; What R says. The roles are explained in docs/languages.md.

; definitions
(function_definition parameters: (_) @parameters body: (_) @body) @def.value
(binary_operator lhs: [(identifier) (string)] @name operator: ["<-" "=" "<<-" ":="] rhs: (function_definition) @named) @naming
(binary_operator lhs: (function_definition) @named operator: ["->" "->>"] rhs: (identifier) @name) @naming
((call function: (identifier) @_list arguments: (arguments argument: (argument name: (identifier) @name value: (function_definition) @named)))
  @naming (#eq? @_list "list"))
((call function: (identifier) @_set arguments: (arguments . argument: (argument value: (string content: (_) @name))
  argument: (argument value: (function_definition) @named .))) @naming (#any-of? @_set "setMethod" "setGeneric" "setReplaceMethod"))
((call function: (identifier) @_set arguments: (arguments . argument: (argument value: (string content: (_) @name)))) @def.class
  (#any-of? @_set "setClass" "setRefClass" "new_class"))
(comment) @comment

; parameters and bindings
(parameter name: (_) @name default: (_)? @default) @parameter
(binary_operator lhs: (_) @target operator: ["<-" "=" "<<-"] rhs: (_) @value) @bind
(binary_operator lhs: (_) @value operator: ["->" "->>"] rhs: (_) @target) @bind
(for_statement variable: (_) @target sequence: (_) @iterable) @bind.each

; branches
[(if_statement) (while_statement) (for_statement) (repeat_statement)] @branching
(if_statement consequence: (_) @branch)
(if_statement alternative: (_) @branch)
(while_statement body: (_) @branch)
(for_statement body: (_) @branch)

; expressions
(call function: [(identifier) (call) (parenthesized_expression) (string)] @callee arguments: (_) @arguments) @expr.call
(call function: (extract_operator lhs: (_) @object rhs: (identifier) @member) arguments: (_) @arguments) @expr.call
(call function: (namespace_operator) @callee arguments: (_) @arguments) @expr.call
(namespace_operator lhs: (_) @module rhs: (_) @name) @expr.import
(argument name: (_) @label value: (_) @value) @argument
(argument !name value: (_) @value) @argument
(extract_operator lhs: (_) @object rhs: (identifier) @member) @expr.attribute
(subset2 function: (_) @object arguments: (arguments argument: (argument value: (_) @key))) @expr.index
(parenthesized_expression body: (_) @part) @expr.any
(braced_expression body: (_) @part .) @expr.any
[(string) (float) (integer) (true) (false) (null)] @expr.literal

; reads of names that are part of no expression above
(argument value: (identifier) @read)
(binary_operator rhs: (identifier) @read)

; imports
((call function: (identifier) @_use arguments: (arguments . argument: (argument value: (identifier) @module))) @import.only
  (#any-of? @_use "library" "require" "requireNamespace"))
((call function: (identifier) @_use arguments: (arguments . argument: (argument value: (string content: (_) @module)))) @import.all
  (#any-of? @_use "source" "sys.source"))
