; JSX, in JavaScript and TSX: an element renders what it names.

(jsx_opening_element name: (_) @callee) @expr.call.render
(jsx_self_closing_element name: (_) @callee) @expr.call.render
(jsx_attribute (jsx_expression (_) @read))
