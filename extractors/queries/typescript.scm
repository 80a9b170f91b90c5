; What TypeScript adds.

; definitions
(abstract_class_declaration name: (_) @name body: (_) @body) @def.class
(interface_declaration name: (_) @name body: (_) @body) @def.interface
(enum_declaration name: (_) @name body: (_) @body) @def.enum
(type_alias_declaration name: (_) @name value: (object_type) @body) @def.interface
(type_alias_declaration name: (_) @name value: [(type_identifier) (nested_type_identifier) (generic_type) (union_type) (intersection_type) (function_type) (array_type) (type_query) (parenthesized_type)] @base) @def.alias
(function_type parameters: (_) @parameters return_type: (_) @returns) @def.type
(call_signature parameters: (_) @parameters return_type: (type_annotation (_) @returns)?) @def.signature
(internal_module name: (identifier) @name body: (_) @body) @def.namespace
(function_signature name: (identifier) @name parameters: (_) @parameters) @def.function
(method_signature name: (_) @name parameters: (_) @parameters) @def.method
(abstract_method_signature name: (_) @name parameters: (_) @parameters) @def.method
(abstract_method_signature "abstract" @flag) @flagged
(_ return_type: (type_annotation (_) @type)) @promising
(public_field_definition "static" @flag) @flagged
(method_definition (accessibility_modifier) @flag) @flagged
(class_body decorator: (decorator (_) @decorator) . (method_definition) @decorated) @decoration
(decorator) @annotation
(class_declaration decorator: (decorator (_) @decorator)) @decorated @decoration
(export_statement decorator: (decorator (_) @decorator) declaration: (class_declaration) @decorated) @decoration
(public_field_definition name: (_) @name value: (_) @named) @naming

; bases
(_ (class_heritage (extends_clause value: (_) @base))) @inherits
(_ (class_heritage (implements_clause (_) @base))) @implements
(_ (extends_type_clause type: (_) @base)) @inherits

; parameters and fields
(required_parameter pattern: (_) @name type: (type_annotation (_) @type)? value: (_)? @default) @parameter
(required_parameter pattern: (rest_pattern (_) @name) type: (type_annotation (_) @type)?) @parameter.rest
(optional_parameter pattern: (_) @name type: (type_annotation (_) @type)? value: (_)? @default) @parameter
(required_parameter (accessibility_modifier) pattern: (_) @name) @parameter.field
(public_field_definition name: (_) @name type: (type_annotation (_) @type)) @bind.field
(public_field_definition name: (_) @name value: (_) @value) @bind.field
(property_signature name: (_) @name type: (type_annotation (_) @type)) @bind.field
(variable_declarator name: (_) @target type: (type_annotation (_) @type)) @bind.typed

; expressions
(as_expression . (_) @part (_) @type) @expr.cast
(satisfies_expression . (_) @part) @expr.any
(non_null_expression (_) @part) @expr.any
(instantiation_expression . (_) @part) @expr.any
(generic_type name: (_) @object type_arguments: (type_arguments (_) @key)) @expr.index
(nested_type_identifier module: (_) @object name: (_) @member) @expr.attribute
(nested_identifier object: (_) @object property: (_) @member) @expr.attribute
(union_type (_) @part (_) @part) @expr.any
(intersection_type (_) @part (_) @part) @expr.any
(array_type (_) @item) @expr.list.of
(parenthesized_type (_) @part) @expr.any
(readonly_type (_) @part) @expr.any
(type_query (_) @part) @expr.any
(import_require_clause (identifier) @alias source: (string) @module) @import

; imports for types alone (typescriptlang.org, Type-Only Imports and Export)
(import_statement ["type" "typeof"]) @when.types
(import_specifier ["type" "typeof"]) @when.types
(export_statement "type" source: (_)) @when.types
(export_specifier "type") @when.types
(type_annotation [(_ function: (import)) (_ object: (_ function: (import)))] @when.types)
(type_arguments [(_ function: (import)) (_ object: (_ function: (import)))] @when.types)
(type_alias_declaration value: [(_ function: (import)) (_ object: (_ function: (import)))] @when.types)
(type_query [(_ function: (import)) (_ object: (_ function: (import)))] @when.types)
