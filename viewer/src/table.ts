/* The table of nodes: the map in words, and what is left of the page where there is no WebGL. */

import { $, breakable, el, kindMark, number } from './dom';
import { linkTo, type Graph } from './graph';

const AT_ONCE = 200;

export interface Table {
  /* Show these nodes; ranked ones stay in their order until the reader chooses another. */
  show: (nodes: number[], ranked: boolean) => void;
  mark: (node: number | null) => void;
}

type Column = 'label' | 'kind' | 'in' | 'out';

export function makeTable(graph: Graph): Table {
  const rows = $<HTMLTableSectionElement>('rows');
  const more = $<HTMLButtonElement>('more');
  const order = new Intl.Collator('en', { numeric: true });
  let place: Uint32Array | null = null;
  let sort: Column = 'in';
  let descending = true;
  let isChosen = false;
  let nodes: number[] = [];
  let isRanked = false;
  let shown: number[] = [];
  let limit = AT_ONCE;
  let opened: number | null = null;

  /* Collation is dear: every title gets its place once, and sorting compares numbers from then on. */
  function places(): Uint32Array {
    if (place) return place;
    const sorted = graph.title.map((_, node) => node)
      .sort((a, b) => order.compare(graph.title[a], graph.title[b]) || a - b);
    place = new Uint32Array(graph.size);
    for (const [rank, node] of sorted.entries()) place[node] = rank;
    return place;
  }

  function sorted(): number[] {
    if (isRanked && !isChosen) return nodes;
    const by = places();
    const compare: Record<Column, (a: number, b: number) => number> = {
      label: (a, b) => by[a] - by[b],
      kind: (a, b) => order.compare(graph.kindOf(a), graph.kindOf(b)),
      in: (a, b) => graph.into[a] - graph.into[b],
      out: (a, b) => graph.outOf[a] - graph.outOf[b],
    };
    const sign = descending ? -1 : 1;
    return nodes.slice().sort((a, b) => sign * compare[sort](a, b) || by[a] - by[b]);
  }

  function row(node: number): HTMLElement {
    const made = el('tr', { 'data-node': node },
      el('td', { class: 'label' }, el('a', { href: linkTo(graph, node), tabindex: -1, dir: 'auto' }, ...breakable(graph.title[node]))),
      el('td', { class: 'kind' }, kindMark(graph.kindOf(node)), graph.kindOf(node)),
      el('td', { class: 'summary', dir: 'auto' }, graph.nodes.summary[node]),
      el('td', { class: 'number in' }, number(graph.into[node])),
      el('td', { class: 'number out' }, number(graph.outOf[node])));
    if (node === opened) made.setAttribute('aria-current', 'true');
    return made;
  }

  function finish(): void {
    const left = shown.length - limit;
    more.hidden = left <= 0;
    more.textContent = `Show ${number(Math.min(left, AT_ONCE))} more of ${number(left)}`;
    rows.querySelector('a')?.setAttribute('tabindex', '0'); // one tab stop; arrows move on from there
  }

  function draw(): void {
    shown = sorted();
    limit = AT_ONCE;
    rows.replaceChildren(...shown.slice(0, limit).map(row));
    for (const each of document.querySelectorAll<HTMLElement>('[data-sort]')) {
      const column = each.closest('th') as HTMLElement;
      if (each.dataset.sort !== sort || (isRanked && !isChosen)) column.removeAttribute('aria-sort');
      else column.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
    }
    finish();
  }

  function focusRow(index: number): void {
    const links = rows.querySelectorAll<HTMLElement>('td.label a');
    const link = links[Math.max(0, Math.min(index, links.length - 1))];
    rows.querySelector('a[tabindex="0"]')?.setAttribute('tabindex', '-1');
    link?.setAttribute('tabindex', '0');
    link?.focus();
  }

  for (const each of document.querySelectorAll<HTMLElement>('[data-sort]')) {
    each.addEventListener('click', () => {
      const key = each.dataset.sort as Column;
      descending = key === sort ? !descending : key === 'in' || key === 'out';
      sort = key;
      isChosen = true;
      draw();
    });
  }
  rows.addEventListener('click', event => {
    const at = (event.target as Element).closest('tr');
    if (!at || (event.target as Element).closest('a') || String(getSelection())) return; // a link opens itself
    focusRow(at.rowIndex - 1);
    at.querySelector('a')?.click();
  });
  rows.addEventListener('keydown', event => {
    const at = (event.target as Element).closest('tr');
    if (!at || event.ctrlKey || event.metaKey || event.altKey) return;
    const index = at.rowIndex - 1; // the header is row 0
    const targets: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.rows.length - 1 };
    if (!(event.key in targets)) return;
    event.preventDefault();
    event.stopPropagation();
    if (targets[event.key] < 0) $('search').focus();
    else focusRow(targets[event.key]);
  });
  more.addEventListener('click', () => {
    const first = limit;
    limit += AT_ONCE;
    rows.append(...shown.slice(first, limit).map(row));
    finish();
    focusRow(first);
  });

  return {
    show: (now, ranked) => { nodes = now; isRanked = ranked; draw(); },
    mark: node => {
      opened = node;
      rows.querySelector('[aria-current]')?.removeAttribute('aria-current');
      rows.querySelector(`[data-node="${node}"]`)?.setAttribute('aria-current', 'true');
    },
  };
}
