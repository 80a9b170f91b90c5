/* Search: case, accents, widths and ligatures aside; every word must stand somewhere, names come first,
   what is not the reader's own last: names from elsewhere among their like, excluded files after everything. */

import { EXCLUDED, type Graph } from './graph';

/* Kinds of nodes that the root only names. */
const FOREIGN = new Set(['external', 'unresolved']);

/* Upper before lower case makes ß meet ss, and ς meet σ. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}+/gu, '').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

export interface Searcher {
  /* Folds everything once; the first search does it else. */
  prepare: () => void;
  /* The nodes of `order` that hold every word: the best names first, if `ranked`. Linear in the text. */
  matching: (order: number[], query: string, ranked: boolean) => number[];
}

export function makeSearcher(graph: Graph): Searcher {
  let title: string[] = [];
  let all: string[] = [];
  const prepare = (): void => {
    if (all.length) return;
    title = graph.title.map(fold);
    all = graph.title.map((name, node) =>
      fold([name, graph.id[node], graph.nodes.summary[node], ...graph.tagsOf(node).map(tag => `#${tag}`)].join('\n')));
  };
  const rank = (node: number, tierOfName: number): number =>
    (graph.nodes.flags[node] & EXCLUDED ? 8 : 2 * tierOfName + Number(FOREIGN.has(graph.kindOf(node))));
  const matching = (order: number[], query: string, ranked: boolean): number[] => {
    const words = fold(query).split(/\s+/).filter(Boolean);
    if (!words.length) return order;
    prepare();
    const whole = words.join(' ');
    const tiers: number[][] = Array.from({ length: 9 }, () => []);
    for (const node of order) {
      if (words.every(word => all[node].includes(word))) tiers[ranked ? rank(node, tier(title[node], whole, words)) : 0].push(node);
    }
    if (ranked) for (const each of tiers) each.sort((a, b) => graph.degree[b] - graph.degree[a] || a - b);
    return tiers.flat();
  };
  return { prepare, matching };
}

function tier(title: string, whole: string, words: string[]): number {
  if (title === whole) return 0;
  if (title.startsWith(whole)) return 1;
  return words.every(word => title.includes(word)) ? 2 : 3;
}
