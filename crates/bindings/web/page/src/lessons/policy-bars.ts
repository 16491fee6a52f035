/** How much of one stream of records each policy forgets, as bars. */

import { h } from '../dom.ts';
import { POLICIES } from '../table/state.ts';
import { num, percent } from '../words.ts';
import type { Client } from '../worker/client.ts';
import type { Policy, Replacement } from '../wasm.ts';
import { texts } from '../texts.ts';

/** Runs a stream through each policy and returns a bar for each, that of `current` marked. */
export async function policyBars(
  client: Client,
  current: Policy,
  entries: number,
  seed: number,
  steps: number,
): Promise<HTMLElement[]> {
  return Promise.all(
    POLICIES.map(async ({ value, label }) => {
      const found = await client.call('replacement', [value, entries, seed, steps]);
      return barOf(label, found, value === current);
    }),
  );
}

function barOf(label: string, found: Replacement, current: boolean): HTMLElement {
  const all = found.nodesKept + found.nodesForgotten;
  const share = all === 0 ? 0 : (100 * found.nodesForgotten) / all;
  const fill = h('span', { class: 'bar-fill', style: `width:${share.toFixed(1)}%` });
  const work = percent(found.nodesForgotten, all);
  return h(
    'div',
    { class: current ? 'bar current' : 'bar' },
    h('span', {}, label),
    h('span', { class: 'bar-track' }, fill),
    h(
      'span',
      { class: 'numbers small' },
      texts.policyBars.recordsOfTheWork(num(found.forgotten), work),
    ),
  );
}
