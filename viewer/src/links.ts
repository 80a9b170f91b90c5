/* Ways out of the page: Obsidian, an editor, a wikilink. Where the files are is known from where the page lies, so that
   it says the same on every machine. */

import type { Graph } from './graph';
import { fold } from './search';
import { recall, remember } from './theme';

const NOTE_KINDS = new Set(['note', 'canvas', 'attachment', 'base']);

export const EDITORS: Record<string, { name: string; link: (path: string, line: number) => string }> = {
  vscode: { name: 'VS Code', link: (path, line) => `vscode://file${path}:${line || 1}` },
  cursor: { name: 'Cursor', link: (path, line) => `cursor://file${path}:${line || 1}` },
  zed: { name: 'Zed', link: (path, line) => `zed://file${path}:${line || 1}` },
  idea: { name: 'JetBrains', link: (path, line) => `idea://open?file=${path}&line=${line || 1}` },
  browser: { name: 'the browser', link: path => `file://${path}` },
};
const KEY = 'graphify.editor';

export const editor = (): string => (recall(KEY) ?? '') in EDITORS ? recall(KEY) as string : 'vscode';
export const chooseEditor = (key: string): void => remember(KEY, key);

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

const HOME = /\/graphify-out\/[^/]*$/;

/* The address of a file at a line in the chosen editor; "" if the page does not lie in the folder that builds write. */
export function editorLink(file: string, line: number): string {
  if (!file || location.protocol !== 'file:' || !HOME.test(location.pathname)) return '';
  const path = `${location.pathname.replace(HOME, '')}/${encoded(file)}`;
  return EDITORS[editor()].link(path, line);
}

const withoutSuffix = (path: string): string => path.replace(/\.md$/i, '');

/* The file of a note or attachment of a vault, else "". */
export const noteFile = (graph: Graph, node: number): string =>
  (graph.kind === 'vault' && NOTE_KINDS.has(graph.kindOf(node)) ? graph.file(node) : '');

export function obsidianLink(graph: Graph, path: string): string {
  return `obsidian://open?vault=${encodeURIComponent(graph.name)}&file=${encodeURIComponent(withoutSuffix(path))}`;
}

const baseName = (path: string): string => withoutSuffix(path).split('/').pop() ?? '';
let namesakes: Map<string, number> | null = null;

/* How many files share a name: Obsidian's short link needs a name that is alone. */
function countNames(graph: Graph): Map<string, number> {
  const counts = new Map<string, number>();
  for (let node = 0; node < graph.size; node += 1) {
    const name = fold(baseName(noteFile(graph, node)));
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/* The shortest wikilink that means this file, or "" if its name cannot stand in one. */
export function wikilink(graph: Graph, path: string): string {
  if (/[#^|]|\[\[|\]\]/.test(path)) return '';
  namesakes ??= countNames(graph);
  const name = baseName(path);
  const target = withoutSuffix(path);
  return target === name || namesakes.get(fold(name)) === 1 ? `[[${name}]]` : `[[${target}|${name}]]`;
}

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch { // no clipboard for this page: the old way
    const area = document.createElement('textarea');
    area.className = 'unseen';
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
}
