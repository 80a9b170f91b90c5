; What GraphQL says. The roles are explained in docs/languages.md.

; definitions
(object_type_definition (name) @name (fields_definition)? @body) @def.class
(interface_type_definition (name) @name (fields_definition)? @body) @def.interface
(input_object_type_definition (name) @name (input_fields_definition)? @body) @def.class
(union_type_definition (name) @name (union_member_types) @body) @def.class
(enum_type_definition (name) @name (enum_values_definition)? @body) @def.enum
(scalar_type_definition (name) @name) @def.class
(directive_definition (name) @name (arguments_definition)? @body) @def.function
(fields_definition (field_definition (name) @name) @body @def.method)
(operation_definition (operation_type) (name) @name) @body @def.function
(fragment_definition (fragment_name (name) @name)) @body @def.function
(enum_value_definition (enum_value (name) @name)) @bind.instance
(object_type_definition (description) @text) @documented
(interface_type_definition (description) @text) @documented
(input_object_type_definition (description) @text) @documented
(enum_type_definition (description) @text) @documented
(union_type_definition (description) @text) @documented
(scalar_type_definition (description) @text) @documented
(comment) @comment

; bases
(object_type_definition (implements_interfaces (named_type (name) @base))) @implements
(object_type_definition (implements_interfaces (implements_interfaces (named_type (name) @base)))) @implements
(interface_type_definition (implements_interfaces (named_type (name) @base))) @implements

; what is named
(input_fields_definition (input_value_definition (name) @name (type)) @bind.field)
(field_definition (type (named_type (name) @read)))
(field_definition (type (non_null_type (named_type (name) @read))))
(list_type (type (named_type (name) @read)))
(list_type (type (non_null_type (named_type (name) @read))))
(input_value_definition (type (named_type (name) @read)))
(input_value_definition (type (non_null_type (named_type (name) @read))))
(variable_definition (type (named_type (name) @read)))
(variable_definition (type (non_null_type (named_type (name) @read))))
(union_member_types (named_type (name) @read))
(type_condition (named_type (name) @read))
(fragment_spread (fragment_name (name) @callee)) @expr.call
(directive (name) @read)
