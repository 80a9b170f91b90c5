/* The card of one node: what it is, where it leads, and what leads to it. */

const NEIGHBOURS_AT_ONCE = 40;
const FILE_KINDS = new Set(['note', 'canvas', 'attachment', 'base']);

let opened = null; // the node whose card is open
let opener = null; // what had the focus before

/* `property:up` reads "up (property)", `links_to` reads "links to". */
function relationName(relation) {
  const property = /^property:(.*)$/s.exec(relation);
  return property ? `${property[1]} (property)` : relation.replaceAll('_', ' ');
}

/* relation -> [{ node, confidence, count }], named in order; what several files state is counted together. */
function neighbours(rows, ends) {
  const { edges } = graph;
  const groups = new Map();
  for (const row of rows) {
    const relation = graph.relations[edges.relation[row]];
    const group = groups.get(relation) || groups.set(relation, new Map()).get(relation);
    const key = `${ends[row]} ${edges.confidence[row]}`;
    const confidence = graph.confidences[edges.confidence[row]];
    const entry = group.get(key) || { node: ends[row], confidence, count: 0 };
    entry.count += edges.count[row];
    group.set(key, entry);
  }
  return [...groups].map(([relation, group]) =>
    [relation, [...group.values()].sort((a, b) => comparers.label(a.node, b.node))])
    .sort((a, b) => collator.compare(a[0], b[0]));
}

/* Confidence by shape and word; what the text says outright needs no words. */
function badge(confidence) {
  const word = confidence.toLowerCase();
  const mark = el('span', { class: 'mark', 'data-confidence': confidence });
  const label = el('span', { class: confidence === 'EXTRACTED' ? 'unseen' : 'word' }, word);
  return el('span', { class: 'badge', 'data-confidence': confidence, title: word }, mark, label);
}

function neighbourItem({ node, confidence, count }) {
  const title = el('span', { dir: 'auto' }, graph.title[node]);
  const link = el('a', { href: linkTo(node) }, kindMark(graph.nodes.kind[node]), title);
  const stated = { class: 'times', title: `stated ${plural(count, 'time')}` };
  const times = el('span', stated, count > 1 ? `×${number.format(count)}` : '');
  return el('li', {}, link, times, badge(confidence));
}

function neighbourGroup([relation, entries]) {
  const list = el('ul', {}, ...entries.slice(0, NEIGHBOURS_AT_ONCE).map(neighbourItem));
  const head = el('h4', {}, relationName(relation), el('small', {}, number.format(entries.length)));
  if (entries.length <= NEIGHBOURS_AT_ONCE) return [head, list];
  const rest = el('button', { type: 'button', class: 'quiet' }, `Show all ${number.format(entries.length)}`);
  rest.addEventListener('click', () => {
    list.append(...entries.slice(NEIGHBOURS_AT_ONCE).map(neighbourItem));
    list.children[NEIGHBOURS_AT_ONCE].querySelector('a').focus();
    rest.remove();
  });
  return [head, list, rest];
}

function direction(title, groups) {
  return groups.length ? [el('h3', {}, title), ...groups.flatMap(neighbourGroup)] : [];
}

const withoutSuffix = path => path.replace(/\.md$/i, '');
const fileOf = node => (graph.vault && FILE_KINDS.has(graph.nodes.kind[node]) ? graph.nodes.source_file[node] : '');

function obsidianLink(path) {
  return `obsidian://open?vault=${encodeURIComponent(graph.vault)}&file=${encodeURIComponent(withoutSuffix(path))}`;
}

const baseName = path => withoutSuffix(path).split('/').pop();
let namesakes;

/* How many files share a name: Obsidian's short link needs a name that is alone. */
function countNames() {
  namesakes = new Map();
  for (let node = 0; node < graph.size; node += 1) {
    const name = fold(baseName(fileOf(node)));
    namesakes.set(name, (namesakes.get(name) || 0) + 1);
  }
}

