"""The state of roots and sessions: no mark and no line is lost, whoever is killed; names are fit for any disk."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import platformdirs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultkit import clock
from vaultkit.disk.lock import lock
from vaultkit.disk.platform_folders import config_file, data_folder
from vaultkit.disk.root_state import MARKS, Mark, known_roots, root_state
from vaultkit.disk.state import key_of
from vaultkit.hooks.once import is_first
from vaultkit.sessions.session_log import event_log, session_log, sweep
from vaultkit.sessions.touched import Touched, touch


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULTKIT_HOME", str(tmp_path / "home"))


@pytest.mark.parametrize("environment", [{}, {"XDG_DATA_HOME": "/x", "XDG_CONFIG_HOME": "/y"}, {"XDG_DATA_HOME": "x"}])
def test_the_folders_are_those_of_the_platform(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert data_folder() == platformdirs.user_data_dir("vaultkit", appauthor=False)
    assert config_file() == platformdirs.user_config_dir("vaultkit") + "/config.toml"


@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_outlives_whoever_takes_it(tmp_path: Path, mark: Mark) -> None:
    state = root_state(tmp_path)
    assert state.take() == state.marks() == ()
    state.mark(mark)
    assert state.marks() == (mark,) and state.is_marked()
    assert state.take() == (mark,) and not state.is_marked()
    assert root_state(tmp_path).take() == root_state(tmp_path).marks() == (mark,)  # another worker, after a kill
    state.mark("dirty")
    state.finish()
    assert state.marks() == ("dirty",)


def test_a_root_is_known_by_its_real_path(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "vault")
    assert root_state(tmp_path / "link") == root_state(tmp_path / "vault")
    assert known_roots() == []
    root_state(tmp_path / "link").mark()
    assert [state.root for state in known_roots()] == [os.path.realpath(tmp_path / "vault")]
    assert known_roots() == [root_state(tmp_path / "vault")]


def test_a_worker_shows(tmp_path: Path) -> None:
    state = root_state(tmp_path)
    assert not state.is_worked_on() and state.last_error() == ""
    with lock(state.lock, patience=0):
        assert state.is_worked_on()
    assert not state.is_worked_on()
    state.error.write_text("no room\n")
    assert state.last_error() == "no room"


@given(st.text(max_size=300).filter(lambda text: "\0" not in text))
def test_keys_are_names_of_files(path: str) -> None:
    key = key_of(path)
    assert len(key) < 100 and key.replace("-", "").isalnum() and key.isascii() and key[0] != "-"
    assert key == key_of(path) != key_of(path + "/")


def test_a_session_is_told_once() -> None:
    assert Touched("s1").paths == [] and not Touched("s1").was_told
    for path in ("/b", "/a", "/b", "/c\n\udcff"):
        touch("s1", path)
    touched = Touched("s1")
    assert touched.paths == ["/b", "/a", "/c\n\udcff"] and not touched.was_told
    touch("s1", "/meanwhile")
    touched.tell()
    assert Touched("s1").paths == ["/meanwhile"] and Touched("s1").was_told
    touch("s1", "/a")
    assert Touched("s1").paths == ["/meanwhile", "/a"]
    assert Touched("s2").paths == []


def test_a_torn_log_tells_the_rest() -> None:
    touch("s", "/a")
    with open(session_log("s"), "ab") as log:
        log.write(b'{"path": \n[1]\n{"path": 3}\n\xff\n')
    touch("s", "/b")
    assert Touched("s").paths == ["/a", "/b"]


@pytest.mark.parametrize("session", ["", "..", "../../etc/passwd", "a/b", "x" * 300, "\0", "é", "CON.txt", "\ud800"])
def test_any_session_has_a_log_of_its_own(session: str, tmp_path: Path) -> None:
    log = Path(session_log(session))
    assert log.parent == tmp_path / "home" / "sessions" and log.name.isascii() and len(log.name) < 80
    assert log.name.startswith("session-")


def test_old_sessions_are_forgotten() -> None:
    for session in ("old", "new"):
        touch(session, "/a")
    now = clock.now()
    os.utime(session_log("old"), (0, (now - timedelta(days=70)).timestamp()))
    os.utime(session_log("new"), (0, (now - timedelta(days=50)).timestamp()))
    sweep(now)
    assert Touched("old").paths == [] and Touched("new").paths == ["/a"]


def test_of_two_calls_for_one_event_the_first_answers() -> None:
    assert [is_first("s", each) for each in (b"a", b"a", b"b", b"a", b"b")] == [True, False, True, False, False]
    assert is_first("other", b"a")
    with ThreadPoolExecutor(8) as crowd:
        assert sorted(crowd.map(is_first, ["crowd"] * 8, [b"a"] * 8)) == [False] * 7 + [True]


@pytest.mark.parametrize(("ages", "first"), [((4.0,), False), ((6.0,), True), ((8.0, 4.0), True), ((6.0, 4.0), True)])
def test_the_same_words_later_are_another_event(ages: tuple[float, ...], first: bool) -> None:
    """A second call is no event that a later one could repeat; what is torn or strange in the log is none at all."""
    assert is_first("s", b"a")
    log = Path(event_log("s"))
    call = json.loads(log.read_bytes())
    calls = [{**call, "at": call["at"] - age, "by": str(age)} for age in ages]
    log.write_text('[1]\n{"event": \n' + "".join(json.dumps(each) + "\n" for each in [{**call, "at": "x"}, *calls]))
    assert is_first("s", b"a") == first


def test_those_who_touch_at_once_lose_nothing(tmp_path: Path) -> None:
    script = "import sys\nfrom vaultkit.sessions.touched import touch\n"
    script += "for n in range(200): touch('s', f'/{sys.argv[1]}/{n}')"
    writers = [subprocess.Popen([sys.executable, "-c", script, str(each)]) for each in range(4)]
    assert [writer.wait() for writer in writers] == [0] * 4
    assert len(Touched("s").paths) == 800
