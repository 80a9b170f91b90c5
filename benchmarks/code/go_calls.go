// What go/types says of the calls in a Go repository and of who implements what, as JSON for compiler_score.py.
//
//	go run go_calls.go ROOT MODULE [TAG,TAG] > truth.json
//
// Every package below ROOT is checked from its source with its tests: the files of the build for linux/amd64 with the tags
// that are given. The standard library is read from GOROOT. Packages of others are not there: what hangs on them has no type, and a call of it is `unknown`.
// A call is `settled` if its callee is a function or method of the repository; a conversion and the call of a variable are none.
// A type that is no interface, or a pointer to it, `implements` an interface of the repository that has methods and is no
// constraint, for what the parameters of a generic one must stand for; `unknown` where a method has a type of others.
package main

import (
	"encoding/json"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

type definition struct {
	File  string `json:"file"`
	Lines []int  `json:"lines"`
	Name  string `json:"name"`
	Owner string `json:"owner"`
	Kind  string `json:"kind"`
	Scope int    `json:"scope"`
}

type call struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Name    string `json:"name"`
	State   string `json:"state"`
	Markup  bool   `json:"markup"`
	Callers []int  `json:"callers"`
	Targets []int  `json:"targets"`
}

type implementation struct {
	Type      int    `json:"type"`
	Interface int    `json:"interface"`
	State     string `json:"state"`
}

var (
	root, module string
	fileSet      = token.NewFileSet()
	checked      = map[string]*types.Package{}
	definitions  = []definition{}
	calls        = []call{}
	files        = []string{}
	byPlace      = map[token.Position]int{}
	target       = build.Context{GOOS: "linux", GOARCH: "amd64", Compiler: "gc", CgoEnabled: true}
	implemented  = map[implementation]bool{}
)

type sources struct{ standard types.Importer }

func (s sources) Import(path string) (*types.Package, error) {
	if path == module || strings.HasPrefix(path, module+"/") {
		if known := checked[path]; known != nil {
			return known, nil
		}
		folder := filepath.Join(root, strings.TrimPrefix(strings.TrimPrefix(path, module), "/"))
		parsed := parse(folder, func(name string) bool { return !strings.HasSuffix(name, "_test.go") })
		checked[path], _ = check(path, parsed, nil)
		return checked[path], nil
	}
	if !strings.Contains(strings.SplitN(path, "/", 2)[0], ".") {
		return s.standard.Import(path)
	}
	empty := types.NewPackage(path, filepath.Base(path))
	empty.MarkComplete()
	return empty, nil
}

var importing = sources{importer.ForCompiler(fileSet, "source", nil)}

func parse(folder string, wanted func(string) bool) []*ast.File {
	entries, _ := os.ReadDir(folder)
	found := []*ast.File{}
	for _, entry := range entries {
		built, _ := target.MatchFile(folder, entry.Name())
		if !entry.IsDir() && built && strings.HasSuffix(entry.Name(), ".go") && wanted(entry.Name()) {
			file, _ := parser.ParseFile(fileSet, filepath.Join(folder, entry.Name()), nil, 0)
			if file != nil {
				found = append(found, file)
			}
		}
	}
	return found
}

func check(path string, parsed []*ast.File, info *types.Info) (*types.Package, error) {
	configuration := types.Config{Importer: importing, Error: func(error) {}, FakeImportC: true}
	return configuration.Check(path, fileSet, parsed, info)
}

func place(at token.Pos) token.Position {
	position := fileSet.Position(at)
	relative, _ := filepath.Rel(root, position.Filename)
	return token.Position{Filename: relative, Line: position.Line, Column: position.Column}
}

func define(name *ast.Ident, owner, kind string) int {
	at := place(name.Pos())
	if known, there := byPlace[at]; there {
		return known
	}
	byPlace[at] = len(definitions)
	definitions = append(definitions, definition{at.Filename, []int{at.Line}, name.Name, owner, kind, len(definitions)})
	return byPlace[at]
}

func ownerOf(function *ast.FuncDecl) string {
	owner := ""
	if function.Recv != nil {
		ast.Inspect(function.Recv.List[0].Type, func(node ast.Node) bool {
			if name, is := node.(*ast.Ident); is && owner == "" {
				owner = name.Name
			}
			return owner == ""
		})
	}
	return owner
}

func collect(file *ast.File) {
	for _, declaration := range file.Decls {
		switch each := declaration.(type) {
		case *ast.FuncDecl:
			define(each.Name, ownerOf(each), "function")
		case *ast.GenDecl:
			for _, spec := range each.Specs {
				switch one := spec.(type) {
				case *ast.TypeSpec:
					define(one.Name, "", "class")
					if contract, is := one.Type.(*ast.InterfaceType); is {
						for _, method := range contract.Methods.List {
							for _, name := range method.Names {
								define(name, one.Name.Name, "function")
							}
						}
					}
				case *ast.ValueSpec:
					for number, value := range one.Values {
						if _, is := value.(*ast.FuncLit); is && number < len(one.Names) {
							define(one.Names[number], "", "function")
						}
					}
				}
			}
		}
	}
}

