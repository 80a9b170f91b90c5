; What Python says. The roles are explained in docs/languages.md.

; definitions
(function_definition name: (identifier) @name parameters: (parameters) @parameters return_type: (type (_) @returns)? body: (block) @body) @def.function
(class_definition name: (identifier) @name superclasses: (argument_list)? @bases body: (block) @body) @def.class
(lambda parameters: (lambda_parameters)? @parameters body: (_) @result) @def.lambda
(function_definition "async" @flag) @flagged
(decorated_definition) @decorations
(function_definition body: (block . (string (string_content) @text))) @documented
(class_definition body: (block . (string (string_content) @text))) @documented
(module . (string (string_content) @text)) @documented
(module . (comment) . (string (string_content) @text)) @documented
(comment) @comment

; parameters
(typed_parameter . (identifier) @name type: (type (_) @type)) @parameter
(typed_parameter . (list_splat_pattern (identifier) @name) type: (type (_) @type)) @parameter.rest
(typed_parameter . (dictionary_splat_pattern (identifier) @name) type: (type (_) @type)) @parameter.named
(default_parameter name: (identifier) @name value: (_) @default) @parameter
(typed_default_parameter name: (identifier) @name type: (type (_) @type) value: (_) @default) @parameter
(list_splat_pattern (identifier) @name) @parameter.rest
(dictionary_splat_pattern (identifier) @name) @parameter.named

; bindings
(assignment left: (_) @target right: (_) @value) @bind
(assignment left: (_) @target type: (type (_) @type)) @bind.typed
(named_expression name: (_) @target value: (_) @value) @bind
(as_pattern (_) @value alias: (as_pattern_target (_) @target)) @bind
(for_statement left: (_) @target right: (_) @iterable) @bind.each
(for_in_clause left: (_) @target right: (_) @iterable) @bind.each
(except_clause value: (as_pattern (_) @type alias: (as_pattern_target (_) @target))) @bind.typed
(global_statement (identifier) @name) @declare.module
(nonlocal_statement (identifier) @name) @declare.outer

; what may not run, or not all of it
[(if_statement) (for_statement) (while_statement) (try_statement) (match_statement)] @branching
(if_statement consequence: (block) @branch)
(elif_clause consequence: (block) @branch)
(else_clause body: (block) @branch)
(for_statement body: (block) @branch)
(while_statement body: (block) @branch)
[(except_clause) (case_clause)] @branch

; leaving
(return_statement (_) @value) @return
(yield . (_) @value) @yield
(yield "from" (_) @iterable) @yield.all
(raise_statement . [(identifier) (attribute)] @callee) @expr.call.raise

; expressions
(call function: (_) @callee arguments: (argument_list) @arguments) @expr.call
(call function: (_) @callee arguments: (generator_expression) @only) @expr.call
((call function: (identifier) @_name) @expr.super (#eq? @_name "super"))
(attribute object: (_) @object attribute: (identifier) @member) @expr.attribute
(subscript value: (_) @object subscript: (_) @key) @expr.index
(keyword_argument name: (identifier) @label value: (_) @value) @argument
(list_splat (_) @value) @argument.rest
(dictionary_splat (_) @value) @argument.named
[(list) (tuple) (set) (expression_list) (pattern_list) (tuple_pattern) (list_pattern)] @expr.list
(list_splat_pattern (_) @value) @splat
(dictionary) @expr.dict
(pair key: (_) @key value: (_) @value) @pair
(list_comprehension body: (_) @item) @expr.list.of
(set_comprehension body: (_) @item) @expr.list.of
(generator_expression body: (_) @item) @expr.list.of
(boolean_operator left: (_) @part right: (_) @part) @expr.any
(conditional_expression . (_) @part (_) @condition (_) @part) @expr.any
(binary_operator left: (_) @part operator: "|" right: (_) @part) @expr.any
(parenthesized_expression (_) @part) @expr.any
(await (_) @part) @expr.any
(as_pattern . (_) @part) @expr.any
(type (_) @part) @expr.any
[(string) (integer)] @expr.literal

; reads of names that are part of no expression above
(comparison_operator [(identifier) (attribute) (subscript)] @read)
(boolean_operator [(identifier) (attribute) (subscript)] @read)
(not_operator argument: [(identifier) (attribute) (subscript)] @read)
(unary_operator argument: [(identifier) (attribute) (subscript)] @read)
(binary_operator [(identifier) (attribute) (subscript)] @read)
(augmented_assignment [(identifier) (attribute) (subscript)] @read)
(delete_statement [(attribute) (subscript)] @read)
(delete_statement (expression_list [(attribute) (subscript)] @read))
(assert_statement [(identifier) (attribute) (subscript)] @read)
(module [(attribute) (subscript)] @read)
(block [(attribute) (subscript)] @read)
(if_statement condition: [(identifier) (attribute) (subscript)] @read)
(elif_clause condition: [(identifier) (attribute) (subscript)] @read)
(while_statement condition: [(identifier) (attribute) (subscript)] @read)
(if_clause [(identifier) (attribute) (subscript)] @read)
(conditional_expression (_) [(identifier) (attribute) (subscript)] @read (_))
(except_clause value: (_) @read)
(interpolation expression: (_) @read)
(generic_type (identifier) @object (type_parameter (type (_) @key))) @expr.index
(union_type (type (_) @part) (type (_) @part)) @expr.any

; imports
(import_statement name: (dotted_name) @module) @import
(import_statement name: (aliased_import name: (dotted_name) @module alias: (identifier) @alias)) @import
(import_from_statement module_name: (_) @module name: (dotted_name) @name) @import
(import_from_statement module_name: (_) @module name: (aliased_import name: (dotted_name) @name alias: (identifier) @alias)) @import
(import_from_statement module_name: (_) @module (wildcard_import)) @import.all

; when imports run: never (typing, TYPE_CHECKING), or when the file is a program (The Python Language Reference, __main__)
((if_statement condition: [(identifier) (attribute) (false)] @_checking consequence: (block) @when.types) (#match? @_checking "^(([a-z]\\w*\\.)?TYPE_CHECKING|False)$"))
((if_statement condition: (boolean_operator [(identifier) (attribute)] @_checking operator: "and") consequence: (block) @when.types) (#match? @_checking "^([a-z]\\w*\\.)?TYPE_CHECKING$"))
((if_statement condition: (not_operator argument: [(identifier) (attribute)] @_checking) alternative: (else_clause body: (block) @when.types)) (#match? @_checking "^([a-z]\\w*\\.)?TYPE_CHECKING$"))
((elif_clause condition: [(identifier) (attribute) (false)] @_checking consequence: (block) @when.types) (#match? @_checking "^(([a-z]\\w*\\.)?TYPE_CHECKING|False)$"))
((if_statement condition: (comparison_operator (identifier) @_name operators: "==" (string)) consequence: (block) @when.late) (#eq? @_name "__name__"))
