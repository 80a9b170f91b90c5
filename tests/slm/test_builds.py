"""Builds with a model behind a real server: what is asked, what is kept, what the graph and the report say."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graph.asking.dependents import Affected
from graph.asking.explaining import Explanation
from graph.asking.wording import affected_text, explanation_text, path_text
from tests.program import COMPARED
from tests.slm.ollama import MODEL, Reply, Server, literal, ollama, said
from vaultkit.asking.questions import affected, explain, path
from vaultkit.building.pipeline import build
from vaultkit.cli.main import GRAPHIFY, run
from vaultkit.config import read_root
from vaultkit.enriching.enrich import Enriched, Wishes, enrich, words_of
from vaultkit.errors import UsageError, VaultkitError
from vaultkit.server import tools
from vaultkit.server.arguments import Neighbors

CACHING = (
    "# One\nRedis replaces Memcached. All of us had waited for that.\n\n"
    "# Two\nMemcached uses Slabs. That is long known.\n"
)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULTKIT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("OLLAMA_HOST", raising=False)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    (tmp_path / "vault" / ".obsidian").mkdir(parents=True)
    return tmp_path / "vault"


@pytest.fixture
def model() -> Iterator[Server]:
    with ollama(literal) as server:
        yield server


def read(vault: Path, server: Server, *, force: bool = False, reread: bool = False, model: str = MODEL) -> Enriched:
    root = read_root(vault)
    return enrich(root, build(root, root.out, force=force), Wishes(model, server.host, reread))


def graph(vault: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((vault / "graphify-out" / "graph.json").read_bytes())
    return found


def triples(vault: Path) -> set[tuple[str, str, str]]:
    """What the model found, by labels."""
    made = graph(vault)
    label = {node["id"]: node["label"] for node in made["nodes"]}
    relations = ("uses", "replaces", "causes", "same_as")
    return {
        (label[link["source"]], link["relation"], label[link["target"]])
        for link in made["links"]
        if link["relation"] in relations
    }


def artifacts(vault: Path) -> list[bytes]:
    return [(vault / "graphify-out" / name).read_bytes() for name in COMPARED]


def test_each_relation_comes_with_the_sentence_that_proves_it(vault: Path, model: Server) -> None:
    (vault / "Caching.md").write_text(CACHING)
    summary = read(vault, model).summary
    assert summary is not None
    assert (summary.read, summary.cached, summary.failed) == (2, 0, 0)
    found = {link["relation"]: link for link in graph(vault)["links"]}
    assert found["replaces"]["evidence"] == "Redis replaces Memcached."
    assert (found["replaces"]["source_file"], found["replaces"]["source_location"]) == ("Caching.md", "L2")
    assert found["uses"]["confidence"] == "EXTRACTED"
    assert {node["id"] for node in graph(vault)["nodes"]} >= {"concept:redis", "concept:memcached", "concept:slab"}


def test_answers_show_the_sentence_beneath_its_edge(vault: Path, model: Server) -> None:
    (vault / "Caching.md").write_text(CACHING)
    read(vault, model)
    out = vault / "graphify-out"
    explained = explain(out, "Redis").answer
    assert isinstance(explained, Explanation)
    told = explanation_text(explained)
    assert '     Memcached (Caching.md:L2)\n       "Redis replaces Memcached."\n' in told
    found = path(out, "Redis", "Slabs", undirected=False).answer
    assert isinstance(found, tuple)
    starts, goals, way = found
    assert path_text(way, starts, goals).count("uses Slabs.") == 1
    record = tools.neighbors(tools.Served(None, vault), Neighbors(node="Redis")).record
    assert record["out"]["replaces"][0]["edge"]["evidence"] == "Redis replaces Memcached."


def test_the_summary_says_why_what_was_said_is_dropped(vault: Path) -> None:
    told = ("Redis", "replaces", "Memcached", "Redis replaces Memcached.")
    others = [("Redis", "eats", "Memcached", ""), ("Redis", "uses", "Redis", ""), ("Redis", "uses", "Oracle", "")]
    (vault / "Caching.md").write_text("Redis replaces Memcached. All of us had waited for that.\n")
    with ollama(lambda *_: Reply(said(told, *others, told, entities=(("Redis", "product"),) * 2))) as server:
        (line,) = words_of(read(vault, server))
    dropped = "of what it said was dropped: 2 repeated, 1 not in the text, 1 related to itself, 1 unknown relation"
    assert line == f"{MODEL}: 1 read, 0 read before, 0 failed; {dropped}"


def test_a_model_is_asked_about_what_changed_and_nothing_else(vault: Path, model: Server) -> None:
    (vault / "Caching.md").write_text(CACHING)
    read(vault, model)
    assert len(model.asked) == 2
    read(vault, model)
    read(vault, model, force=True)
    assert len(model.asked) == 2
    (vault / "Caching.md").write_text(
        "A new beginning: Redis causes Joy. It is of some length.\n\n" + CACHING.replace("Slabs", "Pages")
    )
    read(vault, model)
    assert sorted(section.split("\n")[0] for section in model.asked[2:]) == [
        "# Two",
        "A new beginning: Redis causes Joy. It is of some length.",
    ]
    assert triples(vault) == {
        ("Redis", "replaces", "Memcached"),
        ("Memcached", "uses", "Pages"),
        ("Redis", "causes", "Joy"),
    }
    os.rename(vault / "Caching.md", vault / "Moved.md")
    read(vault, model)
    assert len(model.asked) == 4
    read(vault, model, reread=True)
    assert len(model.asked) == 7


def test_force_and_a_build_without_a_model_keep_what_was_accepted(vault: Path, model: Server) -> None:
    (vault / "Caching.md").write_text(CACHING)
    read(vault, model)
    before, root = artifacts(vault), read_root(vault)
    build(root, root.out, force=True)
    assert artifacts(vault) == before


def test_another_model_reads_again_only_on_request(vault: Path, model: Server) -> None:
    (vault / "Caching.md").write_text(CACHING)
    read(vault, model)
    model.models["other:7b"] = "d" * 64
    summary = read(vault, model, model="other:7b").summary
    assert summary is not None
    assert (summary.read, summary.others) == (0, 2)
    (vault / "Caching.md").write_text(CACHING + "\n# Three\nOf this no model knows anything that could be of use.\n")
    (vault / "Copy.md").write_text(CACHING)
    for _ in range(2):
        summary = read(vault, model, model="other:7b").summary
        assert summary is not None
        assert (summary.cached + summary.read, summary.others) == (3, 2), "each text counts once, wherever it stands"
    summary = read(vault, model, model="other:7b", reread=True).summary
    assert summary is not None
    assert (summary.read, summary.others) == (3, 0)


FAULTS = {
    "prose": Reply("Sure! Here is what I found in your note."),
    "broken": Reply('{"entities": [{"name": "Red'),
    "cut off": Reply(said(("Redis", "replaces", "Memcached", "")), done_reason="length"),
    "hollow": Reply(),
    "invented": Reply(said(("Oracle", "uses", "Sybase", "Oracle uses Sybase."))),
    "other form": Reply('{"nodes": []}'),
    "list": Reply("[]"),
    "going round": Reply(said(*[("Redis", "replaces", "Memcached", "x")] * 12)),
    "failing": Reply(status=500),
    "torn": Reply(literal("Redis replaces Memcached.").content, cut=30),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_no_bad_answer_replaces_a_good_one(fault: str, vault: Path) -> None:
    bad = False
    with ollama(lambda section, body: FAULTS[fault] if bad else literal(section)) as server:
        (vault / "Caching.md").write_text(CACHING)
        read(vault, server)
        before = artifacts(vault)
        bad = True
        summary = read(vault, server, reread=True).summary
        assert summary is not None
        assert (summary.read, summary.failed) == (0, 2)
        assert artifacts(vault) == before


@pytest.mark.parametrize("fault", sorted(FAULTS.keys() - {"hollow"}))
def test_what_was_not_read_is_listed_with_the_reason_and_read_when_it_can_be(fault: str, vault: Path) -> None:
    bad = True
    with ollama(lambda section, body: FAULTS[fault] if bad and "Slabs" in section else literal(section)) as server:
        (vault / "Caching.md").write_text(CACHING)
        built = read(vault, server).built
        assert [(each.path, each.line) for each in built.sections] == [("Caching.md", 4)]
        assert built.sections[0].why
        assert "Caching.md:4" in (vault / "graphify-out" / "GRAPH_REPORT.md").read_text()
        assert triples(vault) == {("Redis", "replaces", "Memcached")}
        bad = False
        steady = len(server.asked)
        built = read(vault, server).built
        if len(server.asked) == steady:  # the model said the same each time: asking again is no use
            built = read(vault, server, reread=True).built
        assert built.sections == ()
        assert ("Memcached", "uses", "Slabs") in triples(vault)


def test_that_there_is_nothing_is_an_answer_if_it_is_given_twice(vault: Path) -> None:
    answers = {"Slabs": [Reply(), Reply()], "Redis replaces": [Reply()]}

    def script(section: str, body: dict[str, Any]) -> Reply:
        waiting = next(replies for words, replies in answers.items() if words in section)
        return waiting.pop() if waiting else literal(section)

    with ollama(script) as server:
        (vault / "Caching.md").write_text(CACHING)
        enriched = read(vault, server)
        assert enriched.summary is not None
        assert (enriched.summary.read, enriched.summary.failed, enriched.built.sections) == (2, 0, ())
        assert triples(vault) == {("Redis", "replaces", "Memcached")}
        asked = len(server.asked)
        read(vault, server)
        assert len(server.asked) == asked
        read(vault, server, reread=True)
        assert ("Memcached", "uses", "Slabs") in triples(vault)


def test_a_section_too_hard_as_a_whole_is_read_in_halves(vault: Path) -> None:
    text = "Redis replaces Memcached. " + "So it goes. " * 15 + "\n\n" + "Memcached uses Slabs. " + "So it goes. " * 15
    with ollama(lambda section, _: literal(section) if len(section) < 300 else Reply("no")) as server:
        (vault / "Long.md").write_text(text)
        assert read(vault, server).built.sections == ()
        assert triples(vault) == {("Redis", "replaces", "Memcached"), ("Memcached", "uses", "Slabs")}
        asked = len(server.asked)
        read(vault, server)
        assert len(server.asked) == asked


def test_a_server_that_does_not_answer_in_time_holds_nobody(vault: Path) -> None:
    (vault / ".vaultkit.toml").write_text("[slm]\ntimeout = 1\nparallel = 3\n")
    kinds = {"Hang": Reply(hang=60), "Drip": Reply(drip=0.1)}
    with ollama(
        lambda section, _: next((kinds[each] for each in kinds if each in section), literal(section))
    ) as server:
        for name in ("Hang", "Drip", "Good"):
            (vault / f"{name}.md").write_text(f"{name} uses Redis. That is all there is to say of it.")
        built = read(vault, server).built
        assert {(each.path, "within 1 s" in each.why) for each in built.sections} == {
            ("Hang.md", True),
            ("Drip.md", True),
        }
        assert triples(vault) == {("Good", "uses", "Redis")}


def test_a_concept_that_a_note_is_called_like_is_that_note(vault: Path, model: Server) -> None:
    (vault / "Caching.md").write_text(CACHING)
    read(vault, model)
    (vault / "slab.md").write_text("x")
    (vault / "Cache.md").write_text("---\naliases: [memcached]\n---\n")
    read(vault, model)
    links = {(link["source"], link["relation"], link["target"]) for link in graph(vault)["links"]}
    assert ("Cache.md", "uses", "slab.md") in links
    assert ("concept:redis", "replaces", "Cache.md") in links
    (vault / "more").mkdir()
    (vault / "more" / "Slabs.md").write_text("y")
    read(vault, model)
    link = next(link for link in graph(vault)["links"] if link["relation"] == "uses")
    assert (link["confidence"], link["candidates"], link["confidence_score"]) == (
        "AMBIGUOUS",
        ["more/Slabs.md", "slab.md"],
        0.5,
    )
    assert len(model.asked) == 2


def test_a_note_is_connected_with_what_it_names_also_when_that_becomes_a_note(vault: Path, model: Server) -> None:
    def named() -> list[tuple[str, str, str]]:
        ends = [(link["target"], link["relation"], link["confidence"]) for link in graph(vault)["links"]]
        return [end for end in ends if end[0] in ("concept:rag", "RAG.md") and end[1] != "uses"]

    (vault / "Said.md").write_text("RAG uses Redis. That is all there is to say of it, really, here.")
    read(vault, model)
    assert named() == [("concept:rag", "discusses", "EXTRACTED")]
    (vault / "RAG.md").write_text("x")  # too short a name for a mention
    read(vault, model)
    assert named() == [("RAG.md", "mentions", "INFERRED")]
    (vault / "Said.md").write_text("RAG uses Redis. That is all there is to say of it, really, here.\n\n[[RAG]]")
    read(vault, model)
    assert named() == [("RAG.md", "links_to", "EXTRACTED")]


def test_of_an_ambiguous_relation_the_end_in_doubt_is_told(vault: Path, model: Server) -> None:
    for folder in ("a", "b"):
        (vault / folder).mkdir()
        (vault / folder / "Runbook.md").write_text("x")
    (vault / "Said.md").write_text("Runbook uses Redis. That is all there is to say of it, really.")
    read(vault, model)
    report = (vault / "graphify-out" / "GRAPH_REPORT.md").read_text()
    assert "| [[a/Runbook]] → **Redis** | [[a/Runbook]], [[b/Runbook]] |" in report
    told = explain(vault / "graphify-out", "Redis").answer
    assert isinstance(told, Explanation)
    assert "Runbook (Said.md:L1, AMBIGUOUS 0.5, one of 2)" in explanation_text(told)


def test_an_acronym_is_what_another_note_spells_out(vault: Path, model: Server) -> None:
    def same() -> list[tuple[str, str, str, float, list[str]]]:
        return [
            (link["source"], link["target"], link["confidence"], link["confidence_score"], link.get("candidates", []))
            for link in graph(vault)["links"]
            if link["relation"] == "same_as"
        ]

    (vault / "Short.md").write_text("RAG uses Redis. That is all there is to say of it, really.")
    read(vault, model)
    assert same() == []
    (vault / "Long.md").write_text("Retrieval Augmented Generation uses Lua. That is all there is.")
    read(vault, model)
    long = "concept:retrieval-augmented-generation"
    assert same() == [("concept:rag", long, "INFERRED", 0.5, [])]
    (vault / "Other.md").write_text("Red Amber Green uses Lua. That is all there is to say of it.")
    read(vault, model)
    both = ["concept:red-amber-green", long]
    assert same() == [("concept:rag", both[0], "AMBIGUOUS", 0.25, both)]
    (vault / "Other.md").unlink()
    (vault / "Retrieval augmented generation.md").write_text("x")
    read(vault, model)
    assert same() == [("concept:rag", "Retrieval augmented generation.md", "INFERRED", 0.5, [])]


def test_what_something_causes_is_affected_by_it_and_an_acronym_is_what_it_is_short_for(
    vault: Path, model: Server
) -> None:
    (vault / "Short.md").write_text("RAG causes Errors. That is all there is to say of it, really.")
    (vault / "Long.md").write_text("Retrieval Augmented Generation uses Lua. Errors causes Trouble. That is all.")
    read(vault, model)
    out = vault / "graphify-out"

    def met(name: str, depth: int) -> dict[str, int]:
        found = affected(out, name, depth).answer
        assert isinstance(found, Affected)
        assert all(line.count("concept:") < 2 for line in affected_text(found).splitlines())
        return {each.node.label: each.distance for each in found.dependents if each.node.kind == "concept"}

    assert met("RAG", 3) == {"Errors": 1, "Retrieval Augmented Generation": 1, "Trouble": 2}
    assert met("Retrieval Augmented Generation", 3) == {"RAG": 1, "Errors": 2, "Trouble": 3}
    assert met("Trouble", 9) == {}
    assert met("Lua", 2) == {"Retrieval Augmented Generation": 1, "RAG": 2}
    for goal, steps in (("Lua", ["same_as", "uses"]), ("Trouble", ["causes", "causes"])):
        way = path(out, "RAG", goal, undirected=False).answer
        assert isinstance(way, tuple) and [hop.edge.relation for hop in way[2].hops] == steps
    way = path(out, "Retrieval Augmented Generation", "Trouble", undirected=False).answer
    assert isinstance(way, tuple)
    assert [(hop.edge.relation, hop.forward) for hop in way[2].hops] == [
        ("same_as", False),
        ("causes", True),
        ("causes", True),
    ]


def test_excluded_notes_and_skipped_folders_are_not_read(vault: Path, model: Server) -> None:
    (vault / ".obsidian" / "app.json").write_text('{"userIgnoreFilters": ["templates/"]}')
    (vault / ".vaultkit.toml").write_text('[slm]\nskip = ["private"]\n')
    for folder in ("templates", "private", "open"):
        (vault / folder).mkdir()
        (vault / folder / "Note.md").write_text(f"{folder.title()} uses Redis. That is all there is to say of it.")
    read(vault, model)
    assert [section.split()[0] for section in model.asked] == ["Open"]


SKIPS = ("private", "/Private/", "./private/", "private\\", "PRIVATE/\u0043afe\u0301", ".", "/")


@pytest.mark.parametrize("skip", SKIPS)
def test_a_folder_is_skipped_however_it_is_written_and_wherever_it_is_said(
    skip: str, vault: Path, model: Server, tmp_path: Path
) -> None:
    note = vault / "private" / "Caf\u00e9" / "Note.md"
    note.parent.mkdir(parents=True)
    note.write_text("Redis uses Lua. That is all there is to say of it.")
    config = tmp_path / "config" / "vaultkit" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text(f"[slm]\nskip = [{json.dumps(skip)}]\n")
    read(vault, model)
    assert model.asked == []
    (vault / ".vaultkit.toml").write_text('[slm]\nskip = ["privat", "private/Caf"]\n', "utf-8")
    read(vault, model)
    assert len(model.asked) == 1, "the vault has the last word, and a part of a name is another name"
    assert triples(vault)
    (vault / ".vaultkit.toml").write_text(config.read_text())
    read(vault, model)
    assert not triples(vault)


@pytest.mark.parametrize(
    "key", ["timeout", "run_minutes", "num_ctx", "parallel", "daily_minutes", "background_minutes"]
)
def test_a_number_that_makes_no_sense_is_told_and_costs_no_graph(key: str, vault: Path, model: Server) -> None:
    (vault / "Caching.md").write_text(CACHING)
    (vault / ".vaultkit.toml").write_text(f"[slm]\n{key} = -1\n")
    root = read_root(vault)
    enriched = enrich(root, build(root, root.out), Wishes())
    assert f"[slm] {key} is -1; write a number from" in enriched.missing and enriched.built.nodes
    with pytest.raises(VaultkitError, match=f"{key} is -1"):
        read(vault, model)


@pytest.mark.parametrize("more", [["--reread"], ["--slm-host", "127.0.0.1"]])
def test_to_ask_nobody_and_somebody_is_wrong_usage(more: list[str], vault: Path) -> None:
    assert run("graphify", GRAPHIFY, "build", [str(vault), "--no-slm", *more]) == 2
    assert not (vault / "graphify-out").exists()


def test_a_project_is_read_only_by_a_model_that_is_named(tmp_path: Path, model: Server) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "README.md").write_text("Redis replaces Memcached. That is all there is to say of it.")
    (project / "a.py").write_text("def f(): pass\n")
    root = read_root(project)
    built = build(root, root.out)
    assert enrich(root, built, Wishes()).summary is None
    for wishes in (Wishes(host=model.host), Wishes(reread=True)):
        with pytest.raises(UsageError):
            enrich(root, built, wishes)
    assert model.asked == []
    read(project, model)
    assert len(model.asked) == 1
    assert triples(project) == {("Redis", "replaces", "Memcached")}


@pytest.mark.parametrize(
    "host", ["http://192.0.2.7:11434", "gpu.example", "https://[2001:db8::1]", "127.0.0.1.example:80"]
)
def test_notes_leave_the_machine_only_for_a_host_that_is_allowed_by_name(host: str, vault: Path) -> None:
    (vault / "Caching.md").write_text(CACHING)
    root = read_root(vault)
    with pytest.raises(VaultkitError, match="is not this machine"):
        enrich(root, build(root, root.out), Wishes(MODEL, host))


def test_without_a_model_nothing_is_missing(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")
    (vault / "Caching.md").write_text(CACHING)
    root = read_root(vault)
    enriched = enrich(root, build(root, root.out), Wishes())
    assert (enriched.summary, enriched.built.sections) == (None, ())
    assert "ollama pull" in enriched.missing


@pytest.mark.parametrize("host", ["http://192.0.2.7:11434", "nonsense://x"])
def test_an_ollama_elsewhere_that_nobody_asked_for_fails_no_build(
    host: str, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLLAMA_HOST", host)
    (vault / "Caching.md").write_text(CACHING)
    root = read_root(vault)
    assert enrich(root, build(root, root.out), Wishes()).missing
    with pytest.raises(VaultkitError):
        enrich(root, build(root, root.out), Wishes(MODEL))
