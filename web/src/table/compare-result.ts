/** The result of a comparison as curves and as numbers. */

import { curve, type Curve } from '../curve.ts';
import { h, set, setText } from '../dom.ts';
import { num } from '../words.ts';
import type { CompareRow } from '../wasm.ts';

/** A row of which one side may not be done yet. */
export type PartialRow = Partial<CompareRow>;

export class CompareResult {
  readonly element: HTMLElement;
  private readonly chart = h('div', { class: 'curve' });
  private readonly body = h('tbody');
  private readonly heads = ['A', 'B'].map((side) => h('th', { scope: 'col' }, side));
  private names: readonly string[] = [];
  private plot: Curve | null = null;

  constructor() {
    const head = h(
      'tr',
      {},
      h('th', { scope: 'col' }, 'Depth'),
      ...this.heads,
      h('th', { scope: 'col' }, 'B to A'),
    );
    const numbers = h(
      'div',
      { class: 'scroll-x', tabindex: 0, role: 'group', 'aria-label': 'Nodes to each depth' },
      h('table', {}, h('thead', {}, head), this.body),
    );
    this.element = h('div', { hidden: true }, this.chart, numbers);
  }

  /** Begins a comparison of two settings with these names. */
  begin(a: string, b: string): void {
    this.names = [`A: ${a}`, `B: ${b}`];
    this.heads.forEach((head, side) => setText(head, this.names[side] ?? ''));
    this.plot?.close();
    this.plot = null;
    set(this.body);
    this.element.hidden = false;
  }

  show(rows: readonly PartialRow[]): void {
    const depths = rows.map((row) => row.depth ?? 0);
    const nodesA = rows.map((row) => row.nodesA ?? null);
    const nodesB = rows.map((row) => row.nodesB ?? null);
    const options = { x: 'depth', y: 'nodes', logarithmic: true, series: this.names };
    if (this.plot === null) this.plot = curve(this.chart, options, [depths, nodesA, nodesB]);
    else this.plot.show([depths, nodesA, nodesB]);
    set(this.body, ...rows.map(rowOf));
  }
}

function rowOf({ depth, nodesA, nodesB }: PartialRow): HTMLElement {
  const count = (nodes: number | undefined): string => (nodes === undefined ? '…' : num(nodes));
  const ratio = nodesA && nodesB ? (nodesB / nodesA).toFixed(2) : '';
  const texts = [String(depth), count(nodesA), count(nodesB), ratio];
  return h('tr', {}, ...texts.map((text) => h('td', {}, text)));
}