func named(function ast.Expr) *ast.Ident {
	switch each := function.(type) {
	case *ast.Ident:
		return each
	case *ast.SelectorExpr:
		return each.Sel
	case *ast.ParenExpr:
		return named(each.X)
	case *ast.IndexExpr:
		return named(each.X)
	case *ast.IndexListExpr:
		return named(each.X)
	}
	return nil
}

func record(file *ast.File, info *types.Info) {
	relative := place(file.Pos()).Filename
	for _, declaration := range file.Decls {
		callers := []int{}
		if function, is := declaration.(*ast.FuncDecl); is {
			callers = append(callers, define(function.Name, "", ""))
		}
		own := callers
		ast.Inspect(declaration, func(node ast.Node) bool {
			if spec, is := node.(*ast.ValueSpec); is && isOutermost(declaration, spec) {
				own = []int{-1}
				for number, value := range spec.Values {
					if _, is := value.(*ast.FuncLit); is && number < len(spec.Names) {
						own = []int{define(spec.Names[number], "", "function"), -1}
					}
				}
			}
			expression, is := node.(*ast.CallExpr)
			if !is || info.Types[expression.Fun].IsType() {
				return true
			}
			name := named(expression.Fun)
			if name == nil {
				return true
			}
			one := call{relative, place(expression.Pos()).Line, name.Name, "elsewhere", false, own, []int{}}
			switch object := info.Uses[name].(type) {
			case *types.Func:
				if target, there := byPlace[place(object.Origin().Pos())]; there {
					one.State, one.Targets = "settled", []int{target}
				}
			case *types.Var:
				if target, there := byPlace[place(object.Pos())]; there {
					one.State, one.Targets = "settled", []int{target}
				}
			case nil:
				one.State = "unknown"
			}
			calls = append(calls, one)
			return true
		})
	}
}

func isOutermost(declaration ast.Decl, spec *ast.ValueSpec) bool {
	general, is := declaration.(*ast.GenDecl)
	for number := 0; is && number < len(general.Specs); number++ {
		if general.Specs[number] == ast.Spec(spec) {
			return true
		}
	}
	return false
}

// A package is checked twice: by itself with its tests, and as others import it; types of the two are never identical.
// So all that are imported are compared with one another, and each package by itself with those and with itself.
func compareAll(keys []string, paths map[string]string, inner map[string][]*types.TypeName) {
	shared := map[string][]*types.TypeName{}
	for _, key := range keys {
		imported, _ := importing.Import(paths[key])
		if imported == nil {
			continue
		}
		shared[paths[key]] = nil
		for _, name := range imported.Scope().Names() {
			if named, is := imported.Scope().Lookup(name).(*types.TypeName); is && !named.IsAlias() {
				shared[paths[key]] = append(shared[paths[key]], named)
			}
		}
	}
	for _, ones := range shared {
		for _, others := range shared {
			compare(ones, others)
		}
	}
	for _, key := range keys {
		compare(inner[key], inner[key])
		for path, others := range shared {
			if path != paths[key] || strings.HasSuffix(key, "_test") {
				compare(inner[key], others)
				compare(others, inner[key])
			}
		}
	}
}

func compare(ones, others []*types.TypeName) {
	for _, other := range others {
		named, _ := other.Type().(*types.Named)
		contract, is := other.Type().Underlying().(*types.Interface)
		if !is || named == nil || contract.NumMethods() == 0 || !contract.IsMethodSet() {
			continue
		}
		for _, one := range ones {
			given := types.NewPointer(ofItself(one.Type()))
			if types.IsInterface(one.Type()) || !types.Implements(given, instance(named, contract, given)) {
				continue
			}
			first, there := byPlace[place(one.Pos())]
			second, too := byPlace[place(other.Pos())]
			if there && too {
				implemented[implementation{first, second, stateOf(contract)}] = true
			}
		}
	}
}

// A generic type with its own parameters as arguments: else each method has parameters of its own.
func ofItself(given types.Type) types.Type {
	named, is := given.(*types.Named)
	if !is || named.TypeParams().Len() == 0 {
		return given
	}
	arguments := []types.Type{}
	for number := 0; number < named.TypeParams().Len(); number++ {
		arguments = append(arguments, named.TypeParams().At(number))
	}
	made, err := types.Instantiate(nil, named, arguments, false)
	if err != nil {
		return given
	}
	return made
}

