// What go/types says of the calls in a Go repository, as JSON for compiler_score.py: definitions and calls.
//
//	go run go_calls.go ROOT MODULE > truth.json
//
// Every package below ROOT is checked from its sourcewith its tests, whatever build tags its files name; the standard
// library is read from GOROOT. Packages of others are not there: what hangs on them has no type, and a call of it is `unknown`.
// A call is `settled` if its callee is a function or method of the repository; a conversion and the call of a variable are none.
package main

import (
	"encoding/json"
	"go/ast"
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

var (
	root, module string
	fileSet      = token.NewFileSet()
	checked      = map[string]*types.Package{}
	definitions  = []definition{}
	calls        = []call{}
	files        = []string{}
	byPlace      = map[token.Position]int{}
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
		if !entry.IsDir() && strings.HasSuffix(entry.Name(), ".go") && wanted(entry.Name()) {
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

func main() {
	root, module = os.Args[1], os.Args[2]
	root, _ = filepath.Abs(root)
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
	for _, key := range keys {
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
		check(paths[key], packages[key], info)
		for _, file := range packages[key] {
			record(file, info)
		}
	}
	json.NewEncoder(os.Stdout).Encode(map[string]any{"files": files, "definitions": definitions, "calls": calls})
}