/* The shortest wikilink that means this file, or "" if its name cannot stand in one. */
function wikilink(path) {
  if (/[#^|]|\[\[|\]\]/.test(path)) return '';
  if (!namesakes) countNames();
  const name = baseName(path);
  const target = withoutSuffix(path);
  if (target === name || namesakes.get(fold(name)) === 1) return `[[${name}]]`;
  return `[[${target}|${name}]]`;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch { // no clipboard for this page: the old way
    const area = el('textarea', { class: 'unseen' });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
}

function copyButton(text) {
  const button = el('button', { type: 'button', title: text }, 'Copy wikilink');
  button.addEventListener('click', async () => {
    await copy(text);
    button.focus();
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy wikilink'; }, 1500);
  });
  return button;
}

function actions(node) {
  const path = fileOf(node);
  if (!path) return [];
  const link = wikilink(path);
  return [el('p', { class: 'actions' },
    el('a', { class: 'button', href: obsidianLink(path) }, 'Open in Obsidian'),
    ...(link ? [copyButton(link)] : []))];
}

/* A tag leads to its own node if the graph has one. */
function tagItem(tag) {
  const node = graph.byId.get(`#${tag.normalize('NFC').toLowerCase()}`);
  return el('li', {}, node === undefined ? el('span', { dir: 'auto' }, `#${tag}`)
    : el('a', { href: linkTo(node), dir: 'auto' }, `#${tag}`));
}

function cardHead(kind, title) {
  const close = el('button', { type: 'button', class: 'quiet close', 'aria-keyshortcuts': 'Escape' }, 'Close');
  close.addEventListener('click', leaveCard);
  return [
    el('div', { class: 'bar-top' }, el('span', { class: 'kind' }, ...(kind ? [kindMark(kind), kind] : [])), close),
    el('h2', { id: 'card-title', tabindex: -1, dir: 'auto' }, title),
  ];
}

function cardOf(node) {
  const { id, kind, source_file: file, summary, tags } = graph.nodes;
  const path = file[node] || (id[node] === graph.title[node] ? '' : id[node]);
  const out = direction('Points to', neighbours(graph.out(node), graph.edges.target));
  const into = direction('Pointed at by', neighbours(graph.in(node), graph.edges.source));
  return [
    ...cardHead(kind[node], graph.title[node]),
    ...(path ? [el('p', { class: 'path', dir: 'ltr' }, path)] : []),
    ...(summary[node] ? [el('p', { class: 'lead', dir: 'auto' }, summary[node])] : []),
    ...(tags[node].length ? [el('ul', { class: 'tags', 'aria-label': 'Tags' }, ...tags[node].map(tagItem))] : []),
    ...actions(node),
    ...out,
    ...into,
    ...(out.length || into.length ? [] : [el('p', { class: 'hint' }, 'Nothing is connected to it.')]),
  ];
}

function missingCard(id) {
  return [...cardHead('', id), el('p', { class: 'hint' }, 'This build of the graph has no such node.')];
}

function markOpenRow() {
  $('rows').querySelector('[aria-current]')?.removeAttribute('aria-current');
  $('rows').querySelector(`[data-node="${opened}"]`)?.setAttribute('aria-current', 'true');
}

const narrow = matchMedia('(max-width: 60rem)');

/* On a small screen the card covers the page: what lies behind it must not take the focus. */
function shield() {
  const covered = narrow.matches && !$('card').hidden;
  $('nodes').inert = covered;
  document.documentElement.classList.toggle('covered', covered);
}

function showCard(node, id) {
  if ($('card').hidden) opener = document.activeElement;
  opened = node ?? null;
  $('card').replaceChildren(...(node === undefined ? missingCard(id) : cardOf(node)));
  $('card').hidden = false;
  $('gods').hidden = true;
  $('card').scrollTop = 0;
  document.title = `${node === undefined ? id : graph.title[node]} · ${graph.name}`;
  shield();
  markOpenRow();
  $('card-title').focus({ preventScroll: true });
}

function hideCard() {
  if ($('card').hidden) return;
  opened = null;
  $('card').hidden = true;
  $('gods').hidden = false;
  document.title = `${graph.name} · knowledge graph`;
  shield();
  markOpenRow();
  if (opener?.isConnected) opener.focus({ preventScroll: true });
}
