/* The card of one node: what it is, where it leads, what leads to it, and on which lines that stands. */

import { $, breakable, button, el, kindMark, number, plural } from './dom';
import { linkTo, relationName, type Graph } from './graph';
import { EDITORS, chooseEditor, copy, editor, editorLink, noteFile, obsidianLink, wikilink } from './links';

const AT_ONCE = 30;

interface Neighbour {
  node: number;
  confidence: string;
  count: number;
  rows: number[];
}

export interface CardActions {
  close: () => void;
  setDepth: (depth: number) => void;
  show: () => void;
}

/* relation -> neighbours, named in order; what several files state is counted together. */
function neighbours(graph: Graph, rows: Uint32Array, ends: number[]): [string, Neighbour[]][] {
  const groups = new Map<string, Map<string, Neighbour>>();
  for (const row of rows) {
    const relation = graph.relations[graph.edges.relation[row]];
    const group = groups.get(relation) ?? groups.set(relation, new Map()).get(relation) as Map<string, Neighbour>;
    const confidence = graph.confidences[graph.edges.confidence[row]];
    const key = `${ends[row]} ${confidence}`;
    const entry = group.get(key) ?? { node: ends[row], confidence, count: 0, rows: [] };
    entry.count += graph.edges.count[row];
    entry.rows.push(row);
    group.set(key, entry);
  }
  const order = new Intl.Collator('en', { numeric: true });
  return [...groups].map(([relation, group]): [string, Neighbour[]] => [relation, [...group.values()]
    .sort((a, b) => graph.degree[b.node] - graph.degree[a.node] || order.compare(graph.title[a.node], graph.title[b.node]))])
    .sort((a, b) => order.compare(a[0], b[0]));
}

/* Confidence by shape and word; what the text says outright needs no words. */
function badge(confidence: string): HTMLElement {
  const word = confidence.toLowerCase();
  return el('span', { class: 'badge', 'data-confidence': confidence, title: word },
    el('span', { class: 'mark', 'data-confidence': confidence }),
    el('span', { class: confidence === 'EXTRACTED' ? 'unseen' : 'word' }, word));
}

/* The lines on which a relation stands, each leading there if an editor can; and the sentence that proves it. */
function evidence(graph: Graph, rows: number[]): HTMLElement[] {
  const { lines, file, evidence: said, source, count } = graph.edges;
  return rows.slice(0, 5).flatMap(row => {
    const where = row in file ? graph.files[file[row]] : graph.file(source[row]);
    const stated = [lines[row]].flat().filter(Boolean);
    if (!stated.length && !(row in said)) return [];
    const places = stated.slice(0, 8).map(line => {
      const link = editorLink(where, line);
      return link ? el('a', { href: link, title: `${where}:${line}` }, `L${line}`) : el('span', {}, `L${line}`);
    });
    const rest = count[row] - Math.min(8, stated.length);
    const shown: (HTMLElement | string)[] = places.flatMap((place, at) => (at ? [' ', place] : [place]));
    if (rest > 0 && stated.length) shown.push(` +${number(rest)}`);
    if (where !== graph.file(source[row]) && where) shown.push(el('span', { class: 'where' }, ` ${where}`));
    return [el('p', { class: 'evidence' }, ...shown, ...(row in said ? [el('q', { dir: 'auto' }, said[row])] : []))];
  });
}

function card(graph: Graph, node: number, actions: CardActions): HTMLElement[] {
  const { summary, signature, line } = graph.nodes;
  const path = graph.file(node) || (graph.id[node] === graph.title[node] ? '' : graph.id[node]);
  const at = line[node] > 1 ? `:${line[node]}` : '';
  const hub = graph.communities[graph.nodes.community[node]];
  const out = direction(graph, 'Points to', 'out', graph.outOf[node], neighbours(graph, graph.out(node), graph.edges.target));
  const into = direction(graph, 'Pointed at by', 'in', graph.into[node], neighbours(graph, graph.in(node), graph.edges.source));
  return [
    ...head(graph.kindOf(node), graph.title[node], actions),
    ...(path ? [el('p', { class: 'path', dir: 'ltr' }, path + at)] : []),
    ...(signature[node] ? [el('p', { class: 'signature', dir: 'ltr' }, signature[node])] : []),
    ...(summary[node] ? [el('p', { class: 'lead', dir: 'auto' }, summary[node])] : []),
    ...tags(graph, node),
    ...(hub === undefined || hub === node ? [] : [el('p', { class: 'region' }, 'In the region of ',
      el('a', { href: linkTo(graph, hub), dir: 'auto' }, graph.community_names[graph.nodes.community[node]]))]),
    ways(graph, node),
    local(actions),
    ...out,
    ...into,
    ...(out.length || into.length ? [] : [el('p', { class: 'hint' }, 'Nothing is connected to it.')]),
  ];
}

