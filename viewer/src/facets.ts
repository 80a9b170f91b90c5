/* What nodes and edges can be filtered by, and what a choice leaves: one of the values of each facet (OR inside of a
   facet, AND across them), with how many each value would leave. */

import { JOURNAL, TEST, around, relationName, type Graph } from './graph';
import type { View } from './view';

export interface Facet {
  key: string;
  title: string;
  /* The values as the address says them, and as the reader reads them. */
  values: string[];
  names: string[];
  numberOf: Map<string, number>;
}

export interface NodeFacet extends Facet {
  /* Of each value, its place by how many nodes have it: what its colour goes by. */
  rank: Int32Array;
  of: (node: number) => ArrayLike<number>;
}

export interface EdgeFacet extends Facet {
  of: number[];
}

export interface Hideable {
  key: string;
  title: string;
  count: number;
  is: (node: number) => boolean;
}

export interface Facets {
  nodes: NodeFacet[];
  edges: EdgeFacet[];
  hideable: Hideable[];
}

export interface Shown {
  nodes: Uint8Array;
  edges: Uint8Array;
  nodeCount: number;
  edgeCount: number;
  /* Facet key -> how many of each value there are with all other choices in force. */
  counts: Map<string, Uint32Array>;
}

function facet(key: string, title: string, values: string[], names = values): Facet {
  return { key, title, values, names, numberOf: new Map(values.map((value, index) => [value, index])) };
}

type Members = (node: number) => ArrayLike<number>;

function nodeFacet(graph: Graph, each: Facet, of: Members): NodeFacet {
  const counts = new Uint32Array(each.values.length);
  for (let node = 0; node < graph.size; node += 1) {
    const values = of(node);
    for (let at = 0; at < values.length; at += 1) counts[values[at]] += 1;
  }
  const rank = new Int32Array(counts.length);
  const order = [...counts.keys()].sort((a, b) => counts[b] - counts[a] || a - b);
  for (const [place, value] of order.entries()) rank[value] = place;
  return { ...each, of, rank };
}

/* Folders of the files, as deep as it takes to tell them apart. */
function folderFacet(graph: Graph): NodeFacet {
  const folders = (depth: number): string[] => graph.files.map(file => {
    const steps = file.split('/').slice(0, -1);
    return steps.slice(0, depth).join('/') || '/';
  });
  let depth = 1;
  while (depth < 4 && new Set(folders(depth)).size < 5) depth += 1;
  const ofFile = folders(depth);
  const made = facet('folder', 'Folder', [...new Set(ofFile)].sort());
  const places = ofFile.map(folder => [made.numberOf.get(folder) as number]);
  return nodeFacet(graph, made, node => (graph.nodes.file[node] < 0 ? [] : places[graph.nodes.file[node]]));
}

/* One facet for each namespace of the tags, one for tags without. */
function tagFacets(graph: Graph): NodeFacet[] {
  const spaces = new Map<string, string[]>();
  const at = graph.tags.map(tag => {
    const cut = tag.indexOf('/');
    const space = cut > 0 ? tag.slice(0, cut) : '';
    const values = spaces.get(space) ?? spaces.set(space, []).get(space) as string[];
    values.push(cut > 0 ? tag.slice(cut + 1) : tag);
    return [space, values.length - 1] as const;
  });
  return [...spaces].map(([space, values]) => {
    const numbers = at.map(([own, number]) => (own === space ? number : -1));
    const of = graph.nodes.tags.map(tags => tags.map(tag => numbers[tag]).filter(each => each >= 0));
    return nodeFacet(graph, facet(`tag.${space || '-'}`, space || 'Tags', values), node => of[node]);
  });
}

