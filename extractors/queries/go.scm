; What Go says. The roles are explained in extractors/roles.md.

(package_clause (_) @name) @package

; definitions
(function_declaration name: (_) @name parameters: (_) @parameters result: (_)? @returns body: (_)? @body) @def.function
(method_declaration
  receiver: (parameter_list (parameter_declaration name: (_)? @receiver type: [
    (type_identifier) @owner
    (generic_type type: (_) @owner)
    (pointer_type [(type_identifier) @owner (generic_type type: (_) @owner)])]))
  name: (_) @name parameters: (_) @parameters result: (_)? @returns body: (_)? @body) @def.member
(type_spec name: (_) @name type: (struct_type (field_declaration_list) @body)) @def.class
(type_spec name: (_) @name type: (interface_type) @body) @def.interface
(type_spec name: (_) @name type: [(type_identifier) (qualified_type) (pointer_type) (array_type) (slice_type) (map_type)
  (channel_type) (function_type) (generic_type) (parenthesized_type)] @base) @def.class
(type_alias name: (_) @name type: (_) @base) @def.alias
(method_elem name: (_) @name parameters: (_) @parameters result: (_)? @returns) @def.method
(func_literal parameters: (_) @parameters result: (_)? @returns body: (_) @body) @def.arrow
(source_file (var_declaration (var_spec . name: (identifier) @name value: (expression_list . (func_literal) @named))))  @naming
(source_file (var_declaration (var_spec_list (var_spec . name: (identifier) @name value: (expression_list . (func_literal) @named)))))  @naming
(function_declaration type_parameters: (type_parameter_list (type_parameter_declaration name: (_) @name type: (_) @type))) @generic
(type_spec type_parameters: (type_parameter_list (type_parameter_declaration name: (_) @name type: (_) @type))) @generic
(method_declaration receiver: (parameter_list (parameter_declaration type:
  (generic_type (type_arguments (type_elem (type_identifier) @name)))))) @generic
(method_declaration receiver: (parameter_list (parameter_declaration type:
  (pointer_type (generic_type (type_arguments (type_elem (type_identifier) @name))))))) @generic
(type_alias type_parameters: (type_parameter_list (type_parameter_declaration name: (_) @name type: (_) @type))) @generic
(type_spec type: (interface_type (type_elem "|" @flag))) @flagged
(type_spec type: (interface_type (type_elem (negated_type "~" @flag)))) @flagged
(comment) @comment

; embedded types
(type_spec type: (struct_type (field_declaration_list (field_declaration !name type: (_) @base)))) @inherits
(type_spec type: (interface_type (type_elem . (_) @base .))) @inherits
(field_declaration !name type: [(type_identifier) @name (qualified_type name: (_) @name) (generic_type type: (type_identifier) @name)] @type) @bind.field

; parameters and fields
(parameter_declaration name: (_)? @name type: (_) @type) @parameter
(variadic_parameter_declaration name: (_)? @name) @type @parameter.rest
(variadic_parameter_declaration type: (_) @item) @expr.list.of
(field_declaration name: (_) @name type: (_) @type) @bind.field

; bindings
(short_var_declaration left: (expression_list . (_) @target .) right: (expression_list . (_) @value .)) @bind
(short_var_declaration left: (expression_list . (_) . (_)) @target right: (expression_list . (call_expression) @value .)) @bind
(short_var_declaration left: (expression_list . (_) . (_)) @target right: (expression_list . (_) . (_)) @value) @bind
(short_var_declaration left: (expression_list . (_) @target . (_) .)
  right: (expression_list . [(index_expression) (type_assertion_expression) (unary_expression)] @value .)) @bind
(var_spec name: (_) @target type: (_) @type) @bind.typed
(var_spec . name: (_) @target . value: (expression_list . (_) @value .)) @bind
(var_spec !type name: (_) . name: (_) @target) @bind
(const_spec name: (_) @target type: (_) @type) @bind.typed
(const_spec !type . name: (_) @target . value: (expression_list . (_) @value .)) @bind
(const_spec !value name: (_) @target) @bind
(range_clause left: (expression_list (_) . (_) @target) right: (_) @iterable) @bind.each
(type_switch_statement alias: (expression_list . (_) @target .) (type_case . type: (_) @type @bind.typed . (statement_list)))

; where names end
[(block) (if_statement) (for_statement) (expression_switch_statement) (type_switch_statement) (select_statement)
  (expression_case) (type_case) (default_case) (communication_case)] @block

; types
(pointer_type (_) @part) @expr.any
(parenthesized_type (_) @part) @expr.any
(type_constraint . (_) @part .) @expr.any
(type_elem . (_) @part .) @expr.any
(slice_type element: (_) @item) @expr.list.of
(array_type element: (_) @item) @expr.list.of
(channel_type value: (_) @item) @expr.list.of
(map_type value: (_) @item) @expr.list.of
(qualified_type package: (_) @object name: (_) @member) @expr.attribute
(generic_type type: (_) @part) @expr.any
(parameter_list) @expr.tuple
(parameter_declaration type: (_) @type) @expr.instance

; expressions
(call_expression function: (_) @callee arguments: (_) @arguments) @expr.call
(type_conversion_expression type: (generic_type type: (_) @callee)) @expr.call
((call_expression function: (identifier) @_name arguments: (argument_list . (_) @type)) @expr.instance (#any-of? @_name "new" "make"))
((call_expression function: (identifier) @_name arguments: (argument_list . (_) @part)) @expr.first (#any-of? @_name "append" "min" "max"))
(type_conversion_expression type: [(slice_type) (pointer_type) (array_type) (map_type) (parenthesized_type)] @type) @expr.instance
(composite_literal type: (_) @type) @expr.instance
(type_assertion_expression type: (_) @type) @expr.instance
(selector_expression operand: (_) @object field: (_) @member) @expr.attribute
(index_expression operand: (_) @object index: (_) @key) @expr.index
(slice_expression operand: (_) @part) @expr.any
(parenthesized_expression (_) @part) @expr.any
(unary_expression operator: ["&" "*"] operand: (_) @part) @expr.any
(unary_expression operator: "<-" operand: (_) @part) @expr.element
(literal_element (_) @part) @expr.any
(expression_list) @expr.list
[(interpreted_string_literal) (int_literal)] @expr.literal

; reads of names that are part of no expression above
(keyed_element (literal_element) (literal_element [(identifier) (selector_expression)] @read))
(literal_value (literal_element [(identifier) (selector_expression)] @read))
(binary_expression [(identifier) (selector_expression)] @read)
(return_statement (expression_list [(identifier) (selector_expression)] @read))
(assignment_statement right: (expression_list [(identifier) (selector_expression)] @read))

; imports
(import_spec !name path: (_) @module) @import
(import_spec name: (package_identifier) @alias path: (_) @module) @import
(import_spec name: (dot) path: (_) @module) @import.all
(import_spec name: (blank_identifier) path: (_) @module) @import.only
