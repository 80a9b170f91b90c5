"""graph.html in a real Chromium: search, cards and addresses work, and nothing is asked of the network."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright
from playwright.sync_api import Page as Tab

from graph.page import Page, render_page

Garden = Callable[[int, int], Page]
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
SIZES = {"small": (60, 240), "large": (10_000, 100_000)}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    names = ("chromium", "chromium-browser", "google-chrome")
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    assert path, "these tests need Chromium: install it, or name it in $CHROMIUM"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session", params=list(SIZES))
def graph(request: pytest.FixtureRequest, garden: Garden) -> Page:
    return garden(*SIZES[request.param])


@pytest.fixture(scope="session")
def address(graph: Page, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("page") / "graph.html"
    path.write_text(render_page(graph), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    fresh = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    yield fresh
    fresh.close()


@pytest.fixture
def tab(context: BrowserContext, address: str) -> Iterator[Tab]:
    """The opened page. Whatever a test does with it: no error, no word in the console, no request."""
    page = context.new_page()
    noise: list[str] = []
    page.on("console", lambda message: noise.append(message.text))
    page.on("pageerror", lambda error: noise.append(str(error)))
    page.on("request", lambda request: noise.append(request.url))
    page.goto(address)
    yield page
    assert [said for said in noise if said.partition("#")[0] != address and not said.startswith("data:")] == []


def node_of(graph: Page, kind: str, place: int = 0) -> str:
    return [node.label for node in graph.nodes if node.kind == kind][place]


def best(graph: Page) -> tuple[str, str]:
    """Id and label of the first entry point."""
    id_ = graph.gods[0][0]
    return id_, next(node.label for node in graph.nodes if node.id == id_)


def test_search_filters_and_counts(tab: Tab, graph: Page) -> None:
    tab.keyboard.press("/")
    expect(tab.locator("#search")).to_be_focused()
    tab.keyboard.type("cafe NOTES")
    found = [node for node in graph.nodes if "Café notes" in node.label]
    expect(tab.locator("#found")).to_have_text(f"{len(found):,} of {len(graph.nodes):,} nodes")
    expect(tab.locator("#rows tr").first).to_contain_text("Café notes")
    tab.locator("#search").fill("no such words at all")
    expect(tab.locator("#nothing")).to_be_visible()
    tab.locator("#clear").click()
    expect(tab.locator("#found")).to_have_text(f"{len(graph.nodes):,} nodes")


def test_kinds_filter(tab: Tab, graph: Page) -> None:
    tags = [node for node in graph.nodes if node.kind == "tag"]
    tab.locator("#kinds label", has_text="tag").click()
    expect(tab.locator("#found")).to_have_text(f"{len(tags):,} of {len(graph.nodes):,} nodes")
    expect(tab.locator("#rows td.kind").first).to_have_text("tag")


def test_rows_come_in_portions(tab: Tab, graph: Page) -> None:
    expect(tab.locator("#rows tr")).to_have_count(min(200, len(graph.nodes)))
    if len(graph.nodes) > 200:
        tab.locator("#more").click()
        expect(tab.locator("#rows tr")).to_have_count(400)


def test_columns_sort(tab: Tab, graph: Page) -> None:
    tab.locator('[data-sort="in"]').click()  # was descending
    expect(tab.locator('th[aria-sort="ascending"]')).to_contain_text("In")
    expect(tab.locator("#rows td.in").first).to_have_text("0")
    tab.locator('[data-sort="kind"]').click()
    expect(tab.locator("#rows td.kind").first).to_have_text(min(node.kind for node in graph.nodes))


def test_card_opens_by_click_and_closes_by_escape(tab: Tab, graph: Page) -> None:
    id_, label = best(graph)
    tab.locator(".gods a").first.click()
    expect(tab.locator("#card-title")).to_have_text(label)
    assert tab.evaluate("decodeURIComponent(location.hash)") == f"#node={id_}"
    tab.keyboard.press("Escape")
    expect(tab.locator("#card")).to_be_hidden()
    expect(tab.locator(".gods a").first).to_be_focused()


def test_card_opens_by_keyboard_and_back_returns(tab: Tab) -> None:
    tab.keyboard.press("/")
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "Enter"):
        tab.keyboard.press(key)
    label = tab.locator("#rows tr:nth-child(2) td.label").inner_text()
    expect(tab.locator("#card-title")).to_have_text(label)
    expect(tab.locator("#rows tr[aria-current]")).to_contain_text(label)
    tab.locator("#card ul:not(.tags) a").first.click()
    expect(tab.locator("#card-title")).not_to_have_text(label)
    tab.go_back()
    expect(tab.locator("#card-title")).to_have_text(label)
    tab.go_back()
    expect(tab.locator("#card")).to_be_hidden()


def test_card_shows_every_neighbour_with_its_confidence(tab: Tab, graph: Page, address: str) -> None:
    id_, label = best(graph)
    tab.goto(f"{address}#node={quote(id_, safe='')}")
    expect(tab.locator("#card-title")).to_have_text(label)
    for button in tab.locator("#card button", has_text="Show all").all():
        button.click()
    mine = [edge for edge in graph.edges if id_ in edge[:2]]
    ends = sum((edge[0] == id_) + (edge[1] == id_) for edge in mine)
    expect(tab.locator("#card ul:not(.tags) li")).to_have_count(ends)
    for confidence in ("INFERRED", "AMBIGUOUS"):
        badges = tab.locator(f'#card .badge[data-confidence="{confidence}"]')
        said = sum((edge[0] == id_) + (edge[1] == id_) for edge in mine if edge[3] == confidence)
        expect(badges).to_have_count(said)
        assert badges.all_inner_texts() == [confidence.lower()] * said


def test_unknown_and_broken_addresses_say_so(tab: Tab, address: str) -> None:
    for fragment, said in (("gone.md", "gone.md"), ("%E0%A4", "%E0%A4")):
        tab.goto(f"{address}#node={fragment}")
        expect(tab.locator("#card-title")).to_have_text(said)
        expect(tab.locator("#card")).to_contain_text("no such node")


def test_a_note_opens_in_obsidian_and_copies_its_wikilink(tab: Tab, graph: Page, address: str) -> None:
    note = next(node for node in graph.nodes if node.label.startswith("Café notes") and node.kind == "note")
    tab.goto(f"{address}#node={quote(note.id, safe='')}")
    path = quote(note.source_file.removesuffix(".md"), safe="")
    href = f"obsidian://open?vault=Workshop%20%26%20Co&file={path}"
    expect(tab.locator("#card .actions a")).to_have_attribute("href", href)
    tab.locator("#card .actions button").click()
    expect(tab.locator("#card .actions button")).to_have_text("Copied")
    copied = tab.evaluate("navigator.clipboard.readText()")
    name = note.source_file.removesuffix(".md")
    assert copied in (f"[[{name.rpartition('/')[2]}]]", f"[[{name}|{name.rpartition('/')[2]}]]")


def test_what_has_no_file_offers_no_file(tab: Tab, graph: Page, address: str) -> None:
    tag = next(node for node in graph.nodes if node.kind == "tag")
    tab.goto(f"{address}#node={quote(tag.id, safe='')}")
    expect(tab.locator("#card-title")).to_have_text(tag.label)
    expect(tab.locator("#card .actions")).to_have_count(0)


def test_titles_are_never_markup(tab: Tab, graph: Page) -> None:
    tab.locator("#search").fill("onerror")
    nasty = [node for node in graph.nodes if "onerror" in node.label]
    expect(tab.locator("#found")).to_contain_text(f"{len(nasty)} of ")
    tab.locator("#rows tr").first.click()
    expect(tab.locator("#card-title")).to_contain_text("</script><img src=x")
    expect(tab.locator("img")).to_have_count(0)
    assert "owned" not in tab.title().split("<")[0]


def test_theme_is_kept(tab: Tab) -> None:
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    before = tab.evaluate(paper)
    tab.locator("#theme").click()
    after = tab.evaluate(paper)
    assert before != after
    other = tab.context.new_page()
    other.goto(tab.url)
    # another process: the choice arrives there in its own time
    other.wait_for_function("localStorage.getItem('graphify.theme')")
    other.reload()
    assert other.evaluate(paper) == after


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_everything_in_its_width(tab: Tab, scheme: str) -> None:
    tab.set_viewport_size({"width": 360, "height": 740})
    tab.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    fits = "document.documentElement.scrollWidth <= innerWidth"
    assert tab.evaluate(fits)
    tab.locator("#rows tr").first.click()
    expect(tab.locator("#card")).to_be_in_viewport()
    assert tab.evaluate(fits)
    assert tab.evaluate("document.getElementById('nodes').inert")


def test_without_javascript_the_entry_points_can_be_read(browser: Browser, graph: Page, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(address)
    expect(tab.locator(".gods li")).to_have_count(len(graph.gods))
    expect(tab.locator("noscript p")).to_be_visible()
    expect(tab.locator("#tools")).to_be_hidden()
    context.close()
