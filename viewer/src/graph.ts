/* The graph as the page holds it: the columns of the data block, and who is connected with whom. */

import { $ } from './dom';

export const JOURNAL = 1;
export const TEST = 2;
export const EXCLUDED = 4;

type Lines = number | number[];

interface Columns {
  name: string;
  kind: 'vault' | 'project';
  build: string;
  nodes: {
    id: string[]; label: string[]; kind: number[]; file: number[]; line: number[]; summary: string[];
    signature: Record<string, string>; tags: number[][]; community: number[]; flags: number[]; x: number[]; y: number[];
  };
  edges: {
    source: number[]; target: number[]; relation: number[]; confidence: number[]; count: number[]; lines: Lines[];
    file: Record<string, number>; evidence: Record<string, string>;
  };
  communities: number[];
  community_names: string[];
  files: string[];
  kinds: string[];
  tags: string[];
  relations: string[];
  confidences: string[];
}

/* Rows of edges by one of their ends. */
type Rows = (node: number) => Uint32Array;

export interface Graph extends Columns {
  size: number;
  id: string[];
  title: string[];
  byId: Map<string, number>;
  out: Rows;
  in: Rows;
  degree: Uint32Array;
  /* How many nodes point at each, and at how many each points. */
  into: Uint32Array;
  outOf: Uint32Array;
  file: (node: number) => string;
  kindOf: (node: number) => string;
  tagsOf: (node: number) => string[];
}

/* One array and its offsets: 100,000 small arrays would be slow. */
function edgesBy(ends: number[], size: number): Rows {
  const start = new Uint32Array(size + 1);
  for (const end of ends) start[end + 1] += 1;
  for (let node = 0; node < size; node += 1) start[node + 1] += start[node];
  const next = start.slice();
  const rows = new Uint32Array(ends.length);
  ends.forEach((end, row) => { rows[next[end]++] = row; });
  return node => rows.subarray(start[node], start[node + 1]);
}

/* With how many nodes each is connected by its rows, however many edges lead to one. */
function neighbourCounts(rows: Rows, ends: number[], size: number): Uint32Array {
  const last = new Int32Array(size).fill(-1);
  return Uint32Array.from({ length: size }, (_, node) => {
    let count = 0;
    for (const row of rows(node)) {
      if (last[ends[row]] !== node) count += 1;
      last[ends[row]] = node;
    }
    return count;
  });
}

/* Ids are kept without the file that they begin with. */
function wholeIds({ nodes, files }: Columns): string[] {
  return nodes.id.map((id, node) =>
    (nodes.file[node] >= 0 && (id === '' || id.startsWith('::')) ? files[nodes.file[node]] + id : id));
}

export function readGraph(): Graph {
  const data = JSON.parse($('data').textContent ?? '') as Columns;
  const { nodes, edges } = data;
  const size = nodes.id.length;
  const id = wholeIds(data);
  const out = edgesBy(edges.source, size);
  const into = edgesBy(edges.target, size);
  return {
    ...data,
    size,
    id,
    title: nodes.label.map((label, node) => label || id[node]),
    byId: new Map(id.map((each, node) => [each, node])),
    out,
    in: into,
    degree: Uint32Array.from({ length: size }, (_, node) => out(node).length + into(node).length),
    into: neighbourCounts(into, edges.source, size),
    outOf: neighbourCounts(out, edges.target, size),
    file: node => (nodes.file[node] < 0 ? '' : data.files[nodes.file[node]]),
    kindOf: node => data.kinds[nodes.kind[node]],
    tagsOf: node => nodes.tags[node].map(tag => data.tags[tag]),
  };
}

/* The address of a node; the page adds the rest of the view when it is followed. */
export const linkTo = (graph: Graph, node: number): string => `#node=${encodeURIComponent(graph.id[node])}`;

/* `property:up` reads "up (property)", `links_to` reads "links to". */
export function relationName(relation: string): string {
  const property = /^property:(.*)$/s.exec(relation);
  return property ? `${property[1]} (property)` : relation.replaceAll('_', ' ');
}

/* The nodes within so many steps of one, over edges that are shown. */
export function around(graph: Graph, node: number, depth: number, edgeShown: (row: number) => boolean): Set<number> {
  const found = new Set([node]);
  let rim = [node];
  for (let step = 0; step < depth; step += 1) {
    const next: number[] = [];
    for (const here of rim) {
      for (const [rows, ends] of [[graph.out(here), graph.edges.target], [graph.in(here), graph.edges.source]] as const) {
        for (const row of rows) {
          if (edgeShown(row) && !found.has(ends[row])) {
            found.add(ends[row]);
            next.push(ends[row]);
          }
        }
      }
    }
    rim = next;
  }
  return found;
}
