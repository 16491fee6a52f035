/** A key of 64 bits as a row of cells. */

import { s } from '../dom.ts';
import { texts } from '../texts.ts';

const BITS = 64;
const CELL = 9;
const HEIGHT = 15;
const GAP = 4;

/** Returns the bits of 16 hexadecimal digits, the highest first. */
export function bitsOf(hex: string): boolean[] {
  return [...hex.padStart(BITS / 4, '0')].flatMap((digit) => {
    const value = parseInt(digit, 16);
    return [8, 4, 2, 1].map((mask) => (value & mask) !== 0);
  });
}

/** Returns how many bits of a key are set. */
export function setBits(hex: string): number {
  return bitsOf(hex).filter(Boolean).length;
}

/** Draws a key; bits that `flips` has are framed, because they change at this step. */
export function bitRow(
  hex: string,
  flips: string | null = null,
  label = texts.bits.key,
): SVGSVGElement {
  const bits = bitsOf(hex);
  const flipped = flips === null ? [] : bitsOf(flips);
  const x = (bit: number): number => bit * CELL + Math.floor(bit / 8) * GAP;
  const row = s('svg', {
    class: 'bits',
    viewBox: `-1 -1 ${x(BITS - 1) + CELL + 1} ${HEIGHT + 2}`,
    role: 'img',
    'aria-label': `${label} ${hex}`,
  });
  bits.forEach((on, bit) => {
    const changed = flipped[bit] === true;
    row.append(
      s('rect', {
        x: x(bit),
        y: 0,
        width: CELL - 1.5,
        height: HEIGHT,
        rx: 1,
        class: `${on ? 'on' : 'off'}${changed ? ' flips' : ''}`,
      }),
    );
  });
  return row;
}
