; What Clojure says. The roles are explained in docs/languages.md.

; what is not run
((list_lit . (sym_lit name: (sym_name) @_comment)) @ignored (#eq? @_comment "comment"))
[(quoting_lit) (dis_expr)] @ignored

; definitions
((list_lit . (sym_lit name: (sym_name) @_def) . (sym_lit name: (sym_name) @name)) @body @def.function
  (#any-of? @_def "defn" "defn-" "defmacro" "defmulti" "defmethod" "deftest" "defn-spec" "s/defn"))
((list_lit . (sym_lit name: (sym_name) @_def) . (sym_lit) . (str_lit) @text) @documented (#any-of? @_def "defn" "defn-" "defmacro" "defprotocol"))
((list_lit . (sym_lit name: (sym_name) @_def) . (sym_lit name: (sym_name) @name)) @def.interface
  (#any-of? @_def "defprotocol" "definterface"))
((list_lit . (sym_lit name: (sym_name) @_def) . (sym_lit) (list_lit . (sym_lit name: (sym_name) @name) . (vec_lit)) @def.function)
  (#any-of? @_def "defprotocol" "definterface"))
((list_lit . (sym_lit name: (sym_name) @_def) . (sym_lit name: (sym_name) @name)) @body @def.class (#any-of? @_def "defrecord" "deftype"))
((list_lit . (sym_lit name: (sym_name) @_def) (list_lit . (sym_lit name: (sym_name) @name) . (vec_lit)) @body @def.method)
  (#any-of? @_def "defrecord" "deftype"))
((list_lit . (sym_lit name: (sym_name) @_fn)) @body @def.arrow (#any-of? @_fn "fn" "fn*"))
(anon_fn_lit) @body @def.arrow
(comment) @comment

; bindings
((list_lit . (sym_lit name: (sym_name) @_def) . (sym_lit name: (sym_name) @target)) @bind (#any-of? @_def "def" "defonce"))
((list_lit . (sym_lit name: (sym_name) @_binds) (vec_lit (sym_lit !namespace name: (sym_name) @target @bind)))
  (#any-of? @_binds "defn" "defn-" "defmacro" "defmethod" "fn" "let" "loop" "for" "doseq" "dotimes" "when-let" "if-let" "with-open" "when-some" "if-some" "as->"))
((list_lit . (sym_lit name: (sym_name) @_binds) (vec_lit (_ (vec_lit (sym_lit !namespace name: (sym_name) @target @bind)))))
  (#any-of? @_binds "defn" "defn-" "fn" "let" "loop" "for" "doseq" "when-let" "if-let"))
(list_lit . (vec_lit (sym_lit !namespace name: (sym_name) @target @bind)))
(list_lit . (vec_lit)) @block

; expressions
(list_lit . (sym_lit !namespace name: (sym_name) @callee) . (_)* @only) @expr.call
(list_lit . (sym_lit namespace: (_) @object name: (_) @member) . (_)* @only) @expr.call
(anon_fn_lit . (sym_lit !namespace name: (sym_name) @callee @expr.call.bare))
(anon_fn_lit . (sym_lit namespace: (_) @object name: (_) @member @expr.call))
((list_lit . (sym_lit name: (sym_name) @_thread) . (_) (sym_lit !namespace name: (sym_name) @callee @expr.call.bare))
  (#any-of? @_thread "->" "->>" "some->" "some->>" "doto"))
((list_lit . (sym_lit name: (sym_name) @_thread) . (_) (sym_lit namespace: (_) @object name: (_) @member @expr.call))
  (#any-of? @_thread "->" "->>" "some->" "some->>" "doto"))
(sym_lit !namespace name: (_) @part) @expr.any
(sym_lit namespace: (_) @object name: (_) @member) @expr.attribute
[(str_lit) (num_lit) (kwd_lit)] @expr.literal

; reads of names that are part of no expression above
(list_lit (_) . (sym_lit) @read)
(vec_lit (sym_lit) @read)
(map_lit (sym_lit) @read)

; namespaces
((list_lit . (sym_lit name: (sym_name) @_ns) (list_lit . (kwd_lit name: (_) @_how) (vec_lit . (sym_lit name: (sym_name) @module)) @import))
  (#eq? @_ns "ns") (#any-of? @_how "require" "require-macros" "use"))
((list_lit . (sym_lit name: (sym_name) @_ns) (list_lit . (kwd_lit name: (_) @_how) (sym_lit name: (sym_name) @module) @import))
  (#eq? @_ns "ns") (#any-of? @_how "require" "require-macros"))
((list_lit . (kwd_lit name: (_) @_how) (vec_lit . (sym_lit name: (sym_name) @module)
  (kwd_lit name: (_) @_as) . (sym_lit name: (sym_name) @alias)) @import) (#any-of? @_how "require" "require-macros" "use") (#any-of? @_as "as" "as-alias"))
((list_lit . (kwd_lit name: (_) @_how) (vec_lit . (sym_lit name: (sym_name) @module)
  (kwd_lit name: (_) @_refer) . (_ (sym_lit name: (sym_name) @name))) @import) (#any-of? @_how "require" "require-macros" "use") (#any-of? @_refer "refer" "only"))
((list_lit . (kwd_lit name: (_) @_how) (vec_lit . (sym_lit name: (sym_name) @module)
  (kwd_lit name: (_) @_refer) . (kwd_lit name: (_) @_all)) @import.all) (#eq? @_how "require") (#eq? @_refer "refer") (#eq? @_all "all"))
((list_lit . (kwd_lit name: (_) @_how) (sym_lit name: (sym_name) @module) @import.all) (#eq? @_how "use"))
((list_lit . (sym_lit name: (sym_name) @_import) (list_lit . (kwd_lit name: (_) @_how) (_ . (sym_lit name: (sym_name) @module)) @import.only))
  (#eq? @_import "ns") (#eq? @_how "import"))
