/** False matches: two positions side by side that the table takes for one. */

import { miniBoard } from '../board/mini.ts';
import { h, set } from '../dom.ts';
import { counted } from '../words.ts';
import type { Collision, Config } from '../wasm.ts';

export interface PairsPanel {
  element: HTMLElement;
  show(pairs: readonly Collision[], config: Config): void;
}

/** Pairs that are drawn; the count tells of the others. */
const MOST_SHOWN = 3;

/** Makes the panel; `narrow` asks for keys so short that positions are taken for each other. */
export function pairsPanel(narrow: () => void): PairsPanel {
  const list = h('div', { class: 'pairs' });
  const element = h(
    'section',
    { class: 'panel', 'aria-labelledby': 'title-pairs' },
    h('h2', { id: 'title-pairs' }, 'Taken for each other'),
    list,
  );
  let shown = '';
  const show = (pairs: readonly Collision[], config: Config): void => {
    const state = `${config.keyBits} ${pairs.map((pair) => pair.atNodes).join(' ')}`;
    if (state === shown) return;
    shown = state;
    if (pairs.length === 0) {
      set(
        list,
        h(
          'p',
          {},
          `A record is found by its key alone. With ${config.keyBits} bits compared, no two positions have met so far. `,
        ),
        config.keyBits > 20
          ? h('button', { type: 'button', onclick: narrow }, 'Search with keys of 16 bits')
          : null,
      );
      return;
    }
    const rest = pairs.length - MOST_SHOWN;
    set(
      list,
      ...pairs
        .slice(0, MOST_SHOWN)
        .map((pair) =>
          h(
            'figure',
            { class: 'pair' },
            h(
              'div',
              {},
              miniBoard(pair.fenStored, { label: 'Stored.' }),
              h('p', { class: 'small quiet' }, 'stored'),
            ),
            h('span', { class: 'pair-sign', 'aria-hidden': 'true' }, '≠'),
            h(
              'div',
              {},
              miniBoard(pair.fenProbed, { label: 'Asked for.' }),
              h('p', { class: 'small quiet' }, 'asked for'),
            ),
            h(
              'figcaption',
              { class: 'small' },
              'Both have the key ',
              h('code', {}, pair.key),
              `: at node ${pair.atNodes} the search believed the record of the left board about the right one.`,
            ),
          ),
        ),
      rest > 0
        ? h('p', { class: 'quiet small' }, `and ${counted(rest, 'other pair')} like these`)
        : null,
    );
  };
  return { element, show };
}
