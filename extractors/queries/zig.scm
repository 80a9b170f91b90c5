; What Zig says. The roles are explained in docs/languages.md.

; definitions
(Decl (FnProto function: (_) @name (ParamDeclList) @parameters (ErrorUnionExpr)? @returns) . (Block) @body) @def.function
(Decl (FnProto function: (_) @name (ParamDeclList) @parameters (ErrorUnionExpr)? @returns) .) @def.function
(ContainerDecl) @body @def.class.value
(ErrorSetDecl) @body @def.class.value
(ContainerDecl (ContainerDeclType) @flag) @flagged
(VarDecl variable_type_function: (_) @name (ErrorUnionExpr (SuffixExpr . [(ContainerDecl) (ErrorSetDecl)] @named .)) .) @naming
(TestDecl "test" @name [(STRINGLITERALSINGLE) (IDENTIFIER)] @name (Block) @body) @def.function
[(line_comment) (doc_comment)] @comment

; parameters and bindings
(ParamDecl parameter: (_) @name (ParamType (ErrorUnionExpr) @type)) @parameter
(ContainerField field_member: (_) @name . (PrefixTypeOp)* . (ErrorUnionExpr) @type) @bind.field
(VarDecl variable_type_function: (_) @target ":" . (PrefixTypeOp)* . (ErrorUnionExpr) @type "=" . (_) @value .) @bind
(VarDecl variable_type_function: (_) @target . "=" . (_) @value .) @bind
(Block) @block

; expressions: a step is taken on what stands before it
(SuffixExpr (_) @object . (FieldOrFnCall function_call: (_) @member (FnCallArguments) @arguments) @expr.call)
(SuffixExpr (_) @object . (FieldOrFnCall field_access: (_) @member) @expr.attribute)
(SuffixExpr . (IDENTIFIER) @callee . (FnCallArguments) @arguments @expr.call)
(SuffixExpr . (BUILTINIDENTIFIER) @_import . (FnCallArguments (ErrorUnionExpr (SuffixExpr (STRINGLITERALSINGLE) @module))) @expr.import
  (#eq? @_import "@import"))
(SuffixExpr . (BUILTINIDENTIFIER) @_this . (FnCallArguments) @expr.class (#eq? @_this "@This"))
(_ (SuffixExpr) @type . (InitList) @expr.instance)
(SuffixExpr (_) @part .) @expr.any
(ErrorUnionExpr (_) @part .) @expr.any
(UnaryExpr left: (_) @part) @expr.any
(GroupedExpr (_) @part) @expr.any
[(INTEGER) (FLOAT) (STRINGLITERALSINGLE) (CHAR_LITERAL)] @expr.literal

; reads of names that are part of no expression above
(FnCallArguments (ErrorUnionExpr (SuffixExpr . (IDENTIFIER) @read .)))
(FieldInit (ErrorUnionExpr (SuffixExpr . (IDENTIFIER) @read .)))
(ParamType (ErrorUnionExpr (SuffixExpr . (IDENTIFIER) @read .)))
