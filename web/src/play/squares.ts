/** The first field of a FEN as 64 squares, for setting up by hand. */

/** A piece as in FEN: "K" is White's king, "k" is Black's. */
export type Piece = 'K' | 'Q' | 'R' | 'B' | 'N' | 'P' | 'k' | 'q' | 'r' | 'b' | 'n' | 'p';

export const PIECES: readonly Piece[] = ['K', 'Q', 'R', 'B', 'N', 'P', 'k', 'q', 'r', 'b', 'n', 'p'];

const NAMES: Record<string, string> = {
  k: 'king',
  q: 'queen',
  r: 'rook',
  b: 'bishop',
  n: 'knight',
  p: 'pawn',
};

/** The pieces by square name; an empty square has no entry. */
export type Placement = ReadonlyMap<string, Piece>;

/** Returns "white king" for "K". */
export function pieceName(piece: Piece): string {
  const colour = piece === piece.toUpperCase() ? 'white' : 'black';
  return `${colour} ${NAMES[piece.toLowerCase()] ?? ''}`;
}

/** Returns "wk" for "K", as cm-chessboard names it. */
export function spriteName(piece: Piece): string {
  return (piece === piece.toUpperCase() ? 'w' : 'b') + piece.toLowerCase();
}

/** Reads the first field of a FEN; what is not a piece or a number is skipped. */
export function readPlacement(fen: string): Map<string, Piece> {
  const placement = new Map<string, Piece>();
  const ranks = (fen.split(' ')[0] ?? '').split('/');
  ranks.forEach((rank, index) => {
    let file = 0;
    for (const letter of rank) {
      if (/[1-8]/.test(letter)) {
        file += Number(letter);
      } else if (PIECES.includes(letter as Piece)) {
        placement.set(`${'abcdefgh'[file] ?? ''}${8 - index}`, letter as Piece);
        file += 1;
      }
    }
  });
  return placement;
}

/** Writes the first field of a FEN. */
export function writePlacement(placement: Placement): string {
  const ranks: string[] = [];
  for (let rank = 8; rank >= 1; rank--) {
    let text = '';
    let empty = 0;
    for (const file of 'abcdefgh') {
      const piece = placement.get(`${file}${rank}`);
      if (piece === undefined) {
        empty += 1;
        continue;
      }
      if (empty > 0) text += empty;
      empty = 0;
      text += piece;
    }
    ranks.push(empty > 0 ? text + empty : text);
  }
  return ranks.join('/');
}