function head(kind: string, title: string, actions: CardActions): HTMLElement[] {
  return [
    el('div', { class: 'bar-top' }, el('span', { class: 'kind' }, ...(kind ? [kindMark(kind), kind] : [])),
      button('Close', actions.close, { class: 'quiet close', 'aria-keyshortcuts': 'Escape' })),
    el('h2', { id: 'card-title', tabindex: -1, dir: 'auto' }, ...breakable(title)),
  ];
}

/* A tag leads to its own node if the graph has one. */
function tags(graph: Graph, node: number): HTMLElement[] {
  const said = graph.tagsOf(node);
  if (!said.length) return [];
  return [el('ul', { class: 'tags', 'aria-label': 'Tags' }, ...said.map(tag => {
    const own = graph.byId.get(`#${tag.normalize('NFC').toLowerCase()}`);
    return el('li', {}, own === undefined ? el('span', { dir: 'auto' }, `#${tag}`)
      : el('a', { href: linkTo(graph, own), dir: 'auto' }, `#${tag}`));
  }))];
}

function copyButton(text: string): HTMLElement {
  const made = button('Copy wikilink', () => {
    void copy(text).then(() => {
      made.focus();
      made.textContent = 'Copied';
      setTimeout(() => { made.textContent = 'Copy wikilink'; }, 1500);
    });
  }, { title: text });
  return made;
}

/* Buttons that lead to the node's file. */
function ways(graph: Graph, node: number): HTMLElement {
  const note = noteFile(graph, node);
  const link = note ? wikilink(graph, note) : '';
  const file = note ? '' : graph.file(node);
  const made = el('p', { class: 'actions' },
    ...(note ? [el('a', { class: 'button', href: obsidianLink(graph, note) }, 'Open in Obsidian')] : []),
    ...(link ? [copyButton(link)] : []),
    ...openers(file, graph.nodes.line[node]));
  made.hidden = !made.childElementCount;
  return made;
}

function openers(file: string, line: number): HTMLElement[] {
  if (!editorLink(file, line)) return [];
  const open = el('a', { class: 'button', href: editorLink(file, line) }, line > 1 ? `Open at line ${line}` : 'Open');
  const choice = el('select', { 'aria-label': 'Open in' },
    ...Object.entries(EDITORS).map(([key, { name }]) => el('option', { value: key }, `in ${name}`)));
  choice.value = editor();
  choice.addEventListener('change', () => {
    chooseEditor(choice.value);
    open.href = editorLink(file, line);
  });
  return [open, choice];
}

/* Everything, or only what lies within so many steps. */
function local(actions: CardActions): HTMLElement {
  const choices = ['All', '1', '2', '3'].map((text, depth) => {
    const input = el('input', { type: 'radio', name: 'depth', value: depth });
    input.addEventListener('change', () => actions.setDepth(depth));
    return el('label', { title: depth ? plural(depth, 'step') : 'the whole map' }, input, el('span', {}, text));
  });
  return el('div', { class: 'local' },
    el('fieldset', { id: 'depth' }, el('legend', {}, 'Around it'), ...choices),
    button('Find it', actions.show, { class: 'quiet', title: 'Show it on the map' }));
}

function direction(
  graph: Graph, title: string, way: string, total: number, groups: [string, Neighbour[]][],
): HTMLElement[] {
  if (!total) return [];
  return [el('h3', { class: way }, title, el('small', {}, number(total))),
    ...groups.flatMap(([relation, entries]) => relationGroup(graph, relation, entries))];
}

function relationGroup(graph: Graph, relation: string, entries: Neighbour[]): HTMLElement[] {
  const item = (entry: Neighbour): HTMLElement => el('li', {},
    el('a', { href: linkTo(graph, entry.node) }, kindMark(graph.kindOf(entry.node)),
      el('span', { dir: 'auto' }, ...breakable(graph.title[entry.node]))),
    el('span', { class: 'times', title: `stated ${plural(entry.count, 'time')}` },
      entry.count > 1 ? `×${number(entry.count)}` : ''),
    badge(entry.confidence), ...evidence(graph, entry.rows));
  const list = el('ul', { class: 'neighbours' }, ...entries.slice(0, AT_ONCE).map(item));
  const title = el('h4', {}, relationName(relation), el('small', {}, number(entries.length)));
  if (entries.length <= AT_ONCE) return [title, list];
  const rest = button(`Show all ${number(entries.length)}`, () => {
    list.append(...entries.slice(AT_ONCE).map(item));
    list.children[AT_ONCE].querySelector('a')?.focus();
    rest.remove();
  }, { class: 'quiet' });
  return [title, list, rest];
}

/* Fills the card: of a node, or of an id that this build does not know. */
export function fillCard(graph: Graph, node: number | undefined, id: string, actions: CardActions): void {
  $('card').replaceChildren(...(node === undefined
    ? [...head('', id, actions), el('p', { class: 'hint' }, 'This build of the graph has no such node.')]
    : card(graph, node, actions)));
}
