; What PowerShell says. The roles are explained in docs/languages.md.

; definitions
(function_statement (function_name) @name (script_block) @body) @def.function
(function_statement (function_name) @name "{" . (comment)* . "}") @def.function
(class_statement . (simple_name) @name) @body @def.class
(class_statement ":" . (simple_name) @base) @inherits
(enum_statement . (simple_name) @name) @body @def.enum
(enum_member (simple_name) @name) @bind.instance
(class_method_definition (simple_name) @name (class_method_parameter_list) @parameters (script_block) @body) @def.constructor
(class_method_definition (simple_name) @name . "(" . ")" (script_block) @body) @def.constructor
(class_method_definition (simple_name) @name "{" . "}") @def.constructor
(class_method_definition (type_literal) @type) @promising
(class_method_definition (class_attribute) @flag) @flagged
(script_block_expression (script_block) @body) @def.arrow
(comment) @comment

; parameters, fields and bindings
(class_method_parameter (type_literal)? @type . (variable) @name) @parameter
(class_property_definition (type_literal) @type . (variable) @name) @bind.field
(param_block (parameter_list (script_parameter (attribute_list (attribute (type_literal) @type)) . (variable) @target) @bind.typed))
(param_block (parameter_list (script_parameter . (variable) @target) @bind.typed))
(assignment_expression (left_assignment_expression) @target value: (_) @value) @bind
(foreach_statement (variable) @target (pipeline) @iterable) @bind.each

; branches
[(if_statement) (while_statement) (for_statement) (foreach_statement) (switch_statement) (try_statement)] @branching
(_ (statement_block) @branch)

; what is wrapped in layers of precedence
([(left_assignment_expression) (pipeline_chain) (pipeline) (logical_expression) (bitwise_expression) (comparison_expression)
  (additive_expression) (multiplicative_expression) (format_expression) (range_expression) (array_literal_expression)
  (unary_expression) (parenthesized_expression) (argument_expression) (logical_argument_expression)
  (bitwise_argument_expression) (comparison_argument_expression) (additive_argument_expression)
  (multiplicative_argument_expression) (format_argument_expression) (range_argument_expression)] @expr.any)
[(type_literal) (type_spec) (type_name)] @expr.any

; expressions
((command command_name: (command_name) @callee) @expr.call (#not-match? @callee "^([Nn]ew-[Oo]bject|using|[Ii]mport-[Mm]odule)$"))
((command (command_invokation_operator) @_how command_name: (command_name_expr (path_command_name . (path_command_name_token) @callee .))) @expr.call
  (#eq? @_how "&"))
((command command_name: (command_name) @_new command_elements: (command_elements (generic_token) @callee)) @expr.call.new
  (#match? @_new "^[Nn]ew-[Oo]bject$"))
((invokation_expression . (type_literal) @callee (member_name (simple_name) @_new)) @expr.call.new (#match? @_new "^[Nn]ew$"))
((invokation_expression . (_) @object . (member_name (simple_name) @member)) @expr.call (#not-match? @member "^[Nn]ew$"))
(member_access . (_) @object . (member_name (simple_name) @member)) @expr.attribute
((variable) @expr.self (#match? @expr.self "^[$][tT]his$"))
[(string_literal) (integer_literal) (real_literal)] @expr.literal
((flow_control_statement (pipeline) @value) @return)

; modules and scripts that are run in place
((command (command_invokation_operator) @_how command_name: (command_name_expr (path_command_name (path_command_name_token) @module .))) @import.all
  (#eq? @_how "."))
((command (command_invokation_operator) @_how command_name: (command_name_expr (string_literal (expandable_string_literal) @module))) @import.all
  (#eq? @_how "."))
((command command_name: (command_name) @_import command_elements: (command_elements . (command_argument_sep) . (generic_token) @module)) @import.all
  (#match? @_import "^[Ii]mport-[Mm]odule$"))
((command command_name: (command_name) @_import command_elements: (command_elements . (command_argument_sep) .
  (array_literal_expression (unary_expression (string_literal (expandable_string_literal) @module))))) @import.all
  (#match? @_import "^[Ii]mport-[Mm]odule$"))
((command command_name: (command_name) @_import command_elements: (command_elements (generic_token) @_what (generic_token) @module)) @import.all
  (#eq? @_import "using") (#eq? @_what "module"))
