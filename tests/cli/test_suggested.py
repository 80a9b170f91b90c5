"""What the report suggests to ask: each question has an answer that names whom it asks about."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.program import copy_example, update
from vaultkit.cli import main

SUGGESTED = re.compile(r"^- (.*\?) `graphify (.*)`$", re.MULTILINE)

SHOP = {
    "shop/__main__.py": "from shop.cart import fill\nfrom shop.till import Till\n\n\nTill().close(fill(Till()))\n",
    "shop/cart.py": """
from shop import till


class Cart:
    def put(self, price: int) -> None:
        till.check(price)
        check(price)

    def total(self) -> int:
        check(1)
        return till.check(2)


def check(price: int) -> int:
    return price


def fill(of: "till.Till") -> Cart:
    found = Cart()
    found.put(3)
    return found


def refill(cart: Cart) -> int:
    cart.put(4)
    check(5)
    return cart.total()
""",
    "shop/till.py": """
from shop import cart


class Till:
    def close(self, filled: "cart.Cart") -> int:
        check(0)
        return filled.total()

    def open(self) -> "cart.Cart":
        return cart.fill(self)


def check(price: int) -> int:
    return price + 1


def main() -> None:
    Till().close(Till().open())
""",
    "bank/vault.py": """
class Vault:
    def put(self, coin: "Coin") -> int:
        return coin.worth()


class Coin:
    def worth(self) -> int:
        return 1


def save(into: Vault) -> int:
    return into.put(Coin())


def spend(out_of: Vault, coin: Coin) -> int:
    return out_of.put(coin) - coin.worth()
""",
    "tests/test_cart.py": "from shop.cart import Cart\n\n\ndef test_total() -> None:\n    assert Cart().total()\n",
}
HOSTILE = ("$(rm x)", "`rm x`", 'say "so"', "a\\b", "Käfer & Co", "a|b", "!x", "%PATH%", "it's", "-x")


def _written(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    return root


def _shop(root: Path) -> Path:
    return _written(root, SHOP)


def _hostile(root: Path) -> Path:
    """A vault whose notes are called what a shell or Markdown would take for more than a name."""
    (root / ".obsidian").mkdir(parents=True)
    links = [f"[x](<{name}.md>) and [[gone]]" for name in HOSTILE]
    return _written(root, {f"{name}.md": "\n".join(links[:place]) for place, name in enumerate(HOSTILE)})


def _suggested(root: Path) -> list[tuple[str, list[str]]]:
    update(root)
    report = (root / "graphify-out" / "GRAPH_REPORT.md").read_text("utf-8")
    return [(words, shlex.split(command)) for words, command in SUGGESTED.findall(report)]


def _asked_about(words: str, command: list[str]) -> list[str]:
    """The names in a question: of code as code, of notes as they are typed."""
    names: list[str] = re.findall(r"`([^`]+)`", words)
    return names or (
        re.split("What does | have to do with |\\?", command[1])[1:3] if command[0] == "query" else command[1:3]
    )


@pytest.mark.parametrize(
    ("make", "kinds"),
    [
        pytest.param(
            copy_example, ["Which notes build on", "What does", "What connects", "What connects", "Why are"], id="vault"
        ),
        pytest.param(
            _shop,
            ["What would break", "How does", "What connects", "What relies on", "What does", "How does"],
            id="code",
        ),
        pytest.param(_hostile, ["Which notes build on", "Which notes wait"], id="hostile"),
    ],
)
def test_every_question_is_answered_by_its_command(
    make: Callable[[Path], Path], kinds: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = make(tmp_path / "root")
    suggested = _suggested(root)
    assert [next(kind for kind in kinds if words.startswith(kind)) for words, _ in suggested] == kinds
    for words, command in suggested:
        capsys.readouterr()
        assert main.run("graphify", main.GRAPHIFY, "build", [*command, "--graph", str(root / "graphify-out")]) == 0
        answer = capsys.readouterr().out
        assert all(name.rpartition(".")[2] in answer for name in _asked_about(words, command)), (words, answer)
        assert len(answer.splitlines()) > 1, words


def test_nothing_is_asked_twice_and_names_that_several_have_are_told_apart(tmp_path: Path) -> None:
    part = "class Cart:\n    def put(self) -> None:\n        {}()\n\n\n{}\n"
    makes = "def {0}_{1}() -> None:\n    Cart().put()"
    for place in ("old", "new"):
        functions = "\n\n\n".join(makes.format(place, number) for number in range(4))
        _written(tmp_path, {f"{place}.py": part.format(f"{place}_0", functions)})
    _written(tmp_path, {"both.py": "import new\nimport old\n\nnew.new_1()\nold.old_1()\nold.Cart().put()\n"})
    suggested = _suggested(tmp_path)
    commands = [" ".join(command) for _, command in suggested]
    assert commands and len(commands) == len(set(commands))
    assert {name for words, command in suggested for name in _asked_about(words, command) if "Cart" in name} == {
        "old.py::Cart",
        "new.py::Cart",
    }
