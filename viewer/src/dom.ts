/* Elements. Strings become text nodes, so no title is ever markup. */

export const $ = <T extends HTMLElement = HTMLElement>(id: string): T => document.getElementById(id) as T;

const formatter = new Intl.NumberFormat('en');
export const number = (value: number): string => formatter.format(value);
export const plural = (count: number, word: string): string => `${number(count)} ${word}${count === 1 ? '' : 's'}`;

type Child = Node | string;

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Record<string, string | number> = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/* A name that, where it is too long for its line, is broken after a step or a type rather than within a word. */
export const breakable = (name: string): Child[] =>
  name.split(/(?<=[.,(/:])(?=\S)/).flatMap((step, index) => (index ? [el('wbr'), step] : [step]));

/* A button that does something; `quiet` ones have no border. */
export function button(text: string, act: () => void, attributes: Record<string, string> = {}): HTMLButtonElement {
  const made = el('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', act);
  return made;
}

/* The shape and colour of a kind, always beside its word. */
export const kindMark = (kind: string): HTMLElement => el('span', { class: 'dot', 'data-kind': kind });
