; What Erlang says. The roles are explained in docs/languages.md.

; definitions
(fun_decl clause: (function_clause name: (atom) @name args: (_) @parameters body: (_) @body)) @def.function
(record_decl "record" @name name: (atom) @name) @def.class
(pp_define lhs: (macro_lhs name: (_) @name)) @def.macro
(fun_clause args: (_) @parameters body: (_) @body) @def.arrow
(comment) @comment

; types look like calls
[(spec) (callback) (type_alias) (opaque) (field_type)] @ignored

; bindings
(match_expr lhs: (var) @target rhs: (_) @value) @bind

; expressions
(call expr: [(atom) (remote)] @callee args: (_) @arguments) @expr.call
(macro_call_expr name: (_) @callee args: (_)) @expr.call.macro
(remote module: (remote_module module: (_) @object) fun: (atom) @member) @expr.attribute
(remote_module module: (atom) @module @expr.import)
((remote_module module: (macro_call_expr name: (var) @_module) @expr.module) (#eq? @_module "MODULE"))
(internal_fun fun: (atom) @read)
(external_fun module: (module (_) @object) fun: (atom) @member) @expr.attribute @read
(external_fun module: (module name: (atom) @module @expr.import))
(record_name) @read
[(string) (integer) (float) (char)] @expr.literal

; modules and headers
(import_attribute module: (atom) @module funs: (fa fun: (atom) @name)) @import
(behaviour_attribute name: (atom) @module) @import.only
(pp_include file: (_) @module) @import.all
(pp_include_lib file: (_) @module) @import.all
