/** Reads the piece placement of a FEN; nothing here knows the rules of chess. */

import { listed } from '../words.ts';
import { texts, type Noun } from '../texts.ts';

const TEXTS = texts.squares;

/** A piece with its square: `code` is as in a FEN, capital for White. */
export interface Placed {
  code: string;
  /** 0 is the a-file. */
  file: number;
  /** 0 is the first rank. */
  rank: number;
}

const NAMES: Record<string, Noun> = texts.pieces;
const ORDER = 'kqrbnp';

/** Returns "knight" for "N" and for "n"; nothing for what is no piece. */
export function kindName(code: string): string {
  return NAMES[code.toLowerCase()]?.[0] ?? '';
}

/** Returns the name of a piece in the sprite: "wk" for "K". */
export function spriteName(code: string): string {
  return `${code < 'a' ? 'w' : 'b'}${code.toLowerCase()}`;
}

/** Returns the name of a square such as "e4". */
export function squareName(file: number, rank: number): string {
  return `${'abcdefgh'[file] ?? '?'}${rank + 1}`;
}

/** Returns the pieces of a FEN; what it does not understand it leaves out. */
export function pieces(fen: string): Placed[] {
  const placed: Placed[] = [];
  const ranks = (fen.split(' ')[0] ?? '').split('/');
  ranks.slice(0, 8).forEach((text, row) => {
    let file = 0;
    for (const code of text) {
      if (/\d/.test(code)) file += Number(code);
      else if (file < 8) {
        if (kindName(code) !== '') placed.push({ code, file, rank: 7 - row });
        file += 1;
      }
    }
  });
  return placed;
}

/** Says whether Black is to move. */
export function blackToMove(fen: string): boolean {
  return fen.split(' ')[1] === 'b';
}

/** Returns a position in words, for readers who do not see the board. */
export function describe(fen: string): string {
  const side = (white: boolean): string => {
    const own = pieces(fen).filter((piece) => piece.code < 'a' === white);
    const groups: string[] = [];
    for (const kind of ORDER) {
      const squares = own
        .filter((piece) => piece.code.toLowerCase() === kind)
        .map((piece) => squareName(piece.file, piece.rank));
      const [one, several] = NAMES[kind] ?? ['', ''];
      if (squares.length > 0)
        groups.push(`${squares.length > 1 ? several : one} ${listed(squares)}`);
    }
    return groups.join(', ');
  };
  const turn = blackToMove(fen) ? TEXTS.black : TEXTS.white;
  return TEXTS.position(side(true), side(false), turn);
}

/** Returns a move in UCI notation with the name of its piece: "knight g1 to f3". */
export function moveInWords(fen: string | null, uci: string): string {
  const from = uci.slice(0, 2);
  const to = uci.slice(2, 4);
  const piece =
    fen === null
      ? undefined
      : pieces(fen).find((placed) => squareName(placed.file, placed.rank) === from);
  const name = piece === undefined ? '' : `${kindName(piece.code)} `;
  const promoted = uci.length > 4 ? TEXTS.becomingA(kindName(uci[4] ?? '') || TEXTS.piece) : '';
  return TEXTS.to(name, from, to, promoted);
}
