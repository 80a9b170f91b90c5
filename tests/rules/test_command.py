"""`vaultkit check` as one calls it: exit codes, formats, what is written and what is not."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from vaultkit.building.pipeline import build
from vaultkit.building.standing import standing
from vaultkit.cli.main import VAULTKIT, run
from vaultkit.config import read_root
from vaultkit.contract.contract import Contract
from vaultkit.disk.lock import lock
from vaultkit.disk.state import lock_file
from vaultkit.writing.mending import mend_paths, write

GOOD = "---\nsummary: What it holds.\ntags: [type/note, domain/x, scope/global]\n---\nText.\n"
BAD = "---\nsummary: Re: plan\ntags: [type/note, domain/x, scope/global]\n---\nText: [[Nowhere]].\n"
FIXED = BAD.replace("Re: plan", '"Re: plan"')
HOUSE = Path(__file__).parents[2]


def call(vault: Path, *arguments: str, given: bytes = b"") -> tuple[int, str, str]:
    """(exit code, stdout, stderr) of `vaultkit check` in a folder."""
    return call_alone(vault, "check", *arguments, given=given)


def call_alone(vault: Path, *arguments: str, given: bytes = b"") -> tuple[int, str, str]:
    """The same of `vaultkit`."""
    code = "import sys; from vaultkit.cli.main import vaultkit; sys.exit(vaultkit())"
    kept = {key: value for key, value in os.environ.items() if key in ("PATH", "SYSTEMROOT", "PYTHONDONTWRITEBYTECODE")}
    places = {"PYTHONPATH": str(HOUSE), "HOME": str(vault), "VAULTKIT_HOME": f"{vault}.state"}
    environment = {**kept, **places, "PYTHONUTF8": "1"}
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, cwd=vault, env=environment, input=given, capture_output=True, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / "Good.md").write_text(GOOD)
    return tmp_path


def test_checking_one_note_imports_little() -> None:
    heavy = (
        "msgspec",
        "jinja2",
        "Stemmer",
        "graspologic_native",
        "ahocorasick",
        "sqlite3",
        "rich",
        "subprocess",
        "difflib",
    )
    code = f"import sys, vaultkit.cli.check; print([name for name in {heavy} if name in sys.modules])"
    environment = {**os.environ, "PYTHONPATH": str(HOUSE)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_exit_codes(vault: Path) -> None:
    assert call(vault)[0] == 0
    (vault / "Bad.md").write_text(BAD)
    code, out, _ = call(vault)
    assert code == 1
    assert out.startswith("Bad.md:2:12 error yaml this value must be in quotes")
    assert out.endswith("1 error in 2 notes; 1 can be repaired with --fix\n")
    assert call(vault, "--no-such-option")[0] == 2
    assert call(vault, "Missing.md")[0] == 2
    (vault / "data.csv").write_text("a,b")
    for no_note in ("data.csv", ".obsidian/x.md", "/etc/hosts"):
        if not no_note.startswith("/"):
            (vault / no_note).write_text("a,b")
        code, out, error = call(vault, "Good.md", no_note, "--vault", ".")
        assert (code, out) == (2, "") and ("is no note" in error or "is not inside" in error)
    slip = call_alone(vault, "chekc")
    assert slip[0] == 2 and "did you mean 'check'?" in slip[2]
    slip = call_alone(vault, "foo")
    assert slip[0] == 2 and "the commands are init, new, check" in slip[2]
    assert call(vault, "--stdin")[0] == 2


def test_infos_do_not_fail(vault: Path) -> None:
    (vault / ".vaultkit.toml").write_text("[rules]\nyaml = 'info'\n")
    (vault / "Bad.md").write_text(BAD)
    code, out, _ = call(vault, "Bad.md")
    assert (code, out.split()[1]) == (0, "info")


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ("[rules]\nsumary-missing = 'off'", "did you mean 'summary-missing'?"),
        ("[rules]\nyaml = 'fatal'", "write one of error, warning, info, off"),
        ("[contract]\nsummary_limt = 3", "did you mean 'summary_limit'?"),
        ("[contract]\nsummary_limit = true", "write a whole number"),
        ("[contrakt]", "did you mean 'contract'?"),
    ],
)
def test_faulty_settings(vault: Path, settings: str, says: str) -> None:
    (vault / ".vaultkit.toml").write_text(settings)
    code, _, error = call(vault)
    assert code == 1
    assert says in error


def test_settings(vault: Path) -> None:
    settings = "[contract]\nnamespaces = ['kind']\nrequired = ['kind']\nsingle = []\nfirst = ''\nsummary_limit = 5\n"
    (vault / ".vaultkit.toml").write_text(settings + "exempt = ['old', 'x/*.md']\n[journal]\nfolder = 'days'\n")
    note = "---\nsummary: s\ntags: [kind/a, kind/b]\n---\n"
    for path in ("Good.md", "a/old/Note.md", "x/Note.md", "days/2026-01-02.md"):
        (vault / path).parent.mkdir(parents=True, exist_ok=True)
        (vault / path).write_text(note if path == "Good.md" else "")
    code, out, _ = call(vault)
    assert (code, out) == (0, "no problems in 1 note; 3 notes exempt: days/, old/, x/*.md\n")


def test_repairs_land_in_the_graph_if_there_is_one(vault: Path) -> None:
    (vault / "Bad.md").write_text(BAD)
    assert call(vault, "--fix")[0] == 0
    root = read_root(vault)
    assert not root.out.exists()
    (vault / "Bad.md").write_text(BAD)
    build(root, root.out)
    call(vault, "--fix")
    assert (vault / "Bad.md").read_text() == FIXED
    assert not standing(root.out).behind


def test_rules_about_the_vault_need_a_fresh_index(vault: Path) -> None:
    (vault / "Link.md").write_text(GOOD + "[[Nowhere]] [[Good]]\n")
    code, _, error = call(vault)
    assert code == 0
    assert error.count("were skipped") == 1
    root = read_root(vault)
    build(root, root.out)
    code, out, error = call(vault)
    assert (code, error) == (1, "")
    assert out.startswith("Link.md:6:1 warning unresolved-link ")
    (vault / "Good.md").write_text(GOOD.replace("Text", "Another text"))
    assert call(vault, "Link.md")[2] == ""
    (vault / ".vaultkit.toml").write_text("[contract]\nbody_links = false\n")
    assert call(vault)[0] == 0
    (vault / ".vaultkit.toml").unlink()
    for number in range(201):
        (vault / f"{number}.md").write_text("")
    assert "the index is behind (0.md and 201 more)" in call(vault, "Link.md")[2]
    assert "were skipped" not in call(vault)[2]


def test_fix_waits_for_another_change_of_the_vault(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = vault / "Bad.md"
    bad.write_text(BAD)
    monkeypatch.setenv("VAULTKIT_HOME", f"{vault}.state")
    root = read_root(vault)
    mended = mend_paths(root, ["Bad.md"], Contract())
    with lock(lock_file(vault), patience=1):
        writer = threading.Thread(target=lambda: write(root, mended))
        writer.start()
        writer.join(0.3)
        assert writer.is_alive() and bad.read_text() == BAD
        bad.write_text(BAD + "edited meanwhile")
    writer.join()
    assert bad.read_text() == BAD + "edited meanwhile"


def test_fix_writes_what_changes_and_nothing_else(vault: Path) -> None:
    bad, good = vault / "Bad.md", vault / "Good.md"
    bad.write_bytes(BAD.replace("\n", "\r\n").encode())
    bad.chmod(0o640)
    os.utime(good, (1, 1))
    (vault / "Link.md").symlink_to("Bad.md")
    code, out, _ = call(vault, "--diff")
    assert code == 1
    assert '-summary: Re: plan\r\n+summary: "Re: plan"\r\n' in out
    assert bad.read_bytes() == BAD.replace("\n", "\r\n").encode()
    code, out, _ = call(vault, "--fix")
    assert (code, out) == (0, "no problems in 3 notes; 1 repaired\n")
    assert bad.read_bytes() == FIXED.replace("\n", "\r\n").encode()
    assert bad.stat().st_mode & 0o777 == 0o640
    assert good.stat().st_mtime == 1
    assert (vault / "Link.md").is_symlink()
    before = bad.stat().st_mtime_ns
    assert call(vault, "--fix")[:2] == (0, "no problems in 3 notes\n")
    assert bad.stat().st_mtime_ns == before
    assert sorted(path.name for path in vault.iterdir()) == [".obsidian", "Bad.md", "Good.md", "Link.md"]


def test_stdin(vault: Path) -> None:
    (vault / "Note.md").write_text(GOOD)
    code, out, _ = call(vault, "--stdin", "--stdin-filename", "Note.md", given=BAD.encode())
    assert (code, out.split(" ")[0]) == (1, "Note.md:2:12")
    code, out, _ = call(vault, "--stdin", "--stdin-filename", "new/Note.md", "--fix", given=BAD.encode())
    assert (code, out) == (0, FIXED)
    assert (vault / "Note.md").read_text() == GOOD


def test_a_hostile_file_costs_one_file(vault: Path) -> None:
    (vault / "Utf16.md").write_bytes("text".encode("utf-16"))
    (vault / "Gone.md").symlink_to("nowhere")
    code, out, _ = call(vault, "Utf16.md", "Gone.md", "Good.md", "--format", "jsonl")
    assert code == 1
    assert [json.loads(line)["rule"] for line in out.splitlines()] == ["unreadable", "encoding"]


def git(folder: Path, *arguments: str) -> None:
    names = {f"GIT_{who}_{what}": "x@example.com" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1", **names}
    subprocess.run(["git", *arguments], cwd=folder, env=environment, check=True, capture_output=True)


def test_a_folder_without_notes_that_is_no_vault_is_a_mistyped_one(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    code, out, err = call(tmp_path, "empty")
    assert (code, out) == (1, "") and "there are no notes in empty, which is no vault" in err
    (tmp_path / "empty" / ".obsidian").mkdir()
    assert call(tmp_path, "empty")[:2] == (0, "no problems in 0 notes\n")


def test_changed(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (vault / "Old.md").write_text("no frontmatter\n")
    git(vault, "init", "-q")
    assert call(vault, "--changed")[0] == 1
    git(vault, "add", ".")
    git(vault, "commit", "-qm", "first")
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    assert call(vault, "--changed")[:2] == (0, "no problems in 0 notes\n")
    (vault / "Ünnamed note.md").write_text(BAD)
    (vault / "Good.md").write_text(GOOD.replace("[type/note, ", "["))
    git(vault, "mv", "Old.md", "Moved.md")
    code, out, _ = call(vault, "--changed", "--format", "json")
    paths = {problem["path"] for problem in json.loads(out)["problems"]}
    assert (code, paths) == (1, {"Good.md", "Ünnamed note.md", "Moved.md"})


def answer(vault: Path, name: str) -> str:
    (vault / "sub").mkdir()
    (vault / "sub" / "a,b: 50%.md").write_text(BAD)
    code, out, _ = call(vault, "--format", name)
    assert code == 1
    return out


def test_json(vault: Path) -> None:
    record = json.loads(answer(vault, "json"))
    problem = record.pop("problems")[0]
    numbers = {"files": 2, "errors": 1, "warnings": 1, "infos": 0, "fixed": 0}
    assert {key: record[key] for key in numbers} == numbers
    assert set(problem) == {"path", "line", "column", "severity", "rule", "message", "fixable"}


def test_github(vault: Path) -> None:
    lines = answer(vault, "github").splitlines()
    place = "file=sub/a%2Cb%3A 50%25.md,line=2,col=12,title=yaml"
    assert lines[1].startswith(f"::error {place}::this value must be in quotes")
    assert len(lines) == 2


def test_sarif(vault: Path) -> None:
    log: dict[str, Any] = json.loads(answer(vault, "sarif"))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert driver["name"] == "vaultkit"
    for result in run["results"]:
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("none", "note", "warning", "error")
        assert result["message"]["text"]
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == "sub/a%2Cb%3A%2050%25.md"
        assert all(place["region"][key] >= 1 for key in ("startLine", "startColumn")) if "region" in place else True


EXEMPT = {"journal/2026-01-01.md": "x", "templates/A.md": "x", "sub/Templates/B.md": "x", "old/C.md": "x"}


@pytest.mark.parametrize("mode", [[], ["--fix"]], ids=["check", "fix"])
def test_exempt_notes_are_counted(vault: Path, mode: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    (vault / ".vaultkit.toml").write_text('[contract]\nexempt = ["templates", "old/*.md"]\n')
    for name, text in EXEMPT.items():
        (vault / name).parent.mkdir(parents=True, exist_ok=True)
        (vault / name).write_text(text)
    assert run("vaultkit", VAULTKIT, "check", ["check", "--vault", str(vault), *mode]) == 0
    assert capsys.readouterr().out == "no problems in 1 note; 4 notes exempt: journal/, old/*.md, templates/\n"
    assert run("vaultkit", VAULTKIT, "check", ["check", "--vault", str(vault), "--format", "json", *mode]) == 0
    assert json.loads(capsys.readouterr().out)["exempt"] == {"journal/": 1, "old/*.md": 1, "templates/": 2}


def test_a_diff_goes_with_fix_and_is_never_silent(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def check(*mode: str) -> tuple[int, str, str]:
        code = run("vaultkit", VAULTKIT, "check", ["check", "--vault", str(vault), *mode])
        return code, *capsys.readouterr()

    assert check("--diff") == (0, "", "") and check("--fix", "--diff") == (0, "", "")
    (vault / "Left.md").write_text(GOOD.replace("summary: What it holds.\n", ""))
    code, out, err = check("--diff")
    assert (code, out) == (1, "") and "nothing here can be repaired for certain; 1 finding without --diff" in err
    (vault / "Bad.md").write_text(BAD)
    assert check("--diff") == check("--fix", "--diff") and '+summary: "Re: plan"' in check("--fix", "--diff")[1]
    assert (vault / "Bad.md").read_text() == BAD


def test_who_has_no_contract_is_told_how_to_soften_ours(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(21):
        (vault / f"{number}.md").write_text("no frontmatter\n")

    def told(*mode: str) -> bool:
        assert run("vaultkit", VAULTKIT, "check", ["check", "--vault", str(vault), *mode]) == 1
        return 'frontmatter-missing = "off"' in capsys.readouterr().err

    assert told() and not told("--format", "json")
    (vault / ".vaultkit.toml").write_text("[contract]\nsummary_limit = 99\n")
    assert not told()
