/** Colours of the map, for readers with every kind of colour vision: lightness tells them apart. */

import type { MapBy } from '../wasm.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.colours;

export type Rgb = readonly [number, number, number];

/** Stops of the scale from little to much; lightness grows from each to the next. */
export const SCALE: readonly Rgb[] = [
  [66, 48, 120],
  [49, 86, 150],
  [30, 124, 150],
  [42, 160, 132],
  [118, 194, 92],
  [244, 219, 82],
];

/** Colours of kinds that have no order between them, far apart in lightness. */
const KINDS: Record<'upper' | 'lower' | 'exact', Rgb> = {
  upper: [62, 76, 160],
  lower: [36, 154, 142],
  exact: [246, 214, 74],
};

/** Draft that has the last colour of the scale, in plies. */
export const MOST_DRAFT = 16;
/** The map's bytes hold a mean draft times eight. */
const DRAFT_UNIT = 8;

/** Returns a colour of the scale; `share` runs from 0 to 1. */
export function scaleColour(share: number): Rgb {
  const at = Math.min(1, Math.max(0, share)) * (SCALE.length - 1);
  const low = Math.min(SCALE.length - 2, Math.floor(at));
  const part = at - low;
  const from = SCALE[low] as Rgb;
  const to = SCALE[low + 1] as Rgb;
  const mix = (i: 0 | 1 | 2): number => Math.round(from[i] + (to[i] - from[i]) * part);
  return [mix(0), mix(1), mix(2)];
}

/** Returns the relative luminance of a colour, 0 to 1 (WCAG 2). */
export function luminance([r, g, b]: Rgb): number {
  const linear = (value: number): number => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** Returns the colour of a byte of the map; byte 0, an empty cell, has the caller's colour. */
export function byteColour(by: MapBy, byte: number): Rgb {
  switch (by) {
    case 'bound':
      return byte <= 85 ? KINDS.upper : byte <= 170 ? KINDS.lower : KINDS.exact;
    case 'draft':
      // A root, because most records are shallow: each of the first plies gets a colour of its own.
      return scaleColour(Math.sqrt(byte / (MOST_DRAFT * DRAFT_UNIT)));
    case 'age':
      return scaleColour((byte - 1) / 254);
    default:
      return scaleColour(byte / 255);
  }
}

/** Returns the colours of all bytes as pixels in memory order (red, green, blue, opaque). */
export function palette(by: MapBy, empty: Rgb): Uint32Array {
  const bytes = new Uint8ClampedArray(256 * 4);
  for (let byte = 0; byte < 256; byte += 1) {
    bytes.set([...(byte === 0 ? empty : byteColour(by, byte)), 255], byte * 4);
  }
  return new Uint32Array(bytes.buffer);
}

/** A row of the legend: a colour and its meaning. */
export interface LegendItem {
  byte: number;
  label: string;
}

/** Returns the legend of a colouring, from little to much. */
export function legend(by: MapBy): LegendItem[] {
  switch (by) {
    case 'bound':
      return [
        { byte: 85, label: TEXTS.upperAtMostSoGood },
        { byte: 170, label: TEXTS.lowerAtLeastSoGood },
        { byte: 255, label: TEXTS.exact },
      ];
    case 'age':
      return [
        { byte: 1, label: TEXTS.older },
        { byte: 85, label: TEXTS.twoSearchesAgo },
        { byte: 170, label: TEXTS.theSearchBefore },
        { byte: 255, label: TEXTS.thisSearch },
      ];
    case 'draft':
      return [0, 1, 4, 9, MOST_DRAFT].map((plies) => ({
        byte: Math.max(1, Math.min(255, plies * DRAFT_UNIT)),
        label:
          plies === 0 ? TEXTS.draft0 : plies === MOST_DRAFT ? TEXTS.orMore(plies) : String(plies),
      }));
    case 'hits':
      return [0, 1, 7, 63, 255].map((hits) => ({
        byte: Math.max(1, Math.min(255, Math.round(32 * Math.log2(1 + hits)))),
        label: hits === 0 ? TEXTS.none : hits === 255 ? TEXTS.hits255OrMore : String(hits),
      }));
    case 'occupancy':
      return [
        { byte: 64, label: TEXTS.aQuarter },
        { byte: 128, label: TEXTS.half },
        { byte: 255, label: TEXTS.full },
      ];
  }
}

/** Returns a colour for a style sheet. */
export function css([r, g, b]: Rgb): string {
  return `rgb(${r} ${g} ${b})`;
}
