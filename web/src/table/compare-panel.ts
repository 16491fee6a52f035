/** Two settings side by side on one position: nodes to each depth, as a curve and as numbers. */

import { button, select, slider } from '../controls.ts';
import { faultText, h, set, setText } from '../dom.ts';
import { num } from '../words.ts';
import type { Client } from '../worker/client.ts';
import type { CompareRow, Config } from '../wasm.ts';
import { curve, type Curve } from '../curve.ts';
import { verdict } from './compare-verdict.ts';
import { entryName } from './experiments.ts';
import { POLICIES, SIZES, USES, configOf, sizeName, type TableState } from './state.ts';

export interface ComparePanel {
  element: HTMLElement;
  show(state: TableState): void;
}

export interface CompareActs {
  client: Client;
  /** Takes the worker from the search of the view. */
  borrow(): Promise<void>;
  giveBack(): void;
  change(part: Partial<TableState>): void;
  /** Returns the position on the board. */
  fen(): string;
}

/** Makes the panel. */
export function comparePanel(state: TableState, acts: CompareActs): ComparePanel {
  let now = state;
  let running = false;
  let plot: Curve | null = null;
  const change = (part: Partial<Config>): void => acts.change({ other: { ...now.other, ...part } });
  const policy = select(
    'Policy',
    POLICIES.map(({ value, label }) => ({ value, label })),
    state.other.policy,
    (value) => change({ policy: value }),
  );
  const use = select(
    'Use',
    USES.map(({ value, label }) => ({ value, label })),
    state.other.use,
    (value) => change({ use: value }),
  );
  const size = slider('Size', SIZES.map(sizeName), SIZES.indexOf(state.other.entries), (index) =>
    change({ entries: SIZES[index] ?? 64 }),
  );
  const chart = h('div', { class: 'curve' });
  const told = h('p', { class: 'small', role: 'status' });
  const body = h('tbody');
  const headA = h('th', { scope: 'col' }, 'A');
  const headB = h('th', { scope: 'col' }, 'B');
  const result = h(
    'div',
    { class: 'compare-result', hidden: true },
    chart,
    h(
      'div',
      { class: 'scroll-x', tabindex: 0, role: 'group', 'aria-label': 'Nodes to each depth' },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('th', { scope: 'col' }, 'Depth'),
            headA,
            headB,
            h('th', { scope: 'col' }, 'B to A'),
          ),
        ),
        body,
      ),
    ),
  );
  const nameA = h('b');
  const kind = h('p', { class: 'small quiet' });
  const run = button('Run both', () => void (running ? acts.client.stop() : compare()), 'primary');

  const draw = (rows: readonly Partial<CompareRow>[], a: string, b: string): void => {
    const depths = rows.map((row) => row.depth ?? 0);
    const data: [number[], (number | null)[], (number | null)[]] = [
      depths,
      rows.map((row) => row.nodesA ?? null),
      rows.map((row) => row.nodesB ?? null),
    ];
    if (plot === null) {
      plot = curve(
        chart,
        { x: 'depth', y: 'nodes', logarithmic: true, series: [`A: ${a}`, `B: ${b}`] },
        data,
      );
    } else plot.show(data);
    set(
      body,
      ...rows.map(({ depth, nodesA, nodesB }) =>
        h(
          'tr',
          {},
          h('td', {}, String(depth)),
          h('td', {}, nodesA === undefined ? '…' : num(nodesA)),
          h('td', {}, nodesB === undefined ? '…' : num(nodesB)),
          h('td', {}, nodesA && nodesB ? (nodesB / nodesA).toFixed(2) : ''),
        ),
      ),
    );
  };

  const compare = async (): Promise<void> => {
    running = true;
    setText(run, 'Stop');
    await acts.borrow();
    const a = configOf(now);
    const b: Config = { ...now.other, plain: now.plain };
    const [first, second] = [entryName(a), entryName(b)];
    plot?.close();
    plot = null;
    setText(headA, `A: ${first}`);
    setText(headB, `B: ${second}`);
    result.hidden = false;
    setText(told, `Both search the position to depth ${now.depth}, each with a table of its own.`);
    const rows: Partial<CompareRow>[] = [];
    try {
      const done = await acts.client.call('compare', [a, b, acts.fen(), now.depth], {
        row: ({ side, depth, nodes }) => {
          const row = (rows[depth - 1] ??= { depth });
          if (side === 'A') row.nodesA = nodes;
          else row.nodesB = nodes;
          draw(rows.filter(Boolean), first, second);
        },
      });
      draw(done, first, second);
      setText(told, verdict(done, first, second));
    } catch (fault) {
      setText(told, faultText(fault));
    }
    running = false;
    acts.giveBack();
    setText(run, 'Run both');
  };

  const element = h(
    'section',
    { class: 'panel', 'aria-labelledby': 'title-compare' },
    h('h2', { id: 'title-compare' }, 'Two settings beside each other'),
    h('p', { class: 'quiet' }, 'A is the table above, ', nameA, '. Choose B:'),
    h('div', { class: 'compare-fields' }, size.element, policy.element, use.element, run),
    told,
    kind,
    result,
  );
  const show = (next: TableState): void => {
    now = next;
    setText(
      kind,
      next.plain
        ? 'Both run the plain search, whose tree no table can change except by saving nodes.'
        : 'Both run the whole engine, whose pruning depends on its table. The plain search (in the settings) shows the worth of a table alone.',
    );
    setText(nameA, entryName(configOf(next)));
    policy.set(next.other.policy);
    use.set(next.other.use);
    size.set(SIZES.indexOf(next.other.entries));
  };
  show(state);
  return { element, show };
}
