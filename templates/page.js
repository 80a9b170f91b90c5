/* The page of a graph: elements, theme, the data block, addresses and keys. The table and the card are files of
   their own; the template puts all of them into one strict function. Data reaches the document as text nodes
   only, and nothing is ever fetched. */

const $ = id => document.getElementById(id);
const number = new Intl.NumberFormat('en');
const plural = (count, word) => `${number.format(count)} ${word}${count === 1 ? '' : 's'}`;

/* An element; strings among the children become text nodes, so no title is ever markup. */
function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// ---- theme

const THEME_KEY = 'graphify.theme';

/* Storage is refused on some local files and in private windows: then the choice lasts for this page. */
function recall() {
  try { return localStorage.getItem(THEME_KEY); } catch { return null; }
}

function remember(theme) {
  try { localStorage.setItem(THEME_KEY, theme); } catch { /* see recall */ }
}

const systemDark = matchMedia('(prefers-color-scheme: dark)');
const chosenTheme = () => document.documentElement.dataset.theme;
const currentTheme = () => chosenTheme() || (systemDark.matches ? 'dark' : 'light');

function applyTheme(theme) {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
}

function nameTheme() {
  $('theme').textContent = currentTheme() === 'dark' ? 'Light theme' : 'Dark theme';
}

function startTheme() {
  $('theme').hidden = false;
  $('theme').addEventListener('click', () => {
    applyTheme(currentTheme() === 'dark' ? 'light' : 'dark');
    remember(chosenTheme());
    nameTheme();
  });
  systemDark.addEventListener('change', nameTheme);
  nameTheme();
}

applyTheme(recall()); // in the head, before the first paint: no flash of the other theme

// ---- graph

let graph;

/* Rows of edges by one of their ends, as one array and its offsets: 100,000 small arrays would be slow. */
function edgesBy(ends, size) {
  const start = new Uint32Array(size + 1);
  for (const end of ends) start[end + 1] += 1;
  for (let node = 0; node < size; node += 1) start[node + 1] += start[node];
  const next = start.slice();
  const rows = new Uint32Array(ends.length);
  ends.forEach((end, row) => { rows[next[end]++] = row; });
  return node => rows.subarray(start[node], start[node + 1]);
}

function readGraph() {
  const data = JSON.parse($('data').textContent);
  const { nodes, edges } = data;
  const size = nodes.id.length;
  return {
    ...data,
    size,
    title: nodes.label.map((label, node) => label || nodes.id[node]),
    byId: new Map(nodes.id.map((id, node) => [id, node])),
    out: edgesBy(edges.source, size),
    in: edgesBy(edges.target, size),
  };
}

const linkTo = node => `#node=${encodeURIComponent(graph.nodes.id[node])}`;

// ---- addresses and keys

function nodeInAddress() {
  const match = /^#node=(.+)$/s.exec(location.hash);
  try { return match && decodeURIComponent(match[1]); } catch { return match[1]; } // a broken escape
}

function route() {
  const id = nodeInAddress();
  if (id) showCard(graph.byId.get(id), id); else hideCard();
}

/* A new address without fragment, so that Back opens the card again; "#" alone would scroll to the top. */
function leaveCard() {
  history.pushState(null, '', location.href.split('#')[0]);
  route();
}

const typing = target => target instanceof Element && target.matches('input[type="search"], textarea');

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === '/' && !typing(event.target)) {
    event.preventDefault();
    $('search').focus();
    $('search').select();
  } else if (event.key === 'Escape' && !$('card').hidden) {
    event.preventDefault();
    leaveCard();
  }
}

document.addEventListener('DOMContentLoaded', () => {
  startTheme();
  graph = readGraph();
  startTable();
  addEventListener('hashchange', route);
  document.addEventListener('keydown', onKey);
  narrow.addEventListener('change', shield);
  route();
});
