/** The searches that the reader ran, one beside another, and the next one worth trying. */

import { button } from '../controls.ts';
import { h, set } from '../dom.ts';
import { num, percent } from '../words.ts';
import type { Config, Counters, PathStep } from '../wasm.ts';
import { lineKnown } from './narrate.ts';
import { policyName, type TableState } from './state.ts';

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

/** A change of the settings with the words of its button. */
export interface Experiment {
  label: string;
  part: Partial<TableState>;
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

/** Returns the experiments that follow a search with these settings. */
export function nextExperiments(config: Config): Experiment[] {
  if (config.use !== 'all') return [{ label: 'Use whole records again', part: { use: 'all' } }];
  if (config.keyBits < 32) return [{ label: 'Compare all 64 bits again', part: { keyBits: 64 } }];
  const bigger: Experiment = {
    label: 'Give it 64 times the room',
    part: { entries: Math.min(2 ** 24, config.entries * 64) },
  };
  const none: Experiment = { label: 'Take the table away', part: { use: 'off' } };
  switch (config.policy) {
    case 'always':
      return [{ label: 'Let it keep the deeper record instead', part: { policy: 'depth' } }, bigger];
    case 'depth':
      return [{ label: 'One place for the deepest, one for the newest', part: { policy: 'two-tier' } }, bigger];
    case 'two-tier':
      return [{ label: 'Buckets of four, old records first', part: { policy: 'ageing' } }, bigger];
    default:
      return config.entries <= 4096 ? [bigger, none] : [none];
  }
}

/** Returns the settings of an entry in a few words. */
export function entryName(config: Config): string {
  if (config.use === 'off') return 'no table';
  const parts = [policyName(config.policy), num(config.entries)];
  if (config.use === 'moves') parts.push('moves only');
  if (config.keyBits < 64) parts.push(`${config.keyBits} bits`);
  return parts.join(', ');
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
