/* The page inside graph.html: the view is in the address, everything shown follows from it. */

import { fillCard } from './card';
import { $, number, plural } from './dom';
import { filter, findFacets, type Shown } from './facets';
import { around, readGraph, type Graph } from './graph';
import { hasWebGL, makeMap, type GraphMap } from './map';
import { makePanel } from './panel';
import { makeResults } from './results';
import { makeSearcher } from './search';
import { makeTable } from './table';
import { restoreTheme, startTheme } from './theme';
import { emptyView, fragmentOf, viewOf, type View } from './view';

const narrow = matchMedia('(max-width: 60rem)');

function start(): void {
  const graph = readGraph();
  const facets = findFacets(graph);
  const searcher = makeSearcher(graph);
  const all = graph.title.map((_, node) => node);
  let view: View = viewOf(location.hash);
  let shown: Shown = filter(graph, facets, view);
  let opener: Element | null = null;

  const table = makeTable(graph);
  const panel = makePanel(graph, facets, () => view, () => go(view));
  const results = makeResults(graph, node => open(node, true), () => {
    view.query = $<HTMLInputElement>('search').value;
    go(view, true);
  });
  let map: GraphMap | null = null;
  if (graph.size && hasWebGL()) {
    map = makeMap(graph, $('map'), { open: node => (node === null ? close() : open(node, false)) }, shown);
  }
  document.documentElement.classList.toggle('flat', !map);

  /* Another view; typing replaces the address, all else can be gone back from. */
  function go(next: View, replace = false): void {
    view = next;
    const url = location.href.split('#')[0] + fragmentOf(view);
    if (url !== location.href) history[replace ? 'replaceState' : 'pushState'](null, '', url);
    show();
  }

  function open(node: number, travel: boolean): void {
    go({ ...view, node: graph.id[node] });
    if (travel && map && shown.nodes[node]) map.goTo([node]);
  }

  function close(): void {
    if (view.node) go({ ...view, node: '', depth: 0 });
  }

  function show(): void {
    shown = filter(graph, facets, view);
    const node = graph.byId.get(view.node);
    const kept = all.filter(each => shown.nodes[each]);
    const isSearch = view.query.trim() !== '';
    const found = isSearch ? searcher.matching(kept, view.query, true) : null;
    panel.update(view, shown);
    map?.show(shown, ranks(graph, facets, view.colour), view.depth > 0 && node !== undefined);
    map?.search(found);
    map?.select(node ?? null);
    results.show(view.list ? null : found);
    showList(found ?? kept, isSearch);
    showCard(node);
    report(found);
    if ($<HTMLInputElement>('search').value !== view.query) $<HTMLInputElement>('search').value = view.query;
  }

  function showList(nodes: number[], ranked: boolean): void {
    const isList = view.list || !map;
    document.documentElement.classList.toggle('list', isList);
    $('as-map').setAttribute('aria-pressed', String(!isList));
    $('as-list').setAttribute('aria-pressed', String(isList));
    $('table').hidden = !nodes.length;
    $('nothing').hidden = nodes.length > 0 || !graph.size;
    if (isList) table.show(nodes, ranked);
    else $('nothing').hidden = shown.nodeCount > 0;
  }

  function report(found: number[] | null): void {
    const isWhole = shown.nodeCount === graph.size;
    const nodes = found ? `${number(found.length)} of ${plural(shown.nodeCount, 'node')} found`
      : isWhole ? plural(graph.size, 'node') : `${number(shown.nodeCount)} of ${plural(graph.size, 'node')}`;
    $('found').textContent = found ? nodes : `${nodes} · ${plural(shown.edgeCount, 'edge')}`;
    $('clear-all').hidden = !view.chosen.size && !view.hidden.size && !view.least && !view.query;
  }

  function showCard(node: number | undefined): void {
    const wasHidden = $('card').hidden;
    $('card').hidden = !view.node;
    $('gods').hidden = Boolean(view.node);
    document.title = view.node ? `${node === undefined ? view.node : graph.title[node]} · ${graph.name}`
      : `${graph.name} · knowledge graph`;
    table.mark(node ?? null);
    if (view.node) {
      if (wasHidden) opener = document.activeElement;
      if (wasHidden || $('card').dataset.id !== view.node) fill(node);
      const choice = $('card').querySelector<HTMLInputElement>(`[name="depth"][value="${view.depth}"]`);
      if (choice) choice.checked = true;
    } else if (!wasHidden && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    $('main').inert = narrow.matches && Boolean(view.node);
  }

  function fill(node: number | undefined): void {
    $('card').dataset.id = view.node;
    fillCard(graph, node, view.node, {
      close,
      setDepth: depth => { go({ ...view, depth }); fitLocal(node); },
      show: () => { if (view.list) go({ ...view, list: false }); if (node !== undefined) map?.goTo([node]); },
    });
    $('card').scrollTop = 0;
    $('card-title').focus({ preventScroll: true });
  }

  function fitLocal(node: number | undefined): void {
    if (!map || node === undefined) return;
    if (!view.depth) map.fit();
    else map.goTo([...around(graph, node, view.depth, row => shown.edges[row] > 0)]);
  }

  function clear(): void {
    const { node, list, colour } = view;
    go({ ...emptyView(), node, list, colour });
  }

  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = event.target instanceof Element && event.target.matches('input[type="search"], textarea, select');
    if (event.key === 'Escape') return escape(event, isTyping);
    if (isTyping) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  function escape(event: KeyboardEvent, isTyping: boolean): void {
    event.preventDefault();
    if (document.documentElement.classList.contains('filters')) toggleFilters();
    else if (isTyping) {
      (document.activeElement as HTMLElement).blur();
      if (view.query) go({ ...view, query: '' }, true);
    }
    else if (view.node) close();
    else if (view.query) go({ ...view, query: '' });
  }

  const deepen = (depth: number) => (): void => {
    if (!graph.byId.has(view.node)) return;
    go({ ...view, depth });
    fitLocal(graph.byId.get(view.node));
  };
  const keys: Record<string, () => void> = {
    '/': () => { $('search').focus(); $<HTMLInputElement>('search').select(); },
    '?': () => $<HTMLDialogElement>('help').showModal(),
    m: () => go({ ...view, list: false }),
    l: () => go({ ...view, list: true }),
    f: () => map?.fit(),
    '+': () => map?.zoom(1 / 1.5),
    '=': () => map?.zoom(1 / 1.5),
    '-': () => map?.zoom(1.5),
    0: deepen(0), 1: deepen(1), 2: deepen(2), 3: deepen(3),
  };
  const pans: Record<string, [number, number]> = {
    ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1],
  };

  function toggleFilters(): void {
    const isOpen = document.documentElement.classList.toggle('filters');
    $('filters').setAttribute('aria-expanded', String(isOpen));
  }

  $('map').addEventListener('keydown', event => {
    if (!(event.key in pans)) return;
    event.preventDefault();
    map?.pan(...pans[event.key]);
  });
  document.addEventListener('keydown', onKey);
  $('as-map').addEventListener('click', () => go({ ...view, list: false }));
  $('as-list').addEventListener('click', () => go({ ...view, list: true }));
  $('zoom-in').addEventListener('click', () => map?.zoom(1 / 1.5));
  $('zoom-out').addEventListener('click', () => map?.zoom(1.5));
  $('fit').addEventListener('click', () => map?.fit());
  $('keys').addEventListener('click', () => $<HTMLDialogElement>('help').showModal());
  $('filters').addEventListener('click', toggleFilters);
  for (const id of ['clear', 'clear-all']) $(id).addEventListener('click', clear);
  $('search').addEventListener('focus', searcher.prepare, { once: true });
  document.addEventListener('click', event => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#node="]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const node = graph.byId.get(viewOf(link.hash).node);
    if (node === undefined) return;
    event.preventDefault();
    open(node, !link.closest('table'));
  });
  const navigated = (): void => { view = viewOf(location.hash); show(); };
  addEventListener('popstate', navigated);
  narrow.addEventListener('change', show);
  startTheme(() => { map?.repaint(); panel.update(view, shown); });
  show();
  if (view.depth) fitLocal(graph.byId.get(view.node));
  document.documentElement.classList.add('ready');
}

/* The rank of each node's colour, -1 for none. */
function ranks(graph: Graph, facets: ReturnType<typeof findFacets>, key: string): Int32Array {
  const facet = facets.nodes.find(each => each.key === key) ?? facets.nodes[0];
  return Int32Array.from({ length: graph.size }, (_, node) => facet.rank[facet.of(node)[0]] ?? -1);
}

restoreTheme();
document.addEventListener('DOMContentLoaded', start);
