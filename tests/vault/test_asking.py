"""Asking the example vault: names, paths, neighbours, answers within a budget, on the command line."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from graph.asking.answering import answer
from graph.asking.budget import LEAST_BUDGET, cut
from graph.text import count_tokens
from vaultkit.building.pipeline import build
from vaultkit.cli.main import GRAPHIFY, run
from vaultkit.config import read_root
from vaultkit.indexing.index import open_for_reading
from vaultkit.indexing.reader import Reader

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "vault"
NODE = {"id", "label", "kind", "source_file", "source_location"}
EDGE = {"source", "target", "relation", "confidence", "confidence_score", "source_file", "source_location"}


class Said(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Ask = Callable[..., Said]


def made(folder: Path, notes: dict[str, str]) -> Path:
    """A vault with these notes, built."""
    (folder / ".obsidian").mkdir(parents=True, exist_ok=True)
    for path, text in notes.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    root = read_root(folder)
    build(root, root.out)
    return folder


@pytest.fixture(scope="session")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("asking") / "vault"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("graphify-out"))
    return made(folder, {})


@pytest.fixture
def asked(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Path], Ask]]:
    """Put questions on the command line, from inside a folder."""

    def of(folder: Path) -> Ask:
        def ask(*arguments: str) -> Said:
            monkeypatch.chdir(folder)
            try:
                code = run("graphify", GRAPHIFY, "build", arguments)
            except SystemExit as end:
                code = int(str(end.code))
            return Said(code, *capsys.readouterr())

        return ask

    return of


@pytest.fixture
def ask(vault: Path, asked: Callable[[Path], Ask]) -> Ask:
    return asked(vault)


# Names

NAMES = {
    "label": "PostgreSQL",
    "other case": "postgreSQL",
    "alias": "pg",
    "path": "tools/PostgreSQL.md",
    "path without .md": "tools/PostgreSQL",
    "wikilink": "[[PostgreSQL]]",
    "wikilink with all there is": "![[tools/PostgreSQL#Replication|replication]]",
    "blanks around": "  PostgreSQL ",
}


@pytest.mark.parametrize("how", NAMES)
def test_names(ask: Ask, how: str) -> None:
    said = ask("explain", NAMES[how], "--json")
    assert (said.code, said.json["node"]["id"]) == (0, "tools/PostgreSQL.md")


@pytest.mark.parametrize("name", ["queue incident", "QUEUE INCIDENT"])
def test_a_part_that_only_one_has(ask: Ask, name: str) -> None:
    assert ask("explain", name, "--json").json["node"]["id"] == "incidents/Lock queue incident.md"


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_composition_of_a_name_does_not_matter(tmp_path: Path, asked: Callable[[Path], Ask], form: Any) -> None:
    ask = asked(made(tmp_path, {unicodedata.normalize("NFC", "Café über.md"): "[[Other]]", "Other.md": ""}))
    assert ask("explain", unicodedata.normalize(form, "CAFÉ ÜBER"), "--json").json["node"]["label"] == "Café über"


COMMANDS = {"explain": ["explain", "{}"], "affected": ["affected", "{}"], "path": ["path", "Home", "{}"]}
COMMANDS["path from"] = ["path", "{}", "Home"]


@pytest.mark.parametrize("command", COMMANDS)
def test_several_fit(ask: Ask, command: str) -> None:
    arguments = [each.format("Runbook") for each in COMMANDS[command]]
    said = ask(*arguments, "--json")
    assert (said.code, set(said.json)) == (1, {"error", "name", "candidates"})
    assert (said.json["error"], said.json["name"]) == ("ambiguous", "Runbook")
    paths = ["projects/kiln/Runbook.md", "projects/slot/Runbook.md"]
    assert sorted(node["id"] for node in said.json["candidates"]) == paths
    said = ask(*arguments)
    assert said.code == 1 and all(path in said.out for path in paths)


@pytest.mark.parametrize("command", COMMANDS)
def test_none_fits(ask: Ask, command: str) -> None:
    arguments = [each.format("Postgress") for each in COMMANDS[command]]
    said = ask(*arguments, "--json")
    assert (said.code, set(said.json)) == (1, {"error", "name", "near"})
    assert (said.json["error"], said.json["name"]) == ("unknown", "Postgress")
    assert said.json["near"][0]["id"] == "tools/PostgreSQL.md"
    said = ask(*arguments)
    assert said.code == 1 and "tools/PostgreSQL.md" in said.out


@pytest.mark.parametrize("name", ["", " ", "[[]]", "%%%", "\udcff", "x" * 5000, "\x1b[31m\u202e", "*", '"', "'; DROP"])
def test_names_that_are_none(ask: Ask, name: str) -> None:
    for command in COMMANDS.values():
        arguments = [each.format(name) if each == "{}" else each for each in command]
        said = ask(*arguments)
        assert said.code == 1 and "\x1b" not in said.out + said.err and not said.err
        assert ask(*arguments, "--json").json["error"] in ("unknown", "ambiguous")


# Path


def labels(said: Said) -> list[str]:
    return [node["label"] for node in said.json["nodes"]]


def test_a_path_follows_the_edges(ask: Ask) -> None:
    said = ask("path", "Home", "Lock levels", "--json")
    assert said.code == 0 and set(said.json) == {"found", "hops", "nodes"} and said.json["found"]
    hops, nodes = said.json["hops"], said.json["nodes"]
    assert (nodes[0]["id"], nodes[-1]["id"]) == ("Home.md", "reference/Lock levels.md")
    assert [(hop["source"], hop["target"]) for hop in hops] == [
        (one["id"], other["id"]) for one, other in pairwise(nodes)
    ]
    assert all(hop.keys() >= EDGE and hop["forward"] for hop in hops) and all(node.keys() >= NODE for node in nodes)
    assert ask("path", "Home", "Lock levels", "--json").out == said.out
    text = ask("path", "Home", "Lock levels").out.splitlines()
    assert len(text) == len(nodes) and text[0] == "Home (Home.md)" and text[1].startswith("  --links_to--> ")


def test_a_path_against_the_edges(tmp_path: Path, asked: Callable[[Path], Ask]) -> None:
    ask = asked(made(tmp_path, {"A.md": "[[C]]", "B.md": "[[C]]", "C.md": "", "D.md": ""}))
    said = ask("path", "A", "B", "--json")
    assert (said.code, said.json) == (1, {"found": False, "hops": [], "nodes": []})
    assert "--undirected" in ask("path", "A", "B").out
    said = ask("path", "A", "B", "--undirected", "--json")
    assert (said.code, labels(said)) == (0, ["A", "C", "B"])
    assert [hop["forward"] for hop in said.json["hops"]] == [True, False]
    said = ask("path", "A", "D", "--undirected")
    assert said.code == 1 and "No path leads from A to D" in said.out and "--undirected" not in said.out


def test_a_path_to_itself(ask: Ask) -> None:
    said = ask("path", "Home", "Home.md", "--json")
    assert (said.code, labels(said), said.json["hops"]) == (0, ["Home"], [])
    assert ask("path", "Home", "Home").out == "Home (Home.md)\n"


def test_real_relations_are_nearer_than_tags_and_mentions(tmp_path: Path, asked: Callable[[Path], Ask]) -> None:
    notes = {
        "Start here.md": "#shared [[One]] Goal there",
        "One.md": "[[Goal there]]",
        "Goal there.md": "#shared",
    }
    ask = asked(made(tmp_path, notes))
    assert labels(ask("path", "Start here", "Goal there", "--json")) == ["Start here", "One", "Goal there"]
    made(tmp_path, {"One.md": ""})
    said = ask("path", "Start here", "Goal there", "--json")
    assert [hop["relation"] for hop in said.json["hops"]] == ["mentions"]
    made(tmp_path, {"Start here.md": "#shared [[One]]", "One.md": "[[Two]]", "Two.md": "[[Goal there]]"})
    assert len(labels(ask("path", "Start here", "Goal there", "--undirected", "--json"))) == 4
    made(tmp_path, {"Start here.md": "#shared", "One.md": "", "Two.md": ""})
    assert ask("path", "Start here", "Goal there").code == 1
    assert labels(ask("path", "Start here", "Goal there", "--undirected", "--json")) == [
        "Start here",
        "#shared",
        "Goal there",
    ]


# Explain and affected


def test_explain(ask: Ask) -> None:
    said = ask("explain", "Migration style", "--json")
    assert said.code == 0 and set(said.json) == {"node", "out", "in"}
    node, out, into = said.json["node"], said.json["out"], said.json["in"]
    assert node.keys() >= NODE | {"summary", "tags"}
    assert [edge["target"] for edge in out["property:up"]] == ["hubs/Practice hub.md"]
    assert "tool/postgresql" in {edge["target"].removeprefix("#") for edge in out["tagged"]}
    for groups, end in ((out, "source"), (into, "target")):
        for relation, edges in groups.items():
            assert all(edge.keys() >= EDGE and edge["relation"] == relation for edge in edges)
            assert {edge[end] for edge in edges} == {node["id"]}
    text = ask("explain", "Migration style").out
    assert text.startswith("Migration style (conventions/Migration style.md)\n")
    assert f"\n-> tagged ({len(out['tagged'])})\n" in text and f"\n<- links_to ({len(into['links_to'])})\n" in text


@pytest.mark.parametrize("name", ["#tool/postgresql", "Slot Booking map.canvas", "booking-flow.png", "2026-10-05"])
def test_explain_any_kind(ask: Ask, name: str) -> None:
    assert ask("explain", name).code == 0 and ask("explain", name, "--json").json["node"]["label"] in (name, name[:-7])


def test_affected(tmp_path: Path, asked: Callable[[Path], Ask]) -> None:
    notes = {
        "Base.md": "[[Far]]",
        "Near.md": "[[Base]]",
        "Far.md": "[[Near]]",
        "Farther.md": "[[Far]]",
        "Says.md": "Base",
    }
    ask = asked(made(tmp_path, notes))
    for depth in range(1, 4):
        said = ask("affected", "Base", "--depth", str(depth), "--json")
        assert said.code == 0 and set(said.json) == {"node", "affected", "farther"}
        assert said.json["node"]["label"] == "Base"
        found = [(node["label"], node["distance"], node["via"]["target"]) for node in said.json["affected"]]
        assert found == [("Near", 1, "Base.md"), ("Far", 2, "Near.md"), ("Farther", 3, "Far.md")][:depth]
        assert said.json["farther"] == 3 - depth
        more = f"and {3 - depth} more at {depth + 1} or more steps: --depth {depth + 1}\n"
        assert ask("affected", "Base", "--depth", str(depth)).out.endswith(more) == (depth < 3)
        assert all(node.keys() >= NODE and node["via"].keys() >= EDGE for node in said.json["affected"])
    assert ask("affected", "Base").out.startswith("1  Near (Near.md) --links_to--> Base")
    assert "Nothing refers to Says" in ask("affected", "Says").out


# Query and search


def test_query(ask: Ask) -> None:
    said = ask("query", "which locks does a migration take?", "--json")
    assert said.code == 0
    assert set(said.json) == {"question", "nodes", "edges", "lines", "tokens", "truncated"}
    assert all(set(node) == NODE | {"summary", "score"} for node in said.json["nodes"])
    assert all(set(edge) == EDGE for edge in said.json["edges"]) and said.json["edges"]
    assert all(set(line) == {"source_file", "line", "text"} for line in said.json["lines"]) and said.json["lines"]
    assert said.json["question"] == "which locks does a migration take?"
    text = ask("query", "which", "locks does a migration take?").out
    assert said.json["tokens"] == count_tokens(text) <= 1500
    assert text.startswith(f"1. {said.json['nodes'][0]['label']} ({said.json['nodes'][0]['source_file']})\n")


def test_a_name_that_costs_more_than_the_budget(tmp_path: Path, asked: Callable[[Path], Ask]) -> None:
    deep = "/".join(["很长的文件夹名字" * 5] * 3)
    ask = asked(made(tmp_path, {f"{deep}/回滚.md": "回滚"}))
    said = ask("query", "回滚", "--budget", "100")
    assert said.code == 0 and said.out.startswith("1. 回滚 (") and "Cut: more lines" in said.out
    assert count_tokens(said.out) <= 100
    assert ask("query", "回滚", "--budget", "100", "--json").json["truncated"]


def test_lines_are_where_they_are_said_to_be(ask: Ask, vault: Path) -> None:
    for line in ask("query", "lock timeout", "--json").json["lines"]:
        there = (vault / line["source_file"]).read_text("utf-8").split("\n")[line["line"] - 1]
        assert " ".join(there.split())[:200] == line["text"][:200]


@pytest.mark.parametrize("depth", range(5))
def test_depth(ask: Ask, depth: int) -> None:
    said = ask("query", "pgbouncer", "--depth", str(depth), "--budget", "3000", "--json")
    found = {node["id"] for node in said.json["nodes"]}
    hits = {
        hit["id"]
        for hit in ask("search", "pgbouncer", "--json").json["hits"]
        if hit["kind"] not in ("tag", "unresolved")
    }
    assert found == hits if depth == 0 else found > hits


def test_search(ask: Ask) -> None:
    said = ask("search", "lock", "--json")
    assert said.code == 0 and set(said.json) == {"hits"}
    hits = said.json["hits"]
    assert all(hit.keys() >= NODE | {"summary", "score"} for hit in hits)
    assert [hit["score"] for hit in hits] == sorted((hit["score"] for hit in hits), reverse=True)
    assert [hit["id"] for hit in ask("search", "lock", "--top", "2", "--json").json["hits"]] == [
        h["id"] for h in hits[:2]
    ]
    assert ask("search", "lock", "--top", "0").code == 2


def carriers(vault: Path, tag: str) -> set[str]:
    graph = json.loads((vault / "graphify-out" / "graph.json").read_bytes())
    links = (link for link in graph["links"] if link["relation"] == "tagged")
    return {link["source"] for link in links if (link["target"] + "/").startswith(f"#{tag}/")}


@pytest.mark.parametrize("command", ["query", "search"])
@pytest.mark.parametrize(
    "tags",
    [("tool",), ("tool/postgresql",), ("#client/saltmarsh-freight",), ("Tool/",), ("tool/postgresql", "type/decision")],
)
def test_tags(ask: Ask, vault: Path, command: str, tags: tuple[str, ...]) -> None:
    options = [word for tag in tags for word in ("--tag", tag)]
    said = ask(command, "lock migration booking postgres", *options, "--json")
    found = {node["id"] for node in said.json["nodes" if command == "query" else "hits"]}
    allowed = set.intersection(*(carriers(vault, tag.strip("#/").lower()) for tag in tags))
    assert found and found <= allowed


@pytest.mark.parametrize("command", ["query", "search"])
@pytest.mark.parametrize("tag", ["nothing", "", "too", "tool/post"])
def test_a_tag_that_nobody_has(ask: Ask, command: str, tag: str) -> None:
    assert ask(command, "lock", "--tag", tag).code == 1


@pytest.mark.parametrize("question", ["zzzqqq", "🙂", "¿?", "\udcff", "\x00\x1b[zzqm", "zq " * 3000])
def test_nothing_found(ask: Ask, question: str) -> None:
    said = ask("query", question, "--budget", "100")
    assert said.code == 1 and said.out.startswith("Nothing in the graph matches ") and said.out.count("\n") == 1
    assert "It covers " in said.out and "notes" in said.out and count_tokens(said.out) <= 100
    said = ask("query", question, "--json")
    assert (said.code, said.json["nodes"], said.json["edges"], said.json["lines"]) == (1, [], [], [])
    assert ask("search", question).out.startswith("Nothing in the graph matches ")
    assert ask("search", question, "--json").json == {"hits": []}


def test_gods(ask: Ask) -> None:
    said = ask("gods", "--top", "3", "--json")
    assert set(said.json) == {"gods"} and len(said.json["gods"]) == 3
    assert all(god.keys() >= NODE | {"degree"} for god in said.json["gods"])


# How the graph stands to its files


QUESTIONS = [
    ("query", "alpha"),
    ("search", "alpha"),
    ("path", "Alpha", "Beta"),
    ("explain", "Alpha"),
    ("affected", "Beta"),
    ("gods",),
]


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return made(tmp_path / "small", {"Alpha.md": "alpha first\n\n[[Beta]]", "Beta.md": "alpha too", "sub/C.md": ""})


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question[0])
def test_a_graph_that_is_behind_answers_and_says_so(
    small: Path, asked: Callable[[Path], Ask], question: tuple[str, ...]
) -> None:
    ask = asked(small)
    fresh = ask(*question)
    assert (fresh.code, fresh.err) == (0, "")
    (small / "New.md").write_text("alpha")
    said = ask(*question, "--json")
    assert said.code == 0 and said.json
    assert said.err.count("\n") == 1 and "behind (1 new)" in said.err and f"graphify {small}" in said.err
    assert ask(*question).out == fresh.out


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question[0])
def test_a_note_that_is_gone_breaks_no_answer(
    small: Path, asked: Callable[[Path], Ask], question: tuple[str, ...]
) -> None:
    (small / "Alpha.md").unlink()
    said = asked(small)(*question)
    assert said.code == 0 and "behind (1 gone)" in said.err


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question[0])
def test_a_root_that_is_gone_breaks_no_answer(
    tmp_path: Path, small: Path, asked: Callable[[Path], Ask], question: tuple[str, ...]
) -> None:
    out, root = tmp_path / "out", read_root(small)
    build(root, out)
    shutil.rmtree(small)
    said = asked(tmp_path)(*question, "--graph", str(out / "graph.json"))
    assert said.code == 0 and said.out and said.err.count("\n") == 1 and "there is no folder" in said.err


def test_lines_are_read_from_the_files_now(small: Path, asked: Callable[[Path], Ask]) -> None:
    (small / "Alpha.md").write_text("new first line\r\nx\x0cy\u2028z\rlast alpha\n", newline="")
    lines = asked(small)("query", "alpha", "--depth", "0", "--json").json["lines"]
    assert {"source_file": "Alpha.md", "line": 3, "text": "last alpha"} in lines


@pytest.mark.parametrize("what", ["a way out", "a folder", "a pipe", "no text"])
def test_what_has_become_of_a_note(tmp_path: Path, small: Path, asked: Callable[[Path], Ask], what: str) -> None:
    """A file that is no note any more is not quoted, and an answer never waits for it."""
    note, secret = small / "Alpha.md", tmp_path / "secret"
    secret.write_text("alpha secret")
    note.unlink()
    match what:
        case "a way out":
            note.symlink_to(secret)
        case "a folder":
            note.mkdir()
        case "a pipe":
            os.mkfifo(note)
        case _:
            note.write_bytes(b"\xff\xfe\x00")
    said = asked(small)("query", "alpha")
    assert said.code == 0 and "secret" not in said.out and "Alpha" in said.out


def test_another_folder_and_another_graph(
    tmp_path: Path, vault: Path, small: Path, asked: Callable[[Path], Ask]
) -> None:
    here = asked(small / "sub")("explain", "Alpha")
    assert here.code == 0
    for graph in (small / "graphify-out" / "graph.json", small / "graphify-out"):
        assert asked(vault)("explain", "Alpha", "--graph", str(graph)).out == here.out
    said = asked(vault)("explain", "Alpha", "--graph", str(tmp_path / "none" / "graph.json"))
    assert said.code == 1 and "there is no graph" in said.err and said.err.count("\n") == 1


WRONG = [
    ("query",),
    ("query", "x", "--budget", "0"),
    ("query", "x", "--budget", str(LEAST_BUDGET - 1)),
    ("query", "x", "--budget", "many"),
    ("query", "x", "--depth", "-1"),
    ("query", "x", "--depth", "5"),
    ("search",),
    ("search", "x", "--top", "few"),
    ("path", "Home"),
    ("explain",),
    ("explain", "a", "b"),
    ("affected",),
    ("gods", "--top"),
    ("query", "x", "--unheard-of"),
]


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_wrong_usage(ask: Ask, arguments: tuple[str, ...]) -> None:
    said = ask(*arguments)
    assert said.code == 2 and not said.out and said.err


# Text that is not to be trusted

NASTY = "\x1b]0;owned\x07\x9b31m\u202eevil\u2066\u2028\u2029\x85\x0b\r"


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    summary = json.dumps("sum \x1b[2J\u202e\nmary **bold** <b>")
    notes = {
        f"Alpha {NASTY[1:6]}\u202e\u2028\x9b31m <b>[x](y)</b>.md": f"---\nsummary: {summary}\naliases: [{summary}]\n"
        f'"re\\u202elated\\nto\\u001b[1m": "[[Beta]]"\n---\nalpha {NASTY} text\n[[Beta]] [[no\u202ewhere\x9b]]',
        "fol\u202eder\u2028/Beta.md": f"# alpha {NASTY}\n\n[[Alpha {NASTY[1:6]}\u202e\u2028\x9b31m <b>]] #ta\u202eg",
        "fol\u202eder\u2028/Alpha twin.md": "[[Beta]]",
        "bo\u202eard\x9b.canvas": json.dumps(
            {
                "nodes": [
                    {"id": "1", "type": "file", "file": "fol\u202eder\u2028/Beta.md"},
                    {"id": "2", "type": "file", "file": "fol\u202eder\u2028/Alpha twin.md"},
                ],
                "edges": [{"id": "3", "fromNode": "1", "toNode": "2", "label": "a\u202e\nb"}],
            }
        ),
    }
    return made(tmp_path_factory.mktemp("hostile"), notes)


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "json"])
@pytest.mark.parametrize(
    "question",
    [
        ("query", "alpha"),
        ("query", f"nothing {NASTY}"),
        ("search", "alpha"),
        ("path", "Alpha twin", "Beta"),
        ("path", "Alpha ", "Beta"),
        ("path", "Beta", f"Nobody {NASTY}"),
        ("explain", "Beta"),
        ("explain", "Alpha twin"),
        ("explain", "Alpha "),
        ("explain", "]0;ow"),
        ("affected", "Beta"),
        ("gods",),
    ],
    ids=lambda question: ascii(" ".join(question)),
)
def test_text_of_notes_cannot_steer(
    hostile: Path, asked: Callable[[Path], Ask], question: tuple[str, ...], form: tuple[str, ...]
) -> None:
    said = asked(hostile)(*question, *form)
    assert said.code in (0, 1) and (said.out + said.err).replace("\n", "").isprintable()
    if form:
        assert said.out.count("\n") == 1 and said.json
    else:
        heads = (
            "Nowhere in the graph: ",
            "->",
            "<-",
            "--",
            " ",
            "- ",
            "Connections:",
            "Nothing",
            "Cut:",
            "'",
            "no node",
            "Alpha",
            "Beta",
            "No path",
        )
        assert all(line.startswith(heads) or line[0].isdigit() for line in said.out.splitlines())


def test_another_encoding_of_the_terminal(hostile: Path) -> None:
    environment = {
        **os.environ,
        "PYTHONIOENCODING": "ascii",
        "PYTHONUTF8": "0",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    program = "import sys; from vaultkit.cli.main import graphify; sys.exit(graphify())"
    for form in ((), ("--json",)):
        command = [sys.executable, "-c", program, "query", "alpha", *form]
        done = subprocess.run(command, cwd=hostile, env=environment, capture_output=True, check=True)
        assert done.stdout.isascii() and b"\x1b" not in done.stdout
        assert not form or len(json.loads(done.stdout)["nodes"]) == 4


# Any question


def test_every_answer_stays_within_its_budget(vault: Path) -> None:
    random = Random(20261201)
    files = {path.relative_to(vault).as_posix(): path.read_text("utf-8").split("\n") for path in vault.rglob("*.md")}
    words = sorted({word for lines in files.values() for line in lines for word in line.split()})
    noise = ["", "🙂", "zzz", '"', "NEAR(", "*", "锁", "のと", "\x00", "ü" * 300, "how do we", "[[", "\ud800"]
    with open_for_reading(vault / "graphify-out" / "index.sqlite") as index:
        view = Reader(index.connection)
        covered = view.covered()
        for number in range(150):
            pick = random.choices(words, k=random.randint(0, 6)) + random.choices(noise, k=random.randint(0, 2))
            question, depth, budget = " ".join(pick), random.randint(0, 2), random.randint(LEAST_BUDGET, 3000)
            whole = answer(view, question, lambda path: files.get(path, ()), depth=depth)
            found = cut(whole, budget, covered)
            assert count_tokens(found.text) == found.tokens <= budget, question
            ids = [each.node.id for each in found.nodes]
            assert len(ids) == len(set(ids)) and {end for edge in found.edges for end in edge[:2]} <= set(ids)
            assert {quote.source_file for quote in found.quotes} <= {each.node.source_file for each in found.nodes}
            assert bool(found.nodes) == bool(whole.nodes)
            if number % 20 == 0:
                again = answer(Reader(index.connection), question, lambda path: files.get(path, ()), depth=depth)
                assert again == whole and cut(again, budget, covered) == found


TWINS = {
    "a/Locks.md": "# Locks\n\nSee [[b/Locks]] and [[Plain]].\n",
    "b/Locks.md": "# Locks\n\nSee [[Plain]].\n",
    "Plain.md": "# Plain\n\nLocks of [[a/Locks]].\n",
}
APART = {
    "explain": (["explain", "Plain"], ["a/Locks.md (", "b/Locks.md ("]),
    "query": (["query", "locks"], ["- a/Locks.md --links_to--> b/Locks.md"]),
    "path": (["path", "a/Locks", "b/Locks"], ["--> b/Locks.md"]),
}


@pytest.mark.parametrize(("command", "told"), APART.values(), ids=APART)
def test_nodes_of_one_name_are_told_apart(
    command: list[str],
    told: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(made(tmp_path / "vault", TWINS))
    run("graphify", GRAPHIFY, "build", command)
    out = capsys.readouterr().out
    assert all(each in out for each in told) and " Plain.md" not in out, out