// The interface, if it is generic for what its parameters must stand for so that it has the methods of a type.
func instance(named *types.Named, contract *types.Interface, given types.Type) *types.Interface {
	if named.TypeParams().Len() == 0 {
		return contract
	}
	bound := map[*types.TypeParam]types.Type{}
	methods := types.NewMethodSet(given)
	for number := 0; number < contract.NumMethods(); number++ {
		asked := contract.Method(number)
		if method := methods.Lookup(asked.Pkg(), asked.Name()); method != nil {
			unify(asked.Type(), method.Type(), bound)
		}
	}
	arguments := []types.Type{}
	for number := 0; number < named.TypeParams().Len(); number++ {
		argument := bound[named.TypeParams().At(number)]
		if argument == nil {
			return contract
		}
		arguments = append(arguments, argument)
	}
	made, err := types.Instantiate(nil, named, arguments, true)
	if err != nil {
		return contract
	}
	return made.Underlying().(*types.Interface)
}

func unify(asked, given types.Type, bound map[*types.TypeParam]types.Type) {
	switch one := asked.(type) {
	case *types.TypeParam:
		if bound[one] == nil {
			bound[one] = given
		}
	case *types.Pointer:
		if other, is := given.(*types.Pointer); is {
			unify(one.Elem(), other.Elem(), bound)
		}
	case *types.Slice:
		if other, is := given.(*types.Slice); is {
			unify(one.Elem(), other.Elem(), bound)
		}
	case *types.Chan:
		if other, is := given.(*types.Chan); is {
			unify(one.Elem(), other.Elem(), bound)
		}
	case *types.Map:
		if other, is := given.(*types.Map); is {
			unify(one.Key(), other.Key(), bound)
			unify(one.Elem(), other.Elem(), bound)
		}
	case *types.Named:
		if other, is := given.(*types.Named); is && one.TypeArgs().Len() == other.TypeArgs().Len() {
			for number := 0; number < one.TypeArgs().Len(); number++ {
				unify(one.TypeArgs().At(number), other.TypeArgs().At(number), bound)
			}
		}
	case *types.Signature:
		if other, is := given.(*types.Signature); is {
			unifyAll(one.Params(), other.Params(), bound)
			unifyAll(one.Results(), other.Results(), bound)
		}
	}
}

func unifyAll(asked, given *types.Tuple, bound map[*types.TypeParam]types.Type) {
	for number := 0; number < asked.Len() && asked.Len() == given.Len(); number++ {
		unify(asked.At(number).Type(), given.At(number).Type(), bound)
	}
}

func stateOf(contract *types.Interface) string {
	for number := 0; number < contract.NumMethods(); number++ {
		if strings.Contains(contract.Method(number).Type().String(), "invalid type") {
			return "unknown"
		}
	}
	return "settled"
}

func main() {
	root, module = os.Args[1], os.Args[2]
	root, _ = filepath.Abs(root)
	target.ReleaseTags = build.Default.ReleaseTags
	if len(os.Args) > 3 {
		target.BuildTags = strings.Split(os.Args[3], ",")
	}
	folders := []string{}
	filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if entry.IsDir() {
			if name := entry.Name(); path != root && (strings.HasPrefix(name, ".") || name == "vendor" || name == "graphify-out") {
				return filepath.SkipDir
			}
			folders = append(folders, path)
		}
		return nil
	})
	sort.Strings(folders)
	packages := map[string][]*ast.File{}
	paths := map[string]string{}
	for _, folder := range folders {
		for _, file := range parse(folder, func(string) bool { return true }) {
			collect(file)
			files = append(files, place(file.Package).Filename)
			relative, _ := filepath.Rel(root, folder)
			key := relative + ":" + file.Name.Name
			packages[key] = append(packages[key], file)
			paths[key] = strings.TrimSuffix(module+"/"+filepath.ToSlash(relative), "/.")
		}
	}
	keys := []string{}
	for key := range packages {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	inner := map[string][]*types.TypeName{}
	for _, key := range keys {
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{},
			Defs: map[*ast.Ident]types.Object{}}
		check(paths[key], packages[key], info)
		for _, file := range packages[key] {
			record(file, info)
		}
		for name, object := range info.Defs {
			if named, is := object.(*types.TypeName); is && !named.IsAlias() {
				define(name, "", "class")
				inner[key] = append(inner[key], named)
			}
		}
	}
	compareAll(keys, paths, inner)
	pairs := []implementation{}
	for pair := range implemented {
		if other := pair; other.State == "settled" || !implemented[implementation{pair.Type, pair.Interface, "settled"}] {
			pairs = append(pairs, pair)
		}
	}
	sort.Slice(pairs, func(one, two int) bool {
		return pairs[one].Type < pairs[two].Type ||
			pairs[one].Type == pairs[two].Type && pairs[one].Interface < pairs[two].Interface
	})
	json.NewEncoder(os.Stdout).Encode(map[string]any{
		"files": files, "definitions": definitions, "calls": calls, "implements": pairs})
}
