/** Nodes to each depth with a table and without, as curves, as numbers and in a sentence. */

import { curve, type Curve } from '../curve.ts';
import { h, set, setText } from '../dom.ts';
import { num, percent } from '../words.ts';
import type { TwoOrders } from '../wasm.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.countsPicture;

type Rows = TwoOrders['rows'];

const COLUMNS = [
  TEXTS.depth,
  TEXTS.linesOfPlay,
  TEXTS.positions,
  TEXTS.nodesWithout,
  TEXTS.nodesWith,
] as const;

export interface CountsPicture {
  parts: HTMLElement[];
  tell(sentence: string): void;
  show(rows: Rows): void;
}

/** Makes the picture. */
export function countsPicture(): CountsPicture {
  const told = h('p', { role: 'status' });
  const chart = h('div', { class: 'curve' });
  const body = h('tbody');
  const heads = COLUMNS.map((name) => h('th', { scope: 'col' }, name));
  const numbers = h(
    'div',
    { class: 'scroll-x', tabindex: 0, role: 'group', 'aria-label': TEXTS.nodesToEachDepth },
    h('table', {}, h('thead', {}, h('tr', {}, ...heads)), body),
  );
  let plot: Curve | null = null;
  return {
    parts: [told, chart, numbers],
    tell: (sentence) => setText(told, sentence),
    show: (rows) => {
      set(body, ...rows.map(rowOf));
      plot?.close();
      plot = draw(chart, rows);
      setText(told, sentence(rows));
    },
  };
}

function rowOf(row: Rows[number]): HTMLElement {
  const numbers = [row.depth, row.paths, row.positions, row.nodesWithout, row.nodesWith];
  return h('tr', {}, ...numbers.map((value) => h('td', {}, num(value))));
}

function draw(chart: HTMLElement, rows: Rows): Curve {
  const options = {
    x: TEXTS.depthInPlies,
    y: TEXTS.nodes,
    logarithmic: true,
    height: 220,
    series: [TEXTS.withoutATable, TEXTS.withATable],
  };
  return curve(chart, options, [
    rows.map((row) => row.depth),
    rows.map((row) => row.nodesWithout),
    rows.map((row) => row.nodesWith),
  ]);
}

function sentence(rows: Rows): string {
  const last = rows.at(-1);
  if (last === undefined) return '';
  const { nodesWithout, nodesWith } = last;
  return TEXTS.toDepthTheSearchVisits(
    last.depth,
    num(nodesWithout),
    num(nodesWith),
    percent(nodesWithout - nodesWith, nodesWithout),
    num(last.paths),
    num(last.positions),
  );
}
