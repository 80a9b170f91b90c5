; What JavaScript and TypeScript have in common. The roles are explained in docs/languages.md.

; definitions
(function_declaration name: (identifier) @name parameters: (formal_parameters) @parameters body: (_) @body) @def.function
(generator_function_declaration name: (identifier) @name parameters: (formal_parameters) @parameters body: (_) @body) @def.function
(class_declaration name: (_) @name body: (class_body) @body) @def.class
(class name: (_)? @name body: (class_body) @body) @def.class.value
(method_definition name: (_) @name parameters: (formal_parameters) @parameters body: (_) @body) @def.method
(function_expression name: (_)? @name parameters: (formal_parameters) @parameters body: (_) @body) @def.value
(generator_function name: (_)? @name parameters: (formal_parameters) @parameters body: (_) @body) @def.value
(arrow_function parameters: (formal_parameters) @parameters body: (statement_block) @body) @def.arrow
(arrow_function parameters: (formal_parameters) @parameters body: (expression) @result) @def.arrow
(arrow_function parameter: (identifier) @only body: (statement_block) @body) @def.arrow
(arrow_function parameter: (identifier) @only body: (expression) @result) @def.arrow
(method_definition ["static" "get" "set" "async"] @flag) @flagged
(comment) @comment

; the names of functions that are values
(variable_declarator name: (identifier) @name value: (_) @named) @naming
(assignment_expression left: (identifier) @name right: (_) @named) @naming
(assignment_expression left: (_ object: (_) @owner property: (_) @name) right: (_) @named) @naming
(object (pair key: [(property_identifier) (string)] @name value: (_) @named)) @naming.item
(object (method_definition name: (_) @name) @named) @naming.item
(export_statement "default" @name value: (_) @named) @naming
(call_expression arguments: (arguments . [(string) (template_string)] @text [(arrow_function) (function_expression)] @named)) @naming.title


; parameters
(assignment_pattern left: (_) @name right: (_) @default) @parameter
(rest_pattern (_) @name) @parameter.rest

; bindings
(variable_declarator name: (_) @target value: (_) @value) @bind
(assignment_expression left: (_) @target right: (_) @value) @bind
(for_in_statement left: (_) @target right: (_) @iterable) @bind.each

; what may not run, or not all of it
[(if_statement) (for_statement) (for_in_statement) (while_statement) (do_statement) (try_statement) (switch_statement)] @branching
(if_statement consequence: (_) @branch)
(else_clause (_) @branch)
[(catch_clause) (switch_case) (switch_default)] @branch
(for_statement body: (_) @branch)
(for_in_statement body: (_) @branch)
(while_statement body: (_) @branch)

; leaving
(return_statement (_) @value) @return
(yield_expression (_) @value) @yield

; expressions
(call_expression function: (_) @callee arguments: (arguments) @arguments) @expr.call
(call_expression function: (_) @callee arguments: (template_string)) @expr.call
(new_expression constructor: (_) @callee arguments: (arguments)? @arguments) @expr.call.new
(member_expression object: (_) @object property: [(property_identifier) (private_property_identifier)] @member) @expr.attribute
(subscript_expression object: (_) @object index: (_) @key) @expr.index
(spread_element (_) @value) @argument.rest
[(array) (array_pattern)] @expr.list
(object) @expr.object
(object_pattern) @expr.object
(pair key: (_) @key value: (_) @value) @pair
(shorthand_property_identifier) @pair.short
(pair_pattern key: (_) @key value: (_) @value) @pair
(shorthand_property_identifier_pattern) @pair.short
(object_assignment_pattern left: (_) @value right: (_) @default) @pair.default
(parenthesized_expression (_) @part) @expr.any
(await_expression (_) @part) @expr.any
(ternary_expression consequence: (_) @part alternative: (_) @part) @expr.any
(binary_expression left: (_) @part operator: ["||" "&&" "??"] right: (_) @part) @expr.any
(sequence_expression (_) @part .) @expr.any
(assignment_pattern left: (_) @part) @expr.any
[(string) (number)] @expr.literal
((identifier) @expr.module (#eq? @expr.module "exports"))
((member_expression object: (identifier) @_module property: (property_identifier) @_exports) @expr.module (#eq? @_module "module") (#eq? @_exports "exports"))
(this) @expr.self
(super) @expr.super

; reads of names that are part of no expression above
(binary_expression [(identifier) (member_expression)] @read)
(unary_expression [(identifier) (member_expression)] @read)
(template_substitution (_) @read)
(if_statement condition: (parenthesized_expression [(identifier) (member_expression)] @read))

; imports and exports
(import_statement (import_clause (identifier) @alias) source: (string) @module) @import.default
(import_statement (import_clause (namespace_import (identifier) @alias)) source: (string) @module) @import
(import_statement (import_clause (named_imports (import_specifier name: (_) @name alias: (_)? @alias))) source: (string) @module) @import
(import_statement . "import" . source: (string) @module) @import.only
((call_expression function: (identifier) @_name arguments: (arguments . (string) @module .)) @expr.import (#eq? @_name "require"))
(call_expression function: (import) arguments: (arguments . (string) @module)) @expr.import
(export_statement (export_clause (export_specifier name: (_) @name alias: (_)? @alias)) source: (string) @module) @export.from
(export_statement !source (export_clause (export_specifier name: (_) @name alias: (_)? @alias))) @export
(export_statement "*" . source: (string) @module) @import.all
(export_statement "*" "from" source: (string) @module) @import.all
(export_statement (namespace_export (_) @alias) source: (string) @module) @export.from
(export_statement "default" value: (_) @value) @export.default
(export_statement "default" declaration: (_ name: (_) @value)) @export.default
((assignment_expression left: (_ object: (identifier) @_module property: (property_identifier) @_exports) right: (_) @value) @export.all (#eq? @_module "module") (#eq? @_exports "exports"))
((assignment_expression left: (identifier) @_exports right: (_) @value) @export.all (#eq? @_exports "exports"))
((assignment_expression left: (_ object: (_) @_exports property: (property_identifier) @name) right: (_) @value) @export.value (#match? @_exports "^(module\\.)?exports$"))

; when imports run (ECMA-262: import() asks for a module while others go on; a function that is called where it stands runs there)
(call_expression function: (import)) @when.late
(await_expression (call_expression function: (import)) @when.load)
((call_expression function: (parenthesized_expression [(function_expression) (arrow_function)] @when.load)) (#not-match? @when.load "^async\\b"))
((parenthesized_expression (call_expression function: (function_expression) @when.load)) (#not-match? @when.load "^async\\b"))
((unary_expression argument: (call_expression function: (function_expression) @when.load)) (#not-match? @when.load "^async\\b"))
((call_expression function: (_ object: (function_expression) @when.load property: (property_identifier) @_how)) (#any-of? @_how "call" "apply") (#not-match? @when.load "^async\\b"))
((call_expression function: (_ object: (parenthesized_expression (function_expression) @when.load) property: (property_identifier) @_how)) (#any-of? @_how "call" "apply") (#not-match? @when.load "^async\\b"))
