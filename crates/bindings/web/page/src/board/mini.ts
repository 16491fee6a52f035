/** A still board: an inline picture with the pieces of board/pieces.svg. */

import sprite from './pieces.svg?url';
import { s } from '../dom.ts';
import { blackToMove, describe, pieces, spriteName } from './squares.ts';
import './mini.css';

const TILE = 40;

export interface MiniOptions {
  /** Shows Black at the bottom. */
  flip?: boolean;
  /** Draws an arrow for a move in UCI notation. */
  arrow?: string | null;
  /** Squares to mark, such as those of a move. */
  marks?: readonly string[];
  /** A sentence before the position in words. */
  label?: string;
}

function at(name: string, flip: boolean): [number, number] {
  const file = name.charCodeAt(0) - 97;
  const rank = Number(name[1]) - 1;
  return flip ? [(7 - file) * TILE, rank * TILE] : [file * TILE, (7 - rank) * TILE];
}

function arrowOf(uci: string, flip: boolean): SVGElement {
  const [x0, y0] = at(uci.slice(0, 2), flip);
  const [x1, y1] = at(uci.slice(2, 4), flip);
  const long = Math.hypot(x1 - x0, y1 - y0) || 1;
  const [ux, uy] = [(x1 - x0) / long, (y1 - y0) / long];
  const half = TILE / 2;
  const [ax, ay] = [x0 + half + ux * 8, y0 + half + uy * 8];
  const [tx, ty] = [x1 + half - ux * 2, y1 + half - uy * 2];
  const [bx, by] = [tx - ux * 13, ty - uy * 13];
  const head = `${tx},${ty} ${bx - uy * 8},${by + ux * 8} ${bx + uy * 8},${by - ux * 8}`;
  return s(
    'g',
    { class: 'mini-arrow' },
    s('line', { x1: ax, y1: ay, x2: bx, y2: by }),
    s('polygon', { points: head }),
  );
}

/** Makes a picture of a position. */
export function miniBoard(fen: string, options: MiniOptions = {}): SVGSVGElement {
  const flip = options.flip ?? false;
  const label = `${options.label === undefined ? '' : `${options.label} `}${describe(fen)}`;
  const board = s('svg', {
    class: 'mini',
    viewBox: `0 0 ${8 * TILE} ${8 * TILE}`,
    role: 'img',
    'aria-label': label,
  });
  board.append(s('rect', { class: 'mini-light', width: 8 * TILE, height: 8 * TILE }));
  let dark = '';
  for (let row = 0; row < 8; row += 1) {
    for (let column = 1 - (row % 2); column < 8; column += 2) {
      dark += `M${column * TILE} ${row * TILE}h${TILE}v${TILE}h${-TILE}z`;
    }
  }
  board.append(s('path', { class: 'mini-dark', d: dark }));
  for (const mark of options.marks ?? []) {
    const [x, y] = at(mark, flip);
    board.append(s('rect', { class: 'mini-mark', x, y, width: TILE, height: TILE }));
  }
  for (const { code, file, rank } of pieces(fen)) {
    const name = spriteName(code);
    const x = (flip ? 7 - file : file) * TILE;
    const y = (flip ? rank : 7 - rank) * TILE;
    board.append(s('use', { href: `${sprite}#${name}`, x, y, width: TILE, height: TILE }));
  }
  if (typeof options.arrow === 'string') board.append(arrowOf(options.arrow, flip));
  // A dot at the side of the player to move.
  const below = blackToMove(fen) === flip;
  board.append(
    s('circle', {
      class: blackToMove(fen) ? 'mini-turn-black' : 'mini-turn-white',
      cx: 8 * TILE - 5,
      cy: below ? 8 * TILE - 5 : 5,
      r: 3.5,
    }),
  );
  return board;
}
