; What Ruby says. The roles are explained in docs/languages.md.

; definitions
(class name: (constant) @name body: (_)? @body) @def.class
(module name: (constant) @name body: (_)? @body) @def.class
(class name: (scope_resolution name: (_) @name) body: (_)? @body) @def.class
(module name: (scope_resolution name: (_) @name) body: (_)? @body) @def.class
(method name: (_) @name parameters: (_)? @parameters body: (_)? @body) @def.function
(singleton_method name: (_) @name parameters: (_)? @parameters body: (_)? @body) @def.function
(singleton_method object: (self) @flag) @flagged
(block parameters: (_)? @parameters body: (_) @body) @def.arrow
(do_block parameters: (_)? @parameters body: (_) @body) @def.arrow
((call method: (identifier) @_name arguments: (argument_list . (_) @text) block: (_) @named) @naming.title
  (#any-of? @_name "describe" "context" "it" "test" "specify"))
(class superclass: (superclass (_) @base)) @inherits
((class body: (body_statement (_ !receiver method: (identifier) @_name arguments: (_ (_) @base)))) @inherits
  (#any-of? @_name "include" "extend" "prepend"))
((module body: (body_statement (_ !receiver method: (identifier) @_name arguments: (_ (_) @base)))) @inherits
  (#any-of? @_name "include" "prepend"))
(comment) @comment

; parameters
(optional_parameter name: (_) @name value: (_) @default) @parameter
(keyword_parameter name: (_) @name value: (_)? @default) @parameter
(splat_parameter name: (_) @name) @parameter.rest
(hash_splat_parameter name: (_) @name) @parameter.named
(block_parameter name: (_) @name) @parameter

; bindings
(assignment left: (_) @target right: (_) @value) @bind
(operator_assignment left: (_) @target right: (_) @value) @bind
[(left_assignment_list) (right_assignment_list) (array)] @expr.list
(return (argument_list . (_) @value)) @return
(method body: (body_statement (_) @value @return .))
(singleton_method body: (body_statement (_) @value @return .))
(yield) @yield

; expressions
((call receiver: (_) @callee method: (identifier) @_name arguments: (_)? @arguments) @expr.call.new (#eq? @_name "new"))
((call receiver: (_) @object method: (_) @member arguments: (_)? @arguments) @expr.call (#not-eq? @member "new"))
(call !receiver method: (identifier) @callee arguments: (_) @arguments) @expr.call
(body_statement (identifier) @callee @expr.call.bare)
(block_body (identifier) @callee @expr.call.bare)
(scope_resolution scope: (_) @object name: (_) @member) @expr.attribute
(element_reference object: (_) @object . (_) @key) @expr.index
(instance_variable) @expr.own
(parenthesized_statements . (_) @part .) @expr.any
(pair key: (_) @key value: (_) @value) @pair
(hash) @expr.object
[(string) (simple_symbol) (integer) (float) (true) (false) (nil)] @expr.literal
(self) @expr.self
(super) @expr.super

; imports
((call !receiver method: (identifier) @_name arguments: (argument_list . (string (string_content) @module))) @import.all
  (#any-of? @_name "require" "require_relative" "load"))
