; What Rust says. The roles are explained in docs/languages.md.

; definitions
(function_item name: (_) @name parameters: (_) @parameters return_type: (_)? @returns body: (_) @body) @def.function
(function_signature_item name: (_) @name parameters: (_) @parameters return_type: (_)? @returns) @def.function
(struct_item name: (_) @name body: (_)? @body) @def.class
(union_item name: (_) @name body: (_) @body) @def.class
(enum_item name: (_) @name body: (_) @body) @def.enum
(enum_variant name: (_) @name body: (_)? @body) @def.variant
(trait_item name: (_) @name bounds: (_)? @bases body: (_) @body) @def.interface
(mod_item name: (_) @name body: (_) @body) @def.namespace
(type_item name: (_) @name type: (_) @base) @def.alias
(associated_type name: (_) @name bounds: (_)? @bases) @def.alias
(impl_item trait: (_)? @base type: (_) @owner body: (_) @body) @def.extension
(macro_invocation macro: [(identifier) @callee (scoped_identifier path: (_) @object name: (_) @member)]) @expr.call.macro
(macro_invocation (token_tree (identifier) @callee @expr.call.token . (token_tree)))
(macro_invocation (token_tree (token_tree (identifier) @callee @expr.call.token . (token_tree))))
(macro_invocation (token_tree (token_tree (token_tree (identifier) @callee @expr.call.token . (token_tree)))))
(macro_definition name: (_) @name) @def.macro
(closure_expression parameters: (_) @parameters return_type: (_)? @returns body: (_) @result) @def.arrow
(function_type parameters: (_) @parameters return_type: (_)? @returns) @def.type
(function_type parameters: (parameters (_) @type @parameter))
(_ type_parameters: (type_parameters (type_parameter name: (_) @name bounds: (_)? @type))) @generic
((_ (where_clause (where_predicate left: (type_identifier) @name bounds: (_) @type))) @generic (#not-eq? @name "Self"))
(attribute_item (attribute) @decorator) @decoration.next
(function_item (function_modifiers "async" @flag)) @flagged
[(line_comment) (block_comment)] @comment

; parameters and fields
(self_parameter) @parameter.receiver
(parameter pattern: (self)) @parameter.receiver
(parameter pattern: (_) @name type: (_) @type) @parameter
(field_declaration name: (_) @name type: (_) @type) @bind.field
(ordered_field_declaration_list type: (_) @type @bind.place)
(const_item name: (_) @name type: (_) @type value: (_)? @value) @bind.item
(static_item name: (_) @name type: (_) @type value: (_)? @value) @bind.item

; bindings and patterns
(let_declaration pattern: (_) @target type: (_)? @type value: (_)? @value) @bind
(let_condition pattern: (_) @target value: (_) @value) @bind
(match_expression value: (_) @value body: (match_block (match_arm pattern: (match_pattern . (_) @target) @bind)))
(for_expression pattern: (_) @target value: (_) @iterable) @bind.each
((tuple_struct_pattern type: (_) @_type . (_) @part) @expr.element (#any-of? @_type "Some" "Ok"))
((tuple_struct_pattern type: (_) @type) @expr.unpacked (#not-match? @type "^(Some|Ok)$"))
(struct_pattern type: (_) @type) @expr.unpacked
(field_pattern name: (shorthand_field_identifier)) @pair.short
(field_pattern name: (field_identifier) @key pattern: (_) @value) @pair
[(or_pattern) (captured_pattern) (ref_pattern) (mut_pattern) (reference_pattern)] @expr.any
[(tuple_pattern) (slice_pattern)] @expr.list

; where names end
[(block) (if_expression) (while_expression) (for_expression) (match_arm)] @block

; types
(reference_type type: (_) @part) @expr.any
(pointer_type type: (_) @part) @expr.any
(dynamic_type trait: (_) @part) @expr.any
(abstract_type trait: (_) @part) @expr.any
(bracketed_type (_) @part) @expr.any
(qualified_type type: (_) @part) @expr.any
(higher_ranked_trait_bound type: (_) @part) @expr.any
[(bounded_type) (trait_bounds)] @expr.any
(array_type element: (_) @item) @expr.list.of
(tuple_type) @expr.tuple.of
((generic_type type: (_) @object type_arguments: (type_arguments . (_type) @key)) @expr.index (#not-match? @object "Map$"))
((generic_type type: (_) @object type_arguments: (type_arguments (lifetime) . (_type) @key)) @expr.index (#not-match? @object "Map$"))
((generic_type type: (_) @object type_arguments: (type_arguments . (_type) . (_type) @key)) @expr.index (#match? @object "Map$"))
(generic_type type: (_) @object type_arguments: (type_arguments (type_binding type: (_) @key))) @expr.index
(generic_type type: (_) @part type_arguments: (type_arguments . (lifetime) .)) @expr.any
(generic_type type: (_) @part type_arguments: (type_arguments . (lifetime) . (lifetime) .)) @expr.any
(scoped_type_identifier path: (_) @object name: (_) @member) @expr.scoped

; expressions
(call_expression function: [(identifier) (scoped_identifier) (parenthesized_expression) (call_expression) (index_expression)] @callee arguments: (_) @arguments) @expr.call
(call_expression function: (generic_function function: [(identifier) (scoped_identifier)] @callee) arguments: (_) @arguments) @expr.call
(call_expression function: (field_expression value: (_) @object field: (_) @member) arguments: (_) @arguments) @expr.call
(call_expression function: (generic_function function: (field_expression value: (_) @object field: (_) @member)) arguments: (_) @arguments) @expr.call
((call_expression function: (scoped_identifier path: (identifier) @_type name: (identifier) @_name) arguments: (arguments . (_) @part .)) @expr.first
  (#any-of? @_type "Box" "Rc" "Arc") (#eq? @_name "new"))
(scoped_identifier path: (_) @object name: (_) @member) @expr.scoped
(generic_function function: (_) @part) @expr.any
(field_expression value: (_) @object field: (_) @member) @expr.field
(index_expression . (_) @object (_) @key) @expr.index
(struct_expression name: (_) @type) @expr.instance
(type_cast_expression type: (_) @type) @expr.instance
(reference_expression value: (_) @part) @expr.any
(unary_expression (_) @part) @expr.any
(parenthesized_expression (_) @part) @expr.any
(await_expression (_) @part) @expr.any
(try_expression (_) @part) @expr.element
(assignment_expression right: (_) @part) @expr.any
(if_expression consequence: (block (_) @part .) alternative: (else_clause (block (_) @part .))) @expr.any
(unsafe_block (block (_) @part .)) @expr.any
(closure_expression body: (block (_expression) @part .) @expr.any)
(match_expression body: (match_block . (match_arm value: (_) @part))) @expr.any
[(tuple_expression) (array_expression)] @expr.list
[(string_literal) (integer_literal) (boolean_literal) (char_literal) (float_literal)] @expr.literal
(self) @expr.self
(scoped_identifier path: (self) @expr.module)
(scoped_type_identifier path: (self) @expr.module)

; reads of names that are part of no expression above
(binary_expression [(identifier) (scoped_identifier)] @read)
(block [(identifier) (scoped_identifier)] @read .)
(field_initializer value: [(identifier) (scoped_identifier)] @read)
(match_arm value: [(identifier) (scoped_identifier)] @read)
(return_expression [(identifier) (scoped_identifier)] @read)
(match_pattern (scoped_identifier) @read)
(tuple_struct_pattern type: (scoped_identifier) @read)

; imports
(use_declaration argument: (_) @module) @import.tree
(extern_crate_declaration name: (_) @name alias: (_)? @alias) @import.crate
(mod_item name: (_) @name !body) @import.part
