/** The result of a comparison: the saved share as a picture, and the numbers. */

import { h, set, setText } from '../dom.ts';
import { num } from '../words.ts';
import type { CompareRow, Half } from '../wasm.ts';
import { dearer, saved, type Dearer } from './compare-verdict.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.compareResult;

/** A row of which one side may not be done yet. */
export type PartialRow = Partial<CompareRow>;

/** Adds what one side found at a depth. */
export function addHalf(rows: PartialRow[], { side, depth, nodes, score }: Half): void {
  const row = (rows[depth - 1] ??= { depth });
  Object.assign(
    row,
    side === 'A' ? { nodesA: nodes, scoreA: score } : { nodesB: nodes, scoreB: score },
  );
}

export class CompareResult {
  readonly element: HTMLElement;
  private readonly chart = h('ol', { class: 'savings' });
  private readonly caption = h('figcaption', { class: 'small quiet' });
  private readonly body = h('tbody');
  private readonly sides = ['A', 'B'].map((side) =>
    h('th', { scope: 'colgroup', colspan: 2 }, side),
  );
  private names: readonly string[] = [];

  constructor() {
    const column = (name: string): HTMLElement => h('th', { scope: 'col' }, name);
    const names = [TEXTS.depth, TEXTS.nodes, TEXTS.value, TEXTS.nodes, TEXTS.value, TEXTS.saved];
    const head = h(
      'thead',
      {},
      h('tr', {}, h('td'), ...this.sides, h('td')),
      h('tr', {}, ...names.map(column)),
    );
    const numbers = h(
      'div',
      { class: 'scroll-x', tabindex: 0, role: 'group', 'aria-label': TEXTS.nodesToEachDepth },
      h('table', {}, head, this.body),
    );
    const picture = h('figure', {}, this.chart, this.caption);
    this.element = h('div', { class: 'compare-result', hidden: true }, picture, numbers);
  }

  /** Begins a comparison of two settings with these names. */
  begin(a: string, b: string): void {
    this.names = [a, b];
    this.sides.forEach((head, side) => setText(head, this.names[side] ?? ''));
    set(this.chart);
    set(this.body);
    this.element.hidden = false;
  }

  show(rows: readonly PartialRow[]): void {
    const whole = rows.filter(isWhole);
    const last = whole.at(-1);
    const side = last === undefined ? 'B' : dearer(last);
    set(this.chart, ...whole.map((row) => barOf(row, side)));
    set(this.body, ...rows.map((row) => rowOf(row, side)));
    const [cheap, dear] = side === 'B' ? this.names : [...this.names].reverse();
    setText(this.caption, TEXTS.theShareOfNodesThat(cheap ?? '', dear ?? ''));
  }
}

function isWhole(row: PartialRow): row is CompareRow {
  return row.nodesA !== undefined && row.nodesB !== undefined;
}

function shareText(row: CompareRow, whole: Dearer): string {
  return `${Math.round(100 * saved(row, whole))} %`.replace('-', '−');
}

function barOf(row: CompareRow, whole: Dearer): HTMLElement {
  const height = Math.max(0, 100 * saved(row, whole)).toFixed(1);
  return h(
    'li',
    {},
    h('span', { class: 'small numbers' }, shareText(row, whole)),
    h('span', { class: 'saving' }, h('span', { style: `height:${height}%` })),
    h('span', { class: 'small quiet' }, h('span', { class: 'unseen' }, TEXTS.atDepth), row.depth),
  );
}

function rowOf(row: PartialRow, whole: Dearer): HTMLElement {
  const count = (nodes: number | undefined): string => (nodes === undefined ? '…' : num(nodes));
  const texts = [
    String(row.depth),
    count(row.nodesA),
    row.scoreA ?? '…',
    count(row.nodesB),
    row.scoreB ?? '…',
    isWhole(row) ? shareText(row, whole) : '',
  ];
  return h('tr', {}, ...texts.map((text) => h('td', {}, text)));
}
