/* The list below the search box: the best finds, walked with the arrow keys. */

import { $, el, kindMark, number } from './dom';
import type { Graph } from './graph';

const MOST = 40;

export interface Results {
  show: (found: number[] | null) => void;
}

export function makeResults(graph: Graph, open: (node: number) => void, typed: () => void): Results {
  const box = $<HTMLInputElement>('search');
  const list = $('results');
  let nodes: number[] = [];
  let at = -1;

  function mark(next: number): void {
    at = Math.max(-1, Math.min(next, list.children.length - 1));
    for (const [index, item] of [...list.children].entries()) item.setAttribute('aria-selected', String(index === at));
    if (at >= 0) {
      list.children[at].scrollIntoView({ block: 'nearest' });
      box.setAttribute('aria-activedescendant', list.children[at].id);
    } else box.removeAttribute('aria-activedescendant');
  }

  function option(node: number, index: number): HTMLElement {
    const item = el('li', { role: 'option', id: `result-${index}`, 'aria-selected': 'false' },
      kindMark(graph.kindOf(node)), el('b', { dir: 'auto' }, graph.title[node]),
      el('span', { class: 'where', dir: 'ltr' }, graph.file(node)));
    item.addEventListener('mousedown', event => { event.preventDefault(); });
    item.addEventListener('click', () => open(node));
    return item;
  }

  box.addEventListener('input', typed);
  box.addEventListener('keydown', event => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      mark(event.key === 'ArrowDown' ? at + 1 : at - 1);
    } else if (event.key === 'Enter' && nodes.length) {
      event.preventDefault();
      open(nodes[Math.max(0, at)]);
    }
  });

  return {
    show: found => {
      nodes = (found ?? []).slice(0, MOST);
      list.hidden = !found;
      list.replaceChildren(...nodes.map(option));
      const rest = (found?.length ?? 0) - nodes.length;
      $('rest').hidden = !found || (rest <= 0 && nodes.length > 0);
      $('rest').textContent = nodes.length ? `and ${number(rest)} more` : 'Nothing is called so.';
      box.setAttribute('aria-expanded', String(found !== null));
      mark(-1);
    },
  };
}
