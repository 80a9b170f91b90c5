; What Solidity says. The roles are explained in docs/languages.md.

; definitions
(contract_declaration name: (_) @name body: (_) @body) @def.class
(interface_declaration name: (_) @name body: (_) @body) @def.interface
(library_declaration name: (_) @name body: (_) @body) @def.class
(struct_declaration name: (_) @name body: (_) @body) @def.class
(enum_declaration name: (_) @name body: (_) @body) @def.enum
(enum_value) @name @bind.instance
(event_definition name: (_) @name) @def.class
(error_declaration name: (_) @name) @def.class
(function_definition name: (_) @name . (parameter)* @only body: (_) @body) @def.function
(function_definition name: (_) @name . (parameter)* @only !body) @def.function
(function_definition return_type: (_) @type) @promising
(modifier_definition name: (_) @name . (parameter)* @only body: (_) @body) @def.function
(modifier_definition name: (_) @name . (parameter)* @only !body) @def.function
(constructor_definition "constructor" @name . "(" . (parameter)* @only body: (_) @body) @def.method
(fallback_receive_definition ["receive" "fallback"] @name body: (_) @body) @def.method
(contract_declaration "abstract" @flag) @flagged
(_ (inheritance_specifier ancestor: (_) @base)) @inherits
(comment) @comment

; parameters, fields and bindings
(parameter type: (_) @type name: (_) @name) @parameter
(return_type_definition . (parameter type: (_) @part) .) @expr.any
(struct_member type: (_) @type name: (_) @name) @bind.field
(state_variable_declaration type: (_) @type name: (_) @name value: (_)? @value) @bind.field
(variable_declaration_statement (variable_declaration type: (_) @type name: (_) @target) value: (_) @value) @bind
(variable_declaration_statement (variable_declaration type: (_) @type name: (_) @target) .) @bind.typed
(variable_declaration_statement (variable_declaration_tuple (variable_declaration type: (_) @type name: (_) @target) @bind.typed))
(block_statement) @block
(for_statement) @block

; types
(type_name . (_) @part .) @expr.any
(type_name value_type: (_) @item) @expr.list.of
(type_name . (type_name) @item) @expr.list.of
(user_defined_type . (identifier) @part .) @expr.any
(user_defined_type . (identifier) @object . (identifier) @member .) @expr.attribute

; expressions
(call_expression function: (expression [(identifier) (call_expression)] @callee)  . "(" . (call_argument)* @only) @expr.call
(call_expression function: (expression (member_expression object: (_) @object property: (_) @member))  . "(" . (call_argument)* @only) @expr.call
(call_expression function: (expression (struct_expression type: (expression (member_expression object: (_) @object property: (_) @member))))
  . "(" . (call_argument)* @only) @expr.call
(call_expression function: (expression (new_expression name: (_) @callee))  . "(" . (call_argument)* @only) @expr.call.new
(call_argument (expression) @value) @argument
(member_expression object: (_) @object property: (_) @member) @expr.attribute
(array_access base: (_) @object index: (_) @key) @expr.index
(expression . (_) @part .) @expr.any
((identifier) @expr.self (#eq? @expr.self "this"))
((identifier) @expr.super (#eq? @expr.super "super"))
[(number_literal) (string_literal) (boolean_literal)] @expr.literal
(return_statement (_) @value) @return

; what a function says before its body, and what it tells of
(function_definition name: (_) @owner (modifier_invocation (identifier) @value)) @amended
(emit_statement name: (_) @read)
(revert_statement error: (_) @read)
(using_directive (type_alias (identifier) @read))
(call_argument (expression (identifier) @read))
(binary_expression (expression (identifier) @read))
(return_statement (expression (identifier) @read))

; imports
(import_directive !import_name !alias source: (_) @module) @import.all
(import_directive import_name: (_) @name . ["," "}"] source: (_) @module) @import
(import_directive import_name: (_) @name . "as" . alias: (_) @alias source: (_) @module) @import
(import_directive !import_name alias: (_) @alias source: (_) @module) @import
