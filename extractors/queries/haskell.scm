; What Haskell says. The roles are explained in docs/languages.md. Methods of type classes are names of their module.

; definitions
(declarations (function name: [(variable) (prefix_id)] @name patterns: (_)? @parameters match: (_) @body) @def.function)
(class_declarations (function name: [(variable) (prefix_id)] @name patterns: (_)? @parameters match: (_) @body) @def.function)
(instance_declarations (function name: [(variable) (prefix_id)] @name patterns: (_)? @parameters match: (_) @body) @def.function)
(local_binds (function name: [(variable) (prefix_id)] @name patterns: (_)? @parameters match: (_) @body) @def.function)
(function (infix operator: (operator) @name) @parameters match: (_) @body) @def.function
(function (infix operator: (infix_id (variable) @name)) @parameters match: (_) @body) @def.function
(declarations (bind name: (variable) @name match: (_) @body) @def.function)
(class_declarations (bind name: (variable) @name match: (_) @body) @def.function)
(instance_declarations (bind name: (variable) @name match: (_) @body) @def.function)
(class_declarations (signature name: [(variable) (prefix_id)] @name) @def.function)
(class name: (name) @name) @def.interface
(instance name: (_) @base patterns: (type_patterns . (_) @owner) declarations: (_) @body) @def.extension
(data_type name: (name) @name constructors: (_)? @body) @def.class
(newtype name: (name) @name) @def.class
(type_synomym name: (name) @name type: (_) @base) @def.alias
(data_constructor constructor: (_ name: (constructor) @name)) @def.variant
(pattern_synonym (equation synonym: [
  (constructor) @name
  (apply function: (constructor) @name)
  (apply function: (apply function: (constructor) @name))
  (apply function: (apply function: (apply function: (constructor) @name)))
  (apply function: (apply function: (apply function: (apply function: (constructor) @name))))
  (apply function: (apply function: (apply function: (apply function: (apply function: (constructor) @name)))))
  (apply function: (apply function: (apply function: (apply function: (apply function: (apply function: (constructor) @name))))))])) @def.variant
(lambda patterns: (_) @parameters expression: (_) @result) @def.arrow
[(comment) (haddock)] @comment

; bindings and patterns
(local_binds (bind name: (variable) @target) @bind)
(local_binds (bind pattern: (_) @target) @bind)
(do (bind pattern: (_) @target) @bind)
(generator pattern: (_) @target) @bind
(alternative pattern: (_) @target @bind)
(alternative) @block
(parens pattern: (_)) @expr.list
(apply function: (constructor)) @expr.list
(apply function: (apply)) @expr.list
(infix operator: (constructor_operator)) @expr.list
[(tuple) (list) (as) (strict) (irrefutable)] @expr.list

; types
(parens type: (_) @part) @expr.any
(apply constructor: (_) @object argument: (_) @key) @expr.index

; calls: what is applied to something, by its place or by `$`
(apply function: [(variable) (qualified)] @callee argument: (_) @only) @expr.call
((infix left_operand: [(variable) (qualified)] @callee operator: (operator) @_apply right_operand: (_) @only) @expr.call (#match? @_apply "^[$]!?$"))
(infix operator: (infix_id [(variable) (qualified)] @callee)) @expr.call
(qualified module: (module) @object id: (variable) @member) @expr.attribute
(parens expression: (_) @part) @expr.any

; reads of names that are part of no expression above
(infix left_operand: [(variable) (qualified)] @read)
(infix right_operand: [(variable) (qualified)] @read)
(match expression: [(variable) (qualified)] @read)

; imports
((import module: (_) @module !names) @import.all (#not-match? @import.all "\\bqualified\\b"))
((import module: (_) @module names: (_)) @import.all (#match? @import.all "\\bhiding\\b") (#not-match? @import.all "\\bqualified\\b"))
((import module: (_) @module names: (import_list (import_name variable: (_) @name))) @import (#not-match? @import "\\b(hiding|qualified)\\b"))
((import module: (_) @module names: (import_list (import_name type: (_) @name))) @import (#not-match? @import "\\b(hiding|qualified)\\b"))
(import module: (_) @module alias: (_) @alias) @import
((import module: (_) @module !alias) @import (#match? @import "\\bqualified\\b"))
