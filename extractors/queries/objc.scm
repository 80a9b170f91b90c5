; What Objective-C says beside C. The roles are explained in docs/languages.md.

; definitions
(class_interface "@interface" . (identifier) @name . ":" . superclass: (_) @base) @body @def.class
(class_interface "@interface" . (identifier) @owner . "(") @body @def.extension
(class_interface (parameterized_arguments (type_name (type_identifier) @base))) @implements
(protocol_declaration . "@protocol" . (identifier) @name) @body @def.interface
(protocol_declaration (protocol_reference_list (identifier) @base)) @inherits
(protocol_declaration (_ (_ (method_type) @returns . (identifier) @name . ";") @def.method))
(protocol_declaration (_ (method_type) @returns . (identifier) @name . ";") @def.method)
(protocol_declaration (_ (_ (method_type) @returns . ((identifier) @name . (method_parameter (identifier) @only))+) @def.method))
(protocol_declaration (_ (method_type) @returns . ((identifier) @name . (method_parameter (identifier) @only))+) @def.method)
(class_implementation . "@implementation" . (identifier) @owner
  (implementation_definition (_ (method_type) @returns . (identifier) @name . (compound_statement) @body) @def.member))
(class_implementation . "@implementation" . (identifier) @owner
  (implementation_definition (_ (method_type) @returns . ((identifier) @name . (method_parameter (identifier) @only))+
    . (compound_statement) @body) @def.member))
(implementation_definition (_ . "+" @flag) @flagged)
(block_literal (parameter_list)? @parameters (compound_statement) @body) @def.arrow

; parameters and fields
(method_parameter (method_type) @type . (identifier) @name) @parameter
(property_declaration (struct_declaration . (_) @type . (struct_declarator [(identifier) @name (_ "*" declarator: (identifier) @name)]))) @bind.field
(class_interface (instance_variables (instance_variable (struct_declaration . (_) @type . (struct_declarator [(identifier) @name (_ "*" declarator: (identifier) @name)]))) @bind.field))
(method_type (type_name . (_) @part)) @expr.any
((type_identifier) @expr.class (#eq? @expr.class "instancetype"))

; messages
(message_expression receiver: (_) @object . method: (identifier) @member . "]") @expr.call
(message_expression receiver: (_) @object . ((identifier) @member . ":" . (_) @only)+) @expr.call
((message_expression receiver: (_) @type method: (identifier) @_makes) @expr.instance (#any-of? @_makes "alloc" "new" "class"))
((identifier) @expr.self (#eq? @expr.self "self"))
((identifier) @expr.super (#eq? @expr.super "super"))

(module_import path: (_) @module) @import.only
