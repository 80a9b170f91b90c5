; What Protocol Buffers say. The roles are explained in docs/languages.md.

; definitions
(message (message_name (identifier) @name) (message_body) @body) @def.class
(enum (enum_name (identifier) @name) (enum_body) @body) @def.enum
(service (service_name (identifier) @name)) @body @def.interface
(rpc (rpc_name (identifier) @name)) @body @def.method
(enum_field (identifier) @name) @bind.instance
(comment) @comment

; types of fields, requests and answers
(message_or_enum_type (identifier) @read .)

(import path: (_) @module) @import.all
