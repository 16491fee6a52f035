/** The searches that the reader ran, one beside another, and the next one worth trying. */

import { button } from '../controls.ts';
import { h, set, setText } from '../dom.ts';
import { num, percent } from '../words.ts';
import type { Config, Counters, PathStep } from '../wasm.ts';
import { lineKnown } from './narrate.ts';
import { entryName, nextExperiments } from './experiments.ts';
import { configOf, type TableState } from './state.ts';

/** A search that has ended. */
export interface Entry {
  config: Config;
  /** Position and moves, to tell searches of different positions apart. */
  where: string;
  depth: number;
  counters: Counters;
  known: number;
  of: number;
}

/** Returns the entry of a search. */
export function entryOf(state: TableState, counters: Counters, path: readonly PathStep[]): Entry {
  return {
    config: configOf(state),
    where: `${state.fen} ${state.moves.join(' ')}`,
    depth: state.depth,
    counters,
    ...lineKnown(path),
  };
}

export interface Ledger {
  element: HTMLElement;
  add(entry: Entry): void;
}

/** Entries that stay in the list. */
const MOST = 8;

/** Makes the list; `attempt` runs an experiment. */
export function ledger(attempt: (part: Partial<TableState>) => void): Ledger {
  const entries: Entry[] = [];
  const body = h('tbody');
  const next = h('div', { class: 'row' });
  const note = h('p', { class: 'small quiet ledger-note' });
  const element = h(
    'section',
    { class: 'panel', 'aria-labelledby': 'title-ledger', hidden: true },
    h('h2', { id: 'title-ledger' }, 'Your searches'),
    h('p', { class: 'small quiet' }, 'Now try, from an empty table:'),
    next,
    h(
      'div',
      { class: 'scroll-x', tabindex: 0, role: 'group', 'aria-label': 'Your searches' },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ...['Table', 'Nodes', 'Thrown out', 'Best line known'].map((name) =>
              h('th', { scope: 'col' }, name),
            ),
          ),
        ),
        body,
      ),
    ),
    note,
  );
  const add = (entry: Entry): void => {
    entries.unshift(entry);
    entries.length = Math.min(entries.length, MOST);
    element.hidden = false;
    const alike = entries.filter(
      (each) =>
        each.where === entry.where &&
        each.depth === entry.depth &&
        each.config.plain === true &&
        entry.config.plain === true,
    );
    const best = alike.length > 1 ? Math.min(...alike.map((each) => each.counters.nodes)) : -1;
    set(
      body,
      ...entries.map((each) => rowOf(each, alike.includes(each) && each.counters.nodes === best)),
    );
    setText(
      note,
      entry.config.plain === true
        ? 'Each of these searches finds the same score. What a table has forgotten is searched again: that is the price, in nodes.'
        : 'The engine prunes by what it knows, so the nodes of one search say little. Choose the plain search in the settings to see what forgetting costs.',
    );
    set(
      next,
      ...nextExperiments(entry.config).map(({ label, part }) => button(label, () => attempt(part))),
    );
  };
  return { element, add };
}

function rowOf(entry: Entry, best: boolean): HTMLElement {
  const { counters, config } = entry;
  return h(
    'tr',
    {},
    h(
      'td',
      {},
      entryName(config),
      h('span', { class: 'small quiet ledger-depth' }, `depth ${entry.depth}`),
    ),
    h(
      'td',
      { class: best ? 'best' : null },
      num(counters.nodes),
      best ? h('span', { class: 'small' }, ' fewest') : null,
    ),
    h('td', {}, config.use === 'off' ? '–' : percent(counters.evictions, counters.stores)),
    h('td', {}, config.use === 'off' ? '–' : `${entry.known} of ${entry.of}`),
  );
}
