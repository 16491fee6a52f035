/** The searches that the reader ran, one beside another, and the next one worth trying. */

import { button } from '../controls.ts';
import { h, set } from '../dom.ts';
import { num, percent } from '../words.ts';
import type { Config, Counters, PathStep } from '../wasm.ts';
import { lineKnown } from './narrate.ts';
import { entryName, nextExperiments } from './experiments.ts';
import type { TableState } from './state.ts';

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
  const { entries, policy, keyBits, use } = state;
  return {
    config: { entries, policy, keyBits, use },
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
  const element = h(
    'section',
    { class: 'panel', 'aria-labelledby': 'title-ledger', hidden: true },
    h('h2', { id: 'title-ledger' }, 'Your searches'),
    h(
      'div',
      { class: 'scroll-x', tabindex: 0, role: 'group', 'aria-label': 'Your searches' },
      h(
        'table',
        {},
        h('thead', {}, h('tr', {}, ...['Table', 'Depth', 'Nodes', 'Forgot', 'Best line known'].map((name) => h('th', { scope: 'col' }, name)))),
        body,
      ),
    ),
    h('p', { class: 'small quiet' }, 'Now try, from an empty table:'),
    next,
    h('p', { class: 'small quiet ledger-note' },
      'A whole engine prunes by what it knows, so the nodes of one search say little. The first lesson counts them in a plain search.'),
  );
  const add = (entry: Entry): void => {
    entries.unshift(entry);
    entries.length = Math.min(entries.length, MOST);
    element.hidden = false;
    const alike = entries.filter((each) => each.where === entry.where && each.depth === entry.depth);
    const share = (each: Entry): number => (each.of === 0 ? 0 : each.known / each.of);
    const best = Math.max(...alike.map(share));
    set(body, ...entries.map((each) => rowOf(each, alike.length > 1 && alike.includes(each) && share(each) === best)));
    set(next, ...nextExperiments(entry.config).map(({ label, part }) => button(label, () => attempt(part))));
  };
  return { element, add };
}

function rowOf(entry: Entry, best: boolean): HTMLElement {
  const { counters, config } = entry;
  return h(
    'tr',
    {},
    h('td', {}, entryName(config)),
    h('td', {}, String(entry.depth)),
    h('td', {}, num(counters.nodes)),
    h('td', {}, config.use === 'off' ? 'everything' : percent(counters.evictions, counters.stores)),
    h('td', { class: best ? 'best' : null }, config.use === 'off' ? '–' : `${entry.known} of ${entry.of}`),
  );
}
