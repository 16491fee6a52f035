/** The counters of the search, and how full the table is with records of which age. */

import { fold } from '../controls.ts';
import { h, set, setText } from '../dom.ts';
import { num, percent } from '../words.ts';
import type { Counters } from '../wasm.ts';
import { fullness } from './narrate.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.countersPanel;

export interface CountersPanel {
  element: HTMLElement;
  /** Shows counts of a table with so many places. */
  show(counters: Counters | null, speed: number | null, places: number): void;
}

const ROWS: readonly { key: string; label: string; title: string }[] = [
  { key: 'nodes', label: TEXTS.nodes, title: TEXTS.positionsThatTheSearchVisited },
  { key: 'speed', label: TEXTS.nodesASecond, title: TEXTS.nodesASecond },
  { key: 'hits', label: TEXTS.hits, title: TEXTS.probesThatFoundARecord },
  { key: 'cutoffs', label: TEXTS.cutoffs, title: TEXTS.nodesThatARecordEnded },
  { key: 'evictions', label: TEXTS.forgotten, title: TEXTS.recordsThatAnotherPosition },
  {
    key: 'falseMatches',
    label: TEXTS.falseMatches,
    title: TEXTS.hitsWhoseRecordBelongsTo,
  },
];
const EMPTY = TEXTS.theTableIsEmpty;
const AGES = [TEXTS.thisSearch, TEXTS.theSearchBefore, TEXTS.twoSearchesAgo, TEXTS.older] as const;

/** Makes the panel. */
export function countersPanel(): CountersPanel {
  const values = new Map<string, HTMLElement>();
  const notes = new Map<string, HTMLElement>();
  const list = h('dl', { class: 'counters numbers' });
  for (const { key, label, title } of ROWS) {
    const value = h('span', {}, '0');
    const note = h('span', { class: 'quiet small' });
    values.set(key, value);
    notes.set(key, note);
    list.append(h('div', { title }, h('dt', {}, label), h('dd', {}, value, ' ', note)));
  }
  const parts = AGES.map((_, age) => h('span', { class: `age-${age}` }));
  const bar = h('div', { class: 'ages', role: 'img', 'aria-label': EMPTY }, ...parts);
  const full = h('span', { class: 'numbers' }, '0 %');
  const keyed = h('p', { class: 'small quiet age-legend' });
  const { element } = fold(
    TEXTS.counters,
    '',
    list,
    h('div', { class: 'fullness' }, h('span', { class: 'small quiet' }, TEXTS.full), full),
    bar,
    keyed,
  );
  const put = (key: string, text: string, note = ''): void => {
    const value = values.get(key);
    const beside = notes.get(key);
    if (value !== undefined) setText(value, text);
    if (beside !== undefined) setText(beside, note);
  };
  const show: CountersPanel['show'] = (counters, speed, places) => {
    if (counters === null) {
      for (const { key } of ROWS) put(key, '0');
      setText(full, '0 %');
      for (const part of parts) part.style.width = '0';
      bar.setAttribute('aria-label', EMPTY);
      set(keyed);
      return;
    }
    put('nodes', num(counters.nodes));
    put('speed', speed === null ? '–' : num(speed));
    put('hits', num(counters.hits), TEXTS.ofProbes(percent(counters.hits, counters.probes)));
    put('cutoffs', num(counters.cutoffs), TEXTS.ofNodes(percent(counters.cutoffs, counters.nodes)));
    put(
      'evictions',
      num(counters.evictions),
      TEXTS.ofWrites(percent(counters.evictions, counters.stores)),
    );
    put('falseMatches', num(counters.falseMatches));
    setText(full, fullness(counters, places));
    const told: string[] = [];
    counters.byAge.forEach((share, age) => {
      const part = parts[age];
      if (part !== undefined) part.style.width = `${share / 10}%`;
      if (share > 0) told.push(`${AGES[age]} ${(share / 10).toFixed(1)} %`);
    });
    bar.setAttribute('aria-label', told.length === 0 ? EMPTY : TEXTS.byAge(told.join(', ')));
    if (told.length > 1) {
      set(
        keyed,
        ...counters.byAge.map((share, age) =>
          share > 0 ? h('span', {}, h('i', { class: `swatch age-${age}` }), AGES[age]) : null,
        ),
      );
    } else set(keyed);
  };
  return { element, show };
}
