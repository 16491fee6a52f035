/** The first field of a FEN as 64 squares, for setting up by hand. */

import { kindName, pieces, squareName } from '../board/squares';
import { texts } from '../texts';

/** A piece as in FEN: "K" is White's king, "k" is Black's. */
export type Piece = 'K' | 'Q' | 'R' | 'B' | 'N' | 'P' | 'k' | 'q' | 'r' | 'b' | 'n' | 'p';

export const PIECES: readonly Piece[] = ['K', 'Q', 'R', 'B', 'N', 'P', 'k', 'q', 'r', 'b', 'n', 'p'];

/** The pieces by square name; an empty square has no entry. */
export type Placement = ReadonlyMap<string, Piece>;

/** Returns "white king" for "K". */
export function pieceName(piece: Piece): string {
  const kind = kindName(piece);
  return piece === piece.toUpperCase() ? texts.squares.whitePiece(kind) : texts.squares.blackPiece(kind);
}

/** Reads the first field of a FEN; what is not a piece or a number is skipped. */
export function readPlacement(fen: string): Map<string, Piece> {
  return new Map(pieces(fen).map(({ code, file, rank }) => [squareName(file, rank), code as Piece]));
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
