/* The panel of filters: a group of checkboxes for each facet with how many each would leave, what to hide, how many
   connections at least, what the colours say. */

import { $, button, el, kindMark, number } from './dom';
import type { Facet, Facets, Shown } from './facets';
import type { Graph } from './graph';
import { colourOf, css } from './palette';
import { isDark } from './theme';
import type { View } from './view';

const AT_ONCE = 8;

export interface Panel {
  /* Say what is in force, and how many each value would leave. */
  update: (view: View, shown: Shown) => void;
}

interface Row {
  box: HTMLInputElement;
  count: HTMLElement;
  swatch: HTMLElement | null;
  element: HTMLElement;
}

export function makePanel(graph: Graph, facets: Facets, view: () => View, changed: () => void): Panel {
  const groups = [...facets.nodes, ...facets.edges].filter(each => each.values.length > 1);
  const rows = new Map<string, Row[]>();
  const colourable = facets.nodes.filter(each => each.values.length > 1);

  function toggle(key: string, value: string, on: boolean): void {
    const { chosen } = view();
    const values = chosen.get(key) ?? new Set<string>();
    if (on) values.add(value); else values.delete(value);
    if (values.size) chosen.set(key, values); else chosen.delete(key);
    changed();
  }

  function valueRow(each: Facet, at: number): Row {
    const box = el('input', { type: 'checkbox' });
    box.addEventListener('change', () => toggle(each.key, each.values[at], box.checked));
    const count = el('small', {});
    const swatch = each.key in { relation: 1, confidence: 1 } ? null : el('span', { class: 'swatch' });
    const mark = each.key === 'kind' ? [kindMark(each.values[at])]
      : each.key === 'confidence' ? [el('span', { class: 'mark', 'data-confidence': each.values[at] })]
        : swatch ? [swatch] : [];
    const name = el('span', { class: 'name', dir: 'auto', title: each.names[at] }, each.names[at]);
    return { box, count, swatch, element: el('label', { class: 'value' }, box, ...mark, name, count) };
  }

  function group(each: Facet, shown: Shown): HTMLElement {
    const counts = shown.counts.get(each.key) as Uint32Array;
    const order = each.values.map((_, at) => at);
    if (each.key !== 'confidence') order.sort((a, b) => counts[b] - counts[a] || a - b);
    const made = each.values.map((_, at) => (order.indexOf(at) < 200 ? valueRow(each, at) : null));
    rows.set(each.key, made as Row[]);
    const list = el('div', { class: 'values' }, ...order.slice(0, 200).map(at => (made[at] as Row).element));
    const body = [list];
    if (order.length > AT_ONCE + 2) {
      list.classList.add('short');
      const all = button(`Show all ${number(order.length)}`, () => {
        list.classList.toggle('short');
        all.textContent = list.classList.contains('short') ? `Show all ${number(order.length)}` : 'Show fewer';
      }, { class: 'quiet all' });
      body.push(all as unknown as HTMLDivElement);
    }
    const open = ['community', 'kind', 'tag.type', 'confidence'].includes(each.key);
    const element = el('details', { class: 'facet', 'data-facet': each.key }, el('summary', {}, each.title), ...body);
    element.open = open;
    return element;
  }

  function hiders(): HTMLElement {
    return el('div', { class: 'hiders' }, ...facets.hideable.map(({ key, title, count }) => {
      const box = el('input', { type: 'checkbox', 'data-hide': key });
      box.addEventListener('change', () => {
        if (box.checked) view().hidden.add(key); else view().hidden.delete(key);
        changed();
      });
      return el('label', { class: 'chip' }, box, title, el('small', {}, number(count)));
    }));
  }

  function least(): HTMLElement {
    const most = Math.min(50, Math.max(1, ...graph.degree.slice(0, 5000)));
    const slider = el('input', { type: 'range', id: 'least', min: 0, max: most, step: 1 });
    slider.addEventListener('input', () => { view().least = slider.valueAsNumber; changed(); });
    return el('label', { class: 'least' }, 'Connections, at least ', el('output', { for: 'least' }), slider);
  }

  function colours(): HTMLElement {
    const choice = el('select', { id: 'colour' }, ...colourable.map(each => el('option', { value: each.key }, each.title)));
    choice.addEventListener('change', () => { view().colour = choice.value; changed(); });
    return el('label', { class: 'colour' }, 'Colours say ', choice);
  }

  function paintSwatches(now: View): void {
    for (const each of colourable) {
      for (const [at, row] of (rows.get(each.key) as (Row | null)[]).entries()) {
        if (!row?.swatch) continue;
        row.swatch.style.background = each.key === now.colour ? css(colourOf(each.rank[at], isDark())) : '';
      }
    }
  }

  let isMade = false;
  function make(shown: Shown): void {
    isMade = true;
    const [first, ...others] = groups.map(each => group(each, shown));
    if (first) $('facets').append(first);
    $('facets').append(el('details', { class: 'facet', open: '' }, el('summary', {}, 'Hide'), hiders()), ...others,
      el('details', { class: 'facet', open: '' }, el('summary', {}, 'Look'), colours(), least()));
  }

  return {
    update: (now, shown) => {
      if (!isMade) make(shown);
      for (const each of groups) {
        const counts = shown.counts.get(each.key) as Uint32Array;
        const chosen = now.chosen.get(each.key);
        (rows.get(each.key) as (Row | null)[]).forEach((row, at) => {
          if (!row) return;
          row.box.checked = chosen?.has(each.values[at]) ?? false;
          row.count.textContent = number(counts[at]);
          row.element.classList.toggle('none', !counts[at]);
        });
      }
      for (const box of $('facets').querySelectorAll<HTMLInputElement>('[data-hide]')) {
        box.checked = now.hidden.has(box.dataset.hide as string);
      }
      const slider = $<HTMLInputElement>('least');
      slider.value = String(now.least);
      (slider.parentElement?.querySelector('output') as HTMLOutputElement).textContent = String(now.least);
      $<HTMLSelectElement>('colour').value = now.colour;
      paintSwatches(now);
    },
  };
}
