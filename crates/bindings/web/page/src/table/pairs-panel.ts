/** False matches: two positions side by side that the table takes for one. */

import { miniBoard } from '../board/mini.ts';
import { fold } from '../controls.ts';
import { h, set, setText } from '../dom.ts';
import { counted, num } from '../words.ts';
import type { Collision, Config } from '../wasm.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.pairsPanel;

export interface PairsPanel {
  element: HTMLElement;
  /** Shows pairs and how many false matches the search has counted. */
  show(pairs: readonly Collision[], matches: number, config: Config): void;
}

/** Pairs that are drawn; the count tells of the others. */
const MOST_SHOWN = 3;

/** Makes the panel; `narrow` asks for keys so short that positions are taken for each other. */
export function pairsPanel(narrow: () => void): PairsPanel {
  const list = h('div', { class: 'pairs' });
  const told = h('p', { class: 'numbers pairs-told' });
  const offer = h('button', { type: 'button', onclick: narrow }, TEXTS.searchWithKeysOf16);
  const panel = fold(TEXTS.takenForEachOther, '', told, list, offer);
  let shown = '';
  const show = (pairs: readonly Collision[], matches: number, config: Config): void => {
    setText(told, tell(pairs, matches, config.keyBits));
    offer.hidden = config.keyBits <= 20;
    const state = pairs.map((pair) => `${pair.atNodes} ${pair.fenStored}`).join();
    if (state === shown) return;
    shown = state;
    if (pairs.length > 0) panel.open();
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
              pair.fenStored === null
                ? h('p', { class: 'quiet small unknown' }, TEXTS.theSearchNoLongerKnows)
                : miniBoard(pair.fenStored, { label: TEXTS.stored }),
              h('p', { class: 'small quiet' }, TEXTS.storedCaption),
            ),
            h('span', { class: 'pair-sign', 'aria-hidden': 'true' }, '≠'),
            h(
              'div',
              {},
              miniBoard(pair.fenProbed, { label: TEXTS.askedFor }),
              h('p', { class: 'small quiet' }, TEXTS.askedForCaption),
            ),
            h(
              'figcaption',
              { class: 'small' },
              TEXTS.bothHaveTheKey,
              h('code', {}, pair.key),
              TEXTS.atNodeTheSearchBelieved(pair.atNodes),
            ),
          ),
        ),
    );
  };
  return { element: panel.element, show };
}

/** Returns how many false matches there were; pairs whose both boards are known are drawn first. */
function tell(pairs: readonly Collision[], matches: number, bits: number): string {
  const compared = TEXTS.aRecordIsFoundBy(bits);
  if (matches === 0) return TEXTS.noTwoPositionsHaveMet(compared);
  const drawn = Math.min(pairs.length, MOST_SHOWN);
  const rest = matches - drawn;
  const others =
    drawn === 0 ? TEXTS.theFirstAreDrawnHere : rest > 0 ? TEXTS.areDrawnHere(num(drawn)) : '';
  return TEXTS.theSearchHasBelieved(compared, counted(matches, texts.nouns.falseMatch), others);
}
