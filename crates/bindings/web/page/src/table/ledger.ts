/** The searches that the reader ran, one beside another, and the next one worth trying. */

import { button } from '../controls.ts';
import { h, set, setText } from '../dom.ts';
import { num, percent } from '../words.ts';
import type { Config, Counters, PathStep } from '../wasm.ts';
import { verdict } from './compare-verdict.ts';
import { lineKnown } from './narrate.ts';
import { entryName, nextExperiments } from './experiments.ts';
import { configOf, type TableState } from './state.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.ledger;

/** A search that has ended. */
export interface Entry {
  config: Config;
  /** Position and moves, to tell searches of different positions apart. */
  where: string;
  depth: number;
  /** The value at the root in words. */
  score: string;
  counters: Counters;
  known: number;
  of: number;
}

/** Returns the entry of a search. */
export function entryOf(
  state: TableState,
  counters: Counters,
  score: string,
  path: readonly PathStep[],
): Entry {
  return {
    score,
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
    h('h2', { id: 'title-ledger' }, TEXTS.yourSearches),
    h('p', { class: 'small quiet' }, TEXTS.nowTryFromAnEmpty),
    next,
    h(
      'div',
      { class: 'scroll-x', tabindex: 0, role: 'group', 'aria-label': TEXTS.yourSearches },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ...[TEXTS.table, TEXTS.nodes, TEXTS.thrownOut, TEXTS.bestLineKnown].map((name) =>
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
    setText(note, noteOn(entry, alike));
    set(
      next,
      ...nextExperiments(entry.config).map(({ label, part }) => button(label, () => attempt(part))),
    );
  };
  return { element, add };
}

/** Returns what an entry and those of the same plain search show. */
function noteOn(entry: Entry, alike: readonly Entry[]): string {
  if (entry.config.plain !== true) return TEXTS.theEnginePrunesByWhat;
  const without = alike.find((each) => each.config.use === 'off');
  const withOne = alike.find((each) => each.config.use === 'all');
  if (without === undefined || withOne === undefined) return TEXTS.whateverItsTableThisSearch;
  const row = (each: Entry) => ({ nodes: each.counters.nodes, score: each.score });
  const [a, b] = [row(withOne), row(without)];
  const rows = [
    { depth: entry.depth, nodesA: a.nodes, nodesB: b.nodes, scoreA: a.score, scoreB: b.score },
  ];
  return verdict(rows, entryName(withOne.config), entryName(without.config));
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
      h('span', { class: 'small quiet ledger-depth' }, TEXTS.depth(entry.depth)),
    ),
    h(
      'td',
      { class: best ? 'best' : null },
      num(counters.nodes),
      best ? h('span', { class: 'small' }, TEXTS.fewest) : null,
      h('span', { class: 'small quiet ledger-depth' }, TEXTS.value(entry.score)),
    ),
    h('td', {}, config.use === 'off' ? '–' : percent(counters.evictions, counters.stores)),
    h('td', {}, config.use === 'off' ? '–' : TEXTS.of(entry.known, entry.of)),
  );
}