export function findFacets(graph: Graph): Facets {
  const { nodes, edges } = graph;
  const hubs = graph.communities;
  const single = (column: number[]) => (node: number): number[] => (column[node] < 0 ? [] : [column[node]]);
  const external = (node: number): boolean => ['external', 'unresolved'].includes(graph.kindOf(node));
  const hideable = [
    { key: 'journal', title: 'Journal', is: (node: number) => (nodes.flags[node] & JOURNAL) > 0 },
    { key: 'tests', title: 'Tests', is: (node: number) => (nodes.flags[node] & TEST) > 0 },
    { key: 'externals', title: graph.kind === 'vault' ? 'Unresolved' : 'Externals', is: external },
    { key: 'tags', title: 'Tags', is: (node: number) => graph.kindOf(node) === 'tag' },
    { key: 'attachments', title: 'Attachments', is: (node: number) => graph.kindOf(node) === 'attachment' },
    { key: 'alone', title: 'Without links', is: (node: number) => graph.degree[node] === 0 },
  ];
  return {
    nodes: [
      nodeFacet(graph, facet('community', 'Communities', hubs.map(hub => graph.id[hub]), graph.community_names),
        single(nodes.community)),
      ...tagFacets(graph),
      nodeFacet(graph, facet('kind', 'Kind', graph.kinds), single(nodes.kind)),
      folderFacet(graph),
    ],
    edges: [
      { ...facet('relation', 'Relation', graph.relations, graph.relations.map(relationName)), of: edges.relation },
      { ...facet('confidence', 'Confidence', graph.confidences, graph.confidences.map(name => name.toLowerCase())),
        of: edges.confidence },
    ],
    hideable: hideable.map(each => ({ ...each, count: nodes.id.filter((_, node) => each.is(node)).length }))
      .filter(each => each.count),
  };
}

/* The chosen values of a facet as a mask, null if there are none. */
function choice(each: Facet, view: View): Uint8Array | null {
  const values = view.chosen.get(each.key);
  if (!values?.size) return null;
  const mask = new Uint8Array(each.values.length);
  for (const value of values) {
    const number = each.numberOf.get(value);
    if (number !== undefined) mask[number] = 1;
  }
  return mask;
}

export function filter(graph: Graph, facets: Facets, view: View): Shown {
  const counts = new Map([...facets.nodes, ...facets.edges].map(each =>
    [each.key, new Uint32Array(each.values.length)]));
  const nodes = shownNodes(graph, facets, view, counts);
  let edges = shownEdges(graph, facets, view, nodes, counts);
  const centre = view.depth ? graph.byId.get(view.node) : undefined;
  if (centre !== undefined) {
    const near = around(graph, centre, view.depth, row => edges[row] > 0);
    nodes.forEach((_, node) => { nodes[node] = near.has(node) ? 1 : 0; });
    edges = edges.map((shown, row) =>
      (shown && nodes[graph.edges.source[row]] && nodes[graph.edges.target[row]] ? 1 : 0));
  }
  const total = (mask: Uint8Array): number => mask.reduce((sum, each) => sum + each, 0);
  return { nodes, edges, nodeCount: total(nodes), edgeCount: total(edges), counts };
}

function shownNodes(graph: Graph, facets: Facets, view: View, counts: Map<string, Uint32Array>): Uint8Array {
  const hiders = facets.hideable.filter(each => view.hidden.has(each.key));
  const choices = facets.nodes.map(each => choice(each, view));
  const shown = new Uint8Array(graph.size);
  for (let node = 0; node < graph.size; node += 1) {
    if (graph.degree[node] < view.least || hiders.some(each => each.is(node))) continue;
    let fails = 0;
    let failed = -1;
    for (let index = 0; index < choices.length && fails < 2; index += 1) {
      const mask = choices[index];
      if (mask && !some(facets.nodes[index].of(node), mask)) { fails += 1; failed = index; }
    }
    if (fails > 1) continue;
    if (!fails) shown[node] = 1;
    facets.nodes.forEach((each, index) => {
      if (fails && index !== failed) return;
      const count = counts.get(each.key) as Uint32Array;
      const values = each.of(node);
      for (let at = 0; at < values.length; at += 1) count[values[at]] += 1;
    });
  }
  return shown;
}

function some(values: ArrayLike<number>, mask: Uint8Array): boolean {
  for (let at = 0; at < values.length; at += 1) if (mask[values[at]]) return true;
  return false;
}

function shownEdges(
  graph: Graph, facets: Facets, view: View, nodes: Uint8Array, counts: Map<string, Uint32Array>
): Uint8Array {
  const choices = facets.edges.map(each => choice(each, view));
  const { source, target } = graph.edges;
  const shown = new Uint8Array(source.length);
  for (let row = 0; row < shown.length; row += 1) {
    if (!nodes[source[row]] || !nodes[target[row]]) continue;
    const failed = choices.map((mask, index) => (mask && !mask[facets.edges[index].of[row]] ? 1 : 0));
    const fails = failed.reduce<number>((sum, each) => sum + each, 0);
    if (!fails) shown[row] = 1;
    facets.edges.forEach((each, index) => {
      if (!fails || (fails === 1 && failed[index])) (counts.get(each.key) as Uint32Array)[each.of[row]] += 1;
    });
  }
  return shown;
}
