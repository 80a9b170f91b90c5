"""graph.html in a real Chromium: the map, search, filters, cards and addresses work, and nothing leaves the page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from graph.model import Edge, Node
from graph.output.page import Page, render_page
from graph.output.page_data import Where, page_graph
from tests.browser.garden import NASTY, garden

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator
    from playwright.sync_api import Page as Tab

SIZE, LINKS = 60, 200
GROWN = garden(SIZE, LINKS)


@pytest.fixture(scope="session")
def page() -> Page:
    return GROWN.page


@pytest.fixture(scope="session")
def address(page: Page, tmp_path_factory: pytest.TempPathFactory) -> str:
    return written(page, tmp_path_factory.mktemp("page"))


def written(page: Page, folder: Path) -> str:
    (folder / "graphify-out").mkdir()
    path = folder / "graphify-out" / "graph.html"
    path.write_text(render_page(page), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def tab(browser: Browser, address: str) -> Iterator[Tab]:
    """The opened page. Whatever a test does with it: no error, no word in the console, no request."""
    yield from opened(browser, address)


def opened(browser: Browser, address: str, **options: Any) -> Iterator[Tab]:
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, permissions=["clipboard-read", "clipboard-write"], **options
    )
    tab = context.new_page()
    noise: list[str] = []
    tab.on("console", lambda message: noise.append(message.text))
    tab.on("pageerror", lambda error: noise.append(str(error)))
    tab.on("request", lambda request: noise.append(request.url))
    tab.goto(address)
    yield tab
    own = address.partition("#")[0]
    assert [said for said in noise if said.partition("#")[0] != own and not said.startswith("data:")] == []
    context.close()


def said(where: Locator, text: str | re.Pattern[str]) -> None:
    from playwright.sync_api import expect

    expect(where).to_have_text(text)


def edges_between(ids: set[str]) -> int:
    return sum(edge.source in ids and edge.target in ids for edge in GROWN.edges)


def found(ids: set[str]) -> str:
    nodes = f"{len(ids)} of {SIZE} nodes" if len(ids) < SIZE else f"{SIZE} nodes"
    return f"{nodes} · {edges_between(ids)} edges"


def best(page: Page) -> Node:
    """The first entry point."""
    return next(node for node in page.graph.nodes if node.id == page.gods[0][0])


def facet(tab: Tab, key: str) -> Locator:
    group = tab.locator(f'[data-facet="{key}"]')
    if group.get_attribute("open") is None:
        group.locator("summary").click()
    return group


def test_the_map_is_drawn_and_everything_is_counted(tab: Tab, page: Page) -> None:
    said(tab.locator("#found"), found({node.id for node in page.graph.nodes}))
    assert tab.locator(".sigma-nodes").is_visible()
    colours = tab.evaluate(
        """() => {
          const gl = document.querySelector('.sigma-names').getContext('2d');
          const { data } = gl.getImageData(0, 0, gl.canvas.width, gl.canvas.height);
          return new Set(new Uint32Array(data.buffer)).size;
        }"""
    )
    assert colours > 20  # names of regions and labels


def test_slash_searches_and_enter_opens(tab: Tab, page: Page) -> None:
    tab.keyboard.press("/")
    tab.keyboard.type("cafe NOTES")
    hits = [node for node in page.graph.nodes if "Café notes" in node.label]
    said(tab.locator("#found"), re.compile(rf"^{len(hits)} of {SIZE} nodes found"))
    assert tab.locator("#results li").count() == len(hits)
    assert tab.locator("#map.faded").count() == 1
    tab.keyboard.press("ArrowDown")
    chosen = tab.locator('#results [aria-selected="true"] b').inner_text()
    tab.keyboard.press("Enter")
    said(tab.locator("#card-title"), chosen)
    tab.keyboard.press("/")
    tab.keyboard.type("no such words at all")
    said(tab.locator("#rest"), "Nothing is called so.")
    tab.keyboard.press("Escape")
    said(tab.locator("#found"), re.compile(rf"^{SIZE} nodes"))
    tab.keyboard.press("1")
    assert tab.locator("#search").input_value() == ""
    assert tab.locator('#card [name="depth"][value="1"]').is_checked()


def test_facets_are_or_inside_and_and_across_with_counts(tab: Tab, page: Page) -> None:
    def having(*tags: str) -> set[str]:
        return {node.id for node in page.graph.nodes if set(tags) & set(node.attrs.get("tags", ()))}

    kinds = facet(tab, "tag.type").locator("label")
    kinds.filter(has_text="decision").click()
    said(tab.locator("#found"), found(having("type/decision")))
    kinds.filter(has_text="reference").click()
    either = having("type/decision", "type/reference")
    said(tab.locator("#found"), found(either))
    storage = facet(tab, "tag.domain").locator("label").filter(has_text="storage")
    both = either & having("domain/storage")
    said(storage.locator("small"), str(len(both)))
    storage.click()
    said(tab.locator("#found"), found(both))
    said(
        kinds.filter(has_text="decision").locator("small"), str(len(having("type/decision") & having("domain/storage")))
    )
    tab.locator("#clear-all").click()
    said(tab.locator("#found"), re.compile(rf"^{SIZE} nodes"))


def test_edges_are_filtered_by_kind_and_confidence(tab: Tab, page: Page) -> None:
    facet(tab, "confidence").locator("label").filter(has_text="inferred").click()
    sure = [edge for edge in GROWN.edges if edge.confidence == "INFERRED"]
    said(tab.locator("#found"), f"{SIZE} nodes · {len(sure)} edges")
    facet(tab, "relation").locator("label").filter(has_text="links to").click()
    said(tab.locator("#found"), f"{SIZE} nodes · 0 edges")


def test_communities_are_named_and_chosen(tab: Tab, page: Page) -> None:
    hub, size = next(iter(GROWN.where.sizes.items()))
    row = facet(tab, "community").locator("label").first
    said(row.locator("small"), str(size))
    row.click()
    said(tab.locator("#found"), found({key for key, own in GROWN.where.community.items() if own == hub}))


def test_journal_and_few_connections_can_be_hidden(tab: Tab, page: Page) -> None:
    degree = Counter(end for edge in GROWN.edges for end in (edge.source, edge.target))
    tab.locator('[data-hide="tags"]').check()
    left = {node.id for node in page.graph.nodes if node.kind != "tag"}
    said(tab.locator("#found"), found(left))
    tab.locator('[data-hide="journal"]').check()
    left -= {node.id for node in page.graph.nodes if "facets" in node.attrs}
    said(tab.locator("#found"), found(left))
    tab.locator("#least").fill("3")
    said(tab.locator("#found"), found({each for each in left if degree[each] >= 3}))


def test_the_card_says_all_and_the_local_graph_is_around_it(tab: Tab, page: Page) -> None:
    node = best(page)
    tab.locator(".gods a").first.click()
    said(tab.locator("#card-title"), node.label)
    for rest in tab.locator("#card button", has_text="Show all").all():
        rest.click()
    mine = {(edge.source, edge.target, edge.relation) for edge in GROWN.edges if node.id in edge[:2]}
    assert tab.locator("#card .neighbours li").count() == len(mine)
    said(tab.locator("#card .lead"), node.attrs["summary"])
    assert tab.locator("#card .evidence").count() == len(mine)
    tab.locator("#depth label").nth(1).click()
    near = {end for source, target, _ in mine for end in (source, target)}
    said(tab.locator("#found"), found(near))
    tab.keyboard.press("0")
    said(tab.locator("#found"), re.compile(rf"^{SIZE} nodes"))
    tab.keyboard.press("Escape")
    assert tab.locator("#card").is_hidden()


def test_the_address_keeps_the_whole_view(tab: Tab, page: Page, address: str) -> None:
    node = best(page)
    tab.locator(".gods a").first.click()
    assert tab.evaluate("() => decodeURIComponent(location.hash)") == f"#node={node.id}"
    tab.locator('[data-hide="tags"]').check()
    facet(tab, "kind").locator("label").filter(has_text="note").click()
    tab.locator("#search").fill("cafe")
    state = tab.evaluate("() => location.hash")
    now = tab.locator("#found").inner_text()
    other = tab.context.new_page()
    other.goto(address + state)
    said(other.locator("#card-title"), node.label)
    said(other.locator("#found"), now)
    assert other.locator("#search").input_value() == "cafe"
    other.close()
    tab.go_back()
    tab.go_back()
    tab.go_back()
    assert tab.locator("#card").is_hidden()


def test_unknown_and_broken_addresses_say_so(tab: Tab, address: str) -> None:
    for fragment in ("gone.md", "%E0%A4"):
        tab.goto(f"{address}#node={fragment}")
        said(tab.locator("#card-title"), fragment)
        said(tab.locator("#card .hint"), re.compile("no such node"))


def test_a_node_is_picked_on_the_map_and_hovering_fades_the_rest(tab: Tab, address: str, page: Page) -> None:
    tab.goto(f"{address}#node={quote(best(page).id, safe='')}&depth=1")
    tab.reload()
    tab.keyboard.press("0")
    tab.keyboard.press("Escape")
    box = tab.locator("#map").bounding_box()
    assert box
    for step in range(1, 400):  # some node lies on one of these points
        tab.mouse.move(
            box["x"] + 40 + step * 37 % (box["width"] - 80), box["y"] + 60 + step * 23 % (box["height"] - 120)
        )
        if tab.locator("#map.pointing").count():
            break
    assert tab.locator("#map.faded").count() == 1
    tab.mouse.down()
    tab.mouse.up()
    tab.wait_for_selector("#card-title")
    assert tab.evaluate("() => location.hash").startswith("#node=")


def test_the_list_sorts_and_is_walked_with_keys(tab: Tab, page: Page) -> None:
    tab.keyboard.press("l")
    assert tab.locator("#rows tr").count() == SIZE
    tab.locator('[data-sort="in"]').click()  # was descending
    said(tab.locator("#rows td.in").first, "0")
    tab.locator('[data-sort="label"]').click()
    tab.locator("#rows a").first.focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowUp", "Enter"):
        tab.keyboard.press(key)
    said(tab.locator("#card-title"), tab.locator("#rows tr:nth-child(2) td.label").inner_text())
    tab.keyboard.press("m")
    assert tab.locator("#map").is_visible()


def test_the_search_puts_last_what_is_not_the_readers_own(browser: Browser, tmp_path: Path) -> None:
    """Names from elsewhere among their like, excluded files after everything; a neighbour counts once in the list."""

    def note(name: str, **attrs: object) -> Node:
        return Node(f"{name}.md", name, "note", "document", f"{name}.md", "L1", attrs)

    names = [note("search", excluded=True), note("search trees"), note("zoo", summary="of search trees")]
    names.append(Node("ext:search.core", "search.core", "external", "code", "", "", {}))
    nodes = sorted(names)
    ends = [("zoo.md", "ext:search.core"), ("zoo.md", "search.md"), ("search.md", "ext:search.core")]
    edges = [Edge(*each, "links_to", "EXTRACTED", 1.0, each[0], "L1", (1,), {}) for each in ends]
    edges.append(edges[0]._replace(relation="mentions"))
    graph = page_graph(nodes, edges, Where([(0, 0)] * len(nodes), {}, {}))
    whole = Page("v", "vault", "b", {}, [], graph)
    for tab in opened(browser, written(whole, tmp_path)):
        tab.locator("#search").fill("search")
        said(tab.locator("#results b").nth(0), "search trees")
        assert tab.locator("#results b").all_inner_texts() == ["search trees", "search.core", "zoo", "search"]
        tab.locator("#clear-all").click()
        tab.keyboard.press("l")
        row = tab.locator("#rows tr[data-node]", has_text="search.core")
        said(row.locator(".in"), "2")
        row.locator("a").click()
        said(tab.locator("#card h3.in small"), "2")


def test_a_note_opens_in_obsidian_and_copies_its_wikilink(tab: Tab, page: Page, address: str) -> None:
    note = next(node for node in page.graph.nodes if node.label.startswith("Café notes") and node.kind == "note")
    tab.goto(f"{address}#node={quote(note.id, safe='')}")
    name = note.source_file.removesuffix(".md")
    way = tab.locator("#card .actions a").first.get_attribute("href")
    assert way == f"obsidian://open?vault={quote(page.name, safe='')}&file={quote(name, safe='')}"
    tab.locator("#card .actions button").click()
    said(tab.locator("#card .actions button"), "Copied")
    copied = tab.evaluate("() => navigator.clipboard.readText()")
    assert copied in (f"[[{name.rpartition('/')[2]}]]", f"[[{name}|{name.rpartition('/')[2]}]]")


def test_titles_are_never_markup(tab: Tab, page: Page) -> None:
    tab.locator("#search").fill("onerror")
    tab.locator("#results li").first.click()
    said(tab.locator("#card-title"), re.compile(re.escape("</script><img src=x")))
    assert tab.locator("img").count() == 0
    assert tab.evaluate("() => document.title") != "owned"


def test_hostile_text_is_text_everywhere(browser: Browser, tmp_path: Path) -> None:
    hostile = [
        Node(NASTY + str(at), NASTY, NASTY, "document", NASTY, "L1", {"summary": NASTY, "tags": [NASTY, f"{NASTY}/x"]})
        for at in range(8)
    ]
    ids = [node.id for node in hostile]
    graph = page_graph(hostile, [], Where([(at * 20, at) for at in range(8)], dict.fromkeys(ids, ids[0]), {ids[0]: 8}))
    page = Page(NASTY, "vault", NASTY, {NASTY: 8}, [(ids[0], 2)], graph)
    for tab in opened(browser, written(page, tmp_path)):
        tab.locator(".gods a").first.click()
        assert NASTY in tab.locator("#card").inner_text().replace("\u202e", "\u202e")
        tab.keyboard.press("l")
        assert tab.locator("#rows tr").count() == 8
        assert tab.locator("img").count() == 0
        assert "owned" not in tab.evaluate("() => [document.title, ...Object.keys(window)]")


def test_code_opens_at_its_line(browser: Browser, tmp_path: Path) -> None:
    at = "src/a b.py"
    node = Node(f"{at}::run", "run", "function", "code", at, "L42", {"signature": "def run()", "is_test": True})
    graph = page_graph([node], [], Where([(0, 0)], {}, {}))
    page = Page("tool", "project", "b", {}, [(node.id, 1)], graph)
    for tab in opened(browser, written(page, tmp_path)):
        tab.locator(".gods a").first.click()
        way = tab.locator("#card .actions a")
        said(way, "Open at line 42")
        assert way.get_attribute("href") == f"vscode://file{quote(str(tmp_path))}/src/a%20b.py:42"
        tab.locator("#card select").select_option("zed")
        assert (way.get_attribute("href") or "").startswith("zed://")


def test_the_theme_is_kept(tab: Tab) -> None:
    paper = "() => getComputedStyle(document.documentElement).backgroundColor"
    before = tab.evaluate(paper)
    tab.locator("#theme").click()
    after = tab.evaluate(paper)
    assert before != after
    tab.reload()
    assert tab.evaluate(paper) == after


def test_a_phone_shows_everything_in_its_width(tab: Tab) -> None:
    tab.set_viewport_size({"width": 360, "height": 740})
    fits = "() => document.documentElement.scrollWidth <= innerWidth"
    assert tab.evaluate(fits)
    tab.locator("#filters").click()
    assert tab.locator("#search").is_visible()
    tab.locator("#search").fill("cafe")
    tab.locator("#results li").first.click()
    tab.locator("#card-title").wait_for()
    assert tab.evaluate(fits)
    assert tab.locator("#main").evaluate("main => main.inert")


def test_without_webgl_the_table_has_it_all(browser: Browser, address: str) -> None:
    context = browser.new_context()
    context.add_init_script(
        "const get = HTMLCanvasElement.prototype.getContext;"
        "HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {"
        "  return kind.startsWith('webgl') ? null : get.call(this, kind, ...rest); };"
    )
    tab = context.new_page()
    tab.goto(address)
    said(tab.locator(".flat-only"), re.compile("no WebGL"))
    assert tab.locator("#rows tr").count() == SIZE
    tab.locator("#search").fill("cafe")
    assert 0 < tab.locator("#rows tr").count() < SIZE
    context.close()


def test_without_javascript_the_entry_points_can_be_read(browser: Browser, page: Page, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(address)
    assert tab.locator(".gods li").count() == len(page.gods)
    assert tab.locator(".gods li").first.is_visible()
    assert tab.locator("noscript p").is_visible()
    context.close()
