/** The map with its legend and the choice of what its colours mean. */

import { choice, folded } from '../controls.ts';
import { h, set, setText } from '../dom.ts';
import { canvasPng, shareRow } from '../share.ts';
import { counted, num } from '../words.ts';
import type { MapBy } from '../wasm.ts';
import { byteColour, css, legend } from './colours.ts';
import { MapCanvas } from './map-canvas.ts';
import { COLOURINGS } from './state.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.mapPanel;

export interface MapPanel {
  element: HTMLElement;
  map: MapCanvas;
  colour(by: MapBy): void;
  setBuckets(buckets: number): void;
  /** Tells readers who do not see the map what they have picked. */
  say(sentence: string): void;
}

/** Makes the panel; `choose` is called with another meaning of the colours. */
export function mapPanel(by: MapBy, choose: (by: MapBy) => void): MapPanel {
  const map = new MapCanvas();
  const key = h('ul', { class: 'legend small', 'aria-label': TEXTS.legend });
  const meaning = h('p', { class: 'small quiet' });
  const under = h('p', { class: 'small quiet numbers' });
  const field = choice(TEXTS.colourBy, COLOURINGS, by, choose);
  let buckets = 1;
  const note = (bucket: number | null): void => {
    const block = map.block();
    if (bucket === null) {
      setText(
        under,
        block === 1
          ? TEXTS.eachCellIsOneOf(counted(buckets, texts.nouns.bucket))
          : TEXTS.eachCellIsABlock(num(block), num(buckets)),
      );
    } else {
      const last = Math.min(buckets, bucket + block) - 1;
      setText(
        under,
        block === 1 ? TEXTS.bucket(num(bucket)) : TEXTS.bucketsTo(num(bucket), num(last)),
      );
    }
  };
  map.onHover = note;
  const colour = (next: MapBy): void => {
    field.set(next);
    map.setColouring(next);
    setText(meaning, `${COLOURINGS.find((known) => known.value === next)?.title ?? ''}.`);
    set(
      key,
      h('li', {}, h('i', { class: 'swatch empty' }), TEXTS.empty),
      ...legend(next).map((item) =>
        h(
          'li',
          {},
          h('i', { class: 'swatch', style: `background:${css(byteColour(next, item.byte))}` }),
          item.label,
        ),
      ),
    );
  };
  colour(by);
  const said = h('p', { class: 'unseen', role: 'status' });
  const element = h(
    'div',
    { class: 'map-panel' },
    map.element,
    said,
    h('div', { class: 'map-foot' }, field.element, key),
    h(
      'div',
      { class: 'map-note' },
      under,
      folded(
        TEXTS.theColoursAndTheLines,
        meaning,
        h('p', { class: 'small quiet' }, TEXTS.theRedLineWalksThrough),
      ),
      shareRow({
        name: 'palimpsest-table',
        label: TEXTS.saveTheMap,
        make: () => canvasPng(map.element),
      }),
    ),
  );
  return {
    element,
    map,
    colour,
    say: (sentence) => setText(said, sentence),
    setBuckets: (count) => {
      buckets = count;
      map.setBuckets(count);
      note(null);
    },
  };
}
