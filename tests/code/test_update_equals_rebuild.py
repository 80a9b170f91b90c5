"""Law 1 for code: whatever befalls a small repository of two languages, an update writes what a rebuild writes."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from vaultkit.building.pipeline import build
from vaultkit.config import read_root

ARTIFACTS = ("graph.json", "GRAPH_REPORT.md", "GRAPH_REPORT.svg", "graph.html")
PYTHON = (
    "",
    "class Base:\n    def run(self): self.step()\n    def step(self): ...\n\ndef make(): return Base()\n",
    "class Base:\n    def run(self, hook): hook(); return self\n\ndef make() -> 'Base': return other()\n",
    "from .base import Base, make\nclass Child(Base):\n    def step(self): make().run(self.step)\n\nchild = Child()\n",
    "from base import *\nfrom pkg import base as b\n\ndef work(hook=make):\n    hook()\n    b.make().run(work)\n",
    "import pkg.base\nfrom pkg.child import child\nfrom pkg import work\nchild.run(work)\npkg.base.make().step()\n",
    "def make(function): return function\n\n@make\ndef work(): ...\n\nwork()\n",
    "def late():\n    from pkg import base, child\n    import x.work\nif TYPE_CHECKING:\n    import base, work\n",
    "def broken(:\n  class\n",
    "# TODO: nothing here yet\n",
)
PYTHON_NAMES = ("base.py", "child.py", "work.py", "__init__.py")
SCRIPT = (
    "export class Base { run(hook) { hook(); } }\nexport default function make() { return new Base(); }\n",
    "import make, { Base } from './base';\nexport class Child extends Base { go() { this.run(make); } }\n",
    "export * from './base';\nexport { Child as Kid } from './child';\n",
    "import { Kid, Base } from '.';\nimport { tool } from '@x/tools';\nnew Kid().go(); new Base().run(tool);\n",
    "const make = require('./base');\nmodule.exports = { tool: () => make() };\n",
    "import { Base } from './base';\nexport type Hook = (b: Base) => void;\nexport const tool: Hook = b => b.run(b);\n",
)
SCRIPT_NAMES = ("base.ts", "base.js", "child.ts", "index.ts", "tool.js")
PACKAGED = {
    "go": (
        "package p\n\ntype T struct{ U }\n\nfunc Make() *T { return &T{} }\n",
        "package p\n\ntype U struct{}\n\nfunc (t *T) Run() { Make().Step(); shared() }\n"
        "func (u *U) Step() { hook() }\n",
        "package p\n\nfunc shared() {}\n\nvar hook = func() { shared() }\n",
        "package p\n\nfunc shared() { other() }\n\ntype T struct{}\n",
        "//go:build small\n\npackage p\n\nfunc shared() { other() }\n\ntype Runner interface{ Run() }\n",
        'package main\n\nimport "m.org/x/pkg"\n\nfunc main() { pkg.Make().Run() }\n',
        "package p\n\ntype Runner interface{ Run() }\ntype Stepper interface {\n\tRunner\n\tStep()\n}\ntype K = T\n",
        "package p\n\ntype Runner interface{ Run(k K, more ...K) *U }\ntype K = U\n"
        "func (u *U) Run(t T, more ...*K) *U { return u }\n",
    ),
    "h": (
        "int run(int n);\nstatic int own(int n) { return run(n); }\n",
        '#include "p1.h"\nstruct t { int n; };\n',
    ),
    "c": (
        '#include "p0.h"\nint run(int n) { return own(n); }\n',
        '#include "p1.h"\nstatic int own(int n) { return n; }\nint main(void) { return run(own(1)); }\n',
        "int run(int n) { return other(n); }\nint other(int n) { return n; }\n",
        "static int other(int n) { return n; }\nint twice(int n) { return other(other(n)); }\n",
    ),
    "hpp": (
        "namespace s {\nclass T { public: T(int n); void go(int n); void go(char c); virtual void run() = 0; };\n}\n",
        '#include "p0.hpp"\nnamespace s {\nstruct U : T { void run() override { go(1); make(); } U* next; };\n}\n',
    ),
    "cc": (
        '#include "p0.hpp"\nnamespace s {\nT::T(int n) { go(n); }\nvoid T::go(int n) { run(); }\n}\n',
        '#include "p1.hpp"\n#include "p0.h"\nvoid s::T::go(char c) { run(2); }\n'
        "s::U* make() { s::U u; u.next->run(); u.go('c'); return new s::U(); }\n",
        '#include "p0.hpp"\nnamespace s {\nnamespace { void own() {} }\nU* make() { own(); return nullptr; }\n}\n',
        "namespace s { class T { void run() {} }; void own(T& t) { t.run(); make()->run(); } }\n",
    ),
    "cs": (
        "using P.Q;\nnamespace P;\npartial class S : Base { S(int n) : base(n) { Go(n); Tool.Make().Step(); } }\n",
        'namespace P { partial class S { void Go(int n) { Go("a"); this.Extend(); }'
        " void Go(string s) { Veil.Fall(); } } }\n",
        "namespace P { class Base { Base(int n) {} public void Step() {} } }\n"
        "namespace P.Q { static class Tool { public static Base Make() { return new Base(1); }"
        " public static void Extend(this Base b) { b.Step(); } } }\n",
        "global using P.R;\nnamespace P.R { class Veil { public static void Fall() {} } }\n",
        "namespace P { partial class S { void Go(long n) { Step(); } } class Veil { static void Fall() {} } }\n",
        "namespace P { partial class S { void Flat(Inner i) { i.Deep(); new S(1); } partial class Inner {} }\n"
        "/* more */ partial class S { int field; partial class Inner { public void Deep() {} } } }\n",
    ),
    "csproj": ("<Project><AssemblyName>P</AssemblyName></Project>\n", "<Project></Project>\n"),
    "java": (
        "package p;\nclass Base { Base(int a) {} void run(int a) { step(); } void run(String s) {} void step() {} }\n",
        "package p;\nclass Child extends Base { Child() { super(1); }\n"
        'void step() { run(1); run("a"); Tool.make().step(); } }\n',
        "package p.q;\nimport p.*;\npublic class Tool { public static Base make() { return new Base(2); } }\n",
        "package p;\nimport static p.q.Tool.make;\nimport p.q.Tool;\n"
        "class Use { Base base; void go() { make().run(3); base.step(); } }\n",
        "package p;\nclass Base { void run(long a) {} static class Tool {} }\n",
    ),
    "rs": (
        "mod p1;\n#[macro_use]\nmod p2;\nuse p1::*;\npub trait Run { fn run(&self) { self.step() } fn step(&self); }\n",
        "pub use super::Run;\npub struct T(u8);\n"
        "impl Run for T { fn step(&self) { crate::p2::make().run(); help!() } }\n",
        "use crate::p1::T;\nmacro_rules! help { () => {} }\npub fn make() -> Option<T> { Some(T(1)) }\n"
        "impl T { pub fn own(&self) { make().unwrap().step() } }\n",
        "use x::{p1, p2 as two};\n#[test]\nfn all() { two::make().unwrap().own(); p1::T::run }\n",
        "mod p1 { pub struct T; }\npub fn make() -> p1::T { p1::T }\n",
    ),
}
"""Languages whose files share names without importing them."""
CONFIGURATIONS = (
    ("tsconfig.json", '{"compilerOptions": {"paths": {"@x/tools": ["./web/tool"]}}}'),
    ("tsconfig.json", '{"compilerOptions": {"baseUrl": "web"}}'),
    ("tsconfig.json", "{broken"),
    ("package.json", '{"name": "@x/tools", "main": "dist/tool.js", "bin": {"run": "./base.js", "kid": "child.ts"}}'),
    ("package.json", '{"name": "@x/tools"}'),
    ("pyproject.toml", '[project.scripts]\na = "pkg.base:make"\nb = "base:Base.run"\n'),
    ("pyproject.toml", '[tool.pytest.ini_options]\npythonpath = ["src", "src/pkg", "web"]\n'),
    (
        "setup.py",
        "setup(package_dir={'': 'src', 'x': 'web'}, entry_points={'a': ['x = work:work', 'y = x.child:child']})",
    ),
)
FOLDERS = ("", "pkg/", "pkg/deep/", "src/pkg/", "web/")
index = st.integers(0, 40)


class ChangingRepository(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        self.base = Path(self._folder.name)
        self.path = self.base / "project"

    def teardown(self) -> None:
        self._folder.cleanup()

    @initialize()
    def begin(self) -> None:
        for place, text in zip(("base", "base", "child", "work", "__init__"), PYTHON[1:6], strict=True):
            self.write(f"pkg/{place}.py", text)
        self.write("pkg/__init__.py", "from .work import work\n")
        self.write("main.py", PYTHON[5])
        for name, text in zip(("base.ts", "child.ts", "index.ts", "main.ts", "tool.js"), SCRIPT, strict=False):
            self.write(f"web/{name}", text)
        for suffix, texts in PACKAGED.items():
            for number, text in enumerate(texts[:4]):
                self.write(f"pkg/p{number}.{suffix}", text)
        self.write("main.go", PACKAGED["go"][4])
        self.write("go.mod", "module m.org/x\n")
        self.write("Cargo.toml", '[package]\nname = "x"\n[lib]\npath = "pkg/p0.rs"\n')
        self.write(*CONFIGURATIONS[0])

    @rule(folder=st.sampled_from(FOLDERS), name=st.sampled_from(PYTHON_NAMES), text=st.sampled_from(PYTHON))
    def write_python(self, folder: str, name: str, text: str) -> None:
        self.write(folder + name, text)

    @rule(folder=st.sampled_from(FOLDERS), name=st.sampled_from(SCRIPT_NAMES), text=st.sampled_from(SCRIPT))
    def write_script(self, folder: str, name: str, text: str) -> None:
        self.write(folder + name, text)

    @rule(folder=st.sampled_from(FOLDERS), suffix=st.sampled_from(sorted(PACKAGED)), name=index, text=index)
    def write_packaged(self, folder: str, suffix: str, name: int, text: int) -> None:
        texts = PACKAGED[suffix]
        self.write(f"{folder}p{name % 4}.{suffix}", texts[text % len(texts)])

    @rule(folder=st.sampled_from(FOLDERS), name=st.sampled_from(("m.org/x", "m.org/y")))
    def name_module(self, folder: str, name: str) -> None:
        self.write(f"{folder}go.mod", f"module {name}\n")

    @rule(folder=st.sampled_from(FOLDERS), place=st.sampled_from(("p0.rs", "pkg/p1.rs")))
    def name_crate(self, folder: str, place: str) -> None:
        self.write(f"{folder}Cargo.toml", f'[package]\nname = "x"\n[lib]\npath = "{place}"\n')

    @rule(folder=st.sampled_from(("", "web/")), configuration=st.sampled_from(CONFIGURATIONS))
    def configure(self, folder: str, configuration: tuple[str, str]) -> None:
        name, text = configuration
        self.write(folder + name, text)

    @rule(which=index, text=st.sampled_from(("\n# moved\n" * 3, "\n", "\ndef more(): ...\n", "\nfunction more() {}\n")))
    def put_before(self, which: int, text: str) -> None:
        path = self.pick(which)
        path.write_text(text + path.read_text())

    @rule(which=index)
    def delete(self, which: int) -> None:
        if len(self.files()) > 1:
            self.pick(which).unlink()

    @rule(which=index, name=st.sampled_from(("renamed", "base", "make", "__init__", "index")))
    def rename(self, which: int, name: str) -> None:
        path = self.pick(which)
        os.replace(path, path.with_name(name + path.suffix))

    @rule(which=index, folder=st.sampled_from(FOLDERS))
    def move(self, which: int, folder: str) -> None:
        path = self.pick(which)
        target = self.path / folder / path.name
        target.parent.mkdir(parents=True, exist_ok=True)
        os.replace(path, target)

    @invariant()
    def update_equals_rebuild(self) -> None:
        if not self.path.exists():
            return
        root = read_root(self.path)._replace(docs=False)
        build(root, root.out)
        build(root, self.base / "rebuilt", force=True)
        for name in ARTIFACTS:
            assert (root.out / name).read_bytes() == (self.base / "rebuilt" / name).read_bytes(), name

    def files(self) -> list[Path]:
        return sorted(path for path in self.path.rglob("*.*") if path.is_file() and "graphify-out" not in path.parts)

    def pick(self, which: int) -> Path:
        files = self.files()
        return files[which % len(files)]

    def write(self, place: str, text: str) -> None:
        path = self.path / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


ChangingRepository.TestCase.settings = settings(
    max_examples=8,
    stateful_step_count=12,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
TestUpdateEqualsRebuild = ChangingRepository.TestCase
