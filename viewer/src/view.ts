/* What the reader looks at, and how the page's address says it: every state can be kept as a bookmark. */

export interface View {
  node: string;
  query: string;
  list: boolean;
  colour: string;
  /* How far around the node is shown; 0 is everything. */
  depth: number;
  least: number;
  /* What is hidden: journal, tests .. */
  hidden: Set<string>;
  /* Facet key -> chosen values; a facet without any is not there. */
  chosen: Map<string, Set<string>>;
}

const FACET = /^(?:community|kind|folder|relation|confidence|tag\..+)$/s;

export function emptyView(): View {
  return { node: '', query: '', list: false, colour: 'community', depth: 0, least: 0, hidden: new Set(), chosen: new Map() };
}

function decoded(text: string): string {
  try { return decodeURIComponent(text); } catch { return text; } // a broken escape
}

const many = (values: Iterable<string>): string => [...values].map(encodeURIComponent).join(',');

export function viewOf(fragment: string): View {
  const view = emptyView();
  for (const part of fragment.replace(/^#/, '').split('&')) {
    const [name, value = ''] = [decoded(part.split('=', 1)[0]), part.slice(part.indexOf('=') + 1)];
    if (!part.includes('=') || !value) continue;
    if (name === 'node') view.node = decoded(value);
    else if (name === 'q') view.query = decoded(value);
    else if (name === 'view') view.list = value === 'list';
    else if (name === 'colour') view.colour = decoded(value);
    else if (name === 'depth') view.depth = Math.min(3, Math.max(0, Number.parseInt(value, 10) || 0));
    else if (name === 'least') view.least = Math.max(0, Number.parseInt(value, 10) || 0);
    else if (name === 'hide') view.hidden = new Set(value.split(',').map(decoded));
    else if (FACET.test(name)) view.chosen.set(name, new Set(value.split(',').map(decoded)));
  }
  return view;
}

export function fragmentOf(view: View): string {
  const parts: string[] = [];
  if (view.node) parts.push(`node=${encodeURIComponent(view.node)}`);
  if (view.depth) parts.push(`depth=${view.depth}`);
  if (view.query) parts.push(`q=${encodeURIComponent(view.query)}`);
  if (view.list) parts.push('view=list');
  if (view.colour !== 'community') parts.push(`colour=${encodeURIComponent(view.colour)}`);
  if (view.least) parts.push(`least=${view.least}`);
  if (view.hidden.size) parts.push(`hide=${many(view.hidden)}`);
  for (const [key, values] of view.chosen) parts.push(`${encodeURIComponent(key)}=${many(values)}`);
  return parts.length ? `#${parts.join('&')}` : '';
}
