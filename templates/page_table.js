/* Search, filter by kind, and the table of nodes. */

// ---- search

/* Case, accents, widths and ligatures aside. Upper before lower case makes ß meet ss, and ς meet σ. */
function fold(text) {
  return text.normalize('NFKD').replace(/\p{M}+/gu, '').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

let folded;

/* Folded once, when somebody first turns to the search box. */
function foldAll() {
  const { id, summary, tags } = graph.nodes;
  folded ??= {
    title: graph.title.map(fold),
    all: graph.title.map((title, node) =>
      fold([title, id[node], summary[node], ...tags[node].map(tag => `#${tag}`)].join('\n'))),
  };
  return folded;
}

/* The nodes of `order` that hold every term: those named so first, if `ranked`. Linear in the text. */
function matching(order, query, ranked) {
  const terms = fold(query).split(/\s+/).filter(Boolean);
  if (!terms.length) return order;
  const { title, all } = foldAll();
  const whole = terms.join(' ');
  const tiers = [[], [], [], []];
  for (const node of order) {
    if (!terms.every(term => all[node].includes(term))) continue;
    tiers[ranked ? tier(title[node], whole, terms) : 0].push(node);
  }
  return tiers.flat();
}

function tier(title, whole, terms) {
  if (title === whole) return 0;
  if (title.startsWith(whole)) return 1;
  return terms.every(term => title.includes(term)) ? 2 : 3;
}

// ---- table

const ROWS_AT_ONCE = 200;

const view = {
  sort: 'in',
  descending: true,
  chosen: false, // whether the reader chose the order: else a search puts the best names first
  limit: ROWS_AT_ONCE,
  kinds: new Set(), // none means all
  order: [],
  shown: [],
};

const collator = new Intl.Collator('en', { numeric: true });
const byTitle = (a, b) => collator.compare(graph.title[a], graph.title[b]) || a - b;
const comparers = {
  label: byTitle,
  kind: (a, b) => collator.compare(graph.nodes.kind[a], graph.nodes.kind[b]),
  in: (a, b) => graph.in(a).length - graph.in(b).length,
  out: (a, b) => graph.out(a).length - graph.out(b).length,
};

let titleRank;

/* Collation is dear: every title gets its place once, and sorting compares numbers from then on. */
function rankTitles() {
  const sorted = graph.title.map((_, node) => node).sort(byTitle);
  titleRank = new Uint32Array(graph.size);
  sorted.forEach((node, rank) => { titleRank[node] = rank; });
  comparers.label = (a, b) => titleRank[a] - titleRank[b];
}

function sortNodes() {
  const compare = comparers[view.sort];
  const sign = view.descending ? -1 : 1;
  view.order = graph.title.map((_, node) => node)
    .sort((a, b) => sign * compare(a, b) || comparers.label(a, b));
  for (const button of document.querySelectorAll('[data-sort]')) {
    const column = button.closest('th');
    if (button.dataset.sort !== view.sort) column.removeAttribute('aria-sort');
    else column.setAttribute('aria-sort', view.descending ? 'descending' : 'ascending');
  }
}

function chooseSort(key) {
  const counts = key === 'in' || key === 'out';
  view.descending = key === view.sort ? !view.descending : counts;
  view.sort = key;
  view.chosen = true;
  sortNodes();
  showTable();
}

const kindMark = kind => el('span', { class: 'dot', 'data-kind': kind });

function tableRow(node) {
  const { kind, summary } = graph.nodes;
  return el('tr', { 'data-node': node },
    el('td', { class: 'label' }, el('a', { href: linkTo(node), tabindex: -1, dir: 'auto' }, graph.title[node])),
    el('td', { class: 'kind' }, kindMark(kind[node]), kind[node]),
    el('td', { class: 'summary', dir: 'auto' }, summary[node]),
    el('td', { class: 'number in' }, number.format(graph.in(node).length)),
    el('td', { class: 'number out' }, number.format(graph.out(node).length)));
}

function showTable() {
  const query = $('search').value;
  const kinds = view.kinds;
  const allowed = kinds.size ? view.order.filter(node => kinds.has(graph.nodes.kind[node])) : view.order;
  view.shown = matching(allowed, query, !view.chosen);
  view.limit = ROWS_AT_ONCE;
  $('rows').replaceChildren(...view.shown.slice(0, view.limit).map(tableRow));
  if ($('nodes').getBoundingClientRect().top < 0) $('nodes').scrollIntoView(); // new answers are read from the first
  reportTable();
}

function showMore() {
  const first = view.limit;
  view.limit += ROWS_AT_ONCE;
  $('rows').append(...view.shown.slice(first, view.limit).map(tableRow));
  reportTable();
  focusRow(first);
}

function reportTable() {
  const all = view.shown.length === graph.size;
  $('found').textContent = all ? plural(graph.size, 'node')
    : `${number.format(view.shown.length)} of ${plural(graph.size, 'node')}`;
  const left = view.shown.length - view.limit;
  $('more').hidden = left <= 0;
  $('more').textContent = `Show ${number.format(Math.min(left, ROWS_AT_ONCE))} more of ${number.format(left)}`;
  $('nothing').hidden = view.shown.length > 0 || !graph.size;
  $('table').hidden = view.shown.length === 0;
  $('rows').querySelector('a')?.setAttribute('tabindex', 0); // one tab stop; arrows move on from there
  markOpenRow();
}

function showKinds() {
  const counts = new Map();
  for (const kind of graph.nodes.kind) counts.set(kind, (counts.get(kind) || 0) + 1);
  const kinds = [...counts].sort((a, b) => b[1] - a[1] || collator.compare(a[0], b[0]));
  for (const [kind, count] of kinds) {
    const box = el('input', { type: 'checkbox' });
    box.addEventListener('change', () => {
      if (box.checked) view.kinds.add(kind); else view.kinds.delete(kind);
      showTable();
    });
    const share = el('small', {}, number.format(count));
    $('kinds').append(el('label', { class: 'chip' }, box, kindMark(kind), kind, share));
  }
}

function clearFilters() {
  view.kinds.clear();
  for (const box of $('kinds').querySelectorAll('input')) box.checked = false;
  $('search').value = '';
  showTable();
  $('search').focus();
}

function focusRow(index) {
  const links = $('rows').querySelectorAll('td.label a');
  const link = links[Math.max(0, Math.min(index, links.length - 1))];
  if (!link) return;
  $('rows').querySelector('a[tabindex="0"]')?.setAttribute('tabindex', -1);
  link.setAttribute('tabindex', 0);
  link.focus();
}

function moveInTable(event) {
  const row = event.target.closest('tr');
  if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
  const index = row.rowIndex - 1; // the header is row 0
  const targets = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: $('rows').rows.length - 1 };
  if (!(event.key in targets)) return;
  event.preventDefault();
  if (targets[event.key] < 0) $('search').focus();
  else focusRow(targets[event.key]);
}

function openRow(event) {
  const row = event.target.closest('tr');
  if (!row || event.target.closest('a') || String(getSelection())) return; // a link opens itself; text may be marked
  focusRow(row.rowIndex - 1);
  row.querySelector('a').click();
}

function startTable() {
  rankTitles();
  sortNodes();
  showKinds();
  $('tools').hidden = false;
  for (const button of document.querySelectorAll('[data-sort]')) {
    button.addEventListener('click', () => chooseSort(button.dataset.sort));
  }
  $('search').addEventListener('focus', foldAll, { once: true });
  $('search').addEventListener('input', showTable);
  $('search').addEventListener('keydown', event => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    focusRow(0);
  });
  $('rows').addEventListener('click', openRow);
  $('rows').addEventListener('keydown', moveInTable);
  $('more').addEventListener('click', showMore);
  $('clear').addEventListener('click', clearFilters);
  showTable();
}
