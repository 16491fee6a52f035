/** Moves as a reader enters them: by text, or by two squares on the board. */

import { texts } from '../texts';

const TEXTS = texts.entry;

export interface LegalMove {
  uci: string;
  san: string;
}

function bare(san: string): string {
  return san
    .replace(/[+#!?]+$/, '')
    .replaceAll('0', 'O')
    .replaceAll('=', '');
}

/** The answer to a move in text: the move, or what is wrong in a sentence. */
export type Entry = { move: LegalMove } | { fault: string };

/**
 * Finds the legal move that a text names, in SAN ("Nf3", "exd5", "O-O", "e8=Q") or by its squares ("g1f3",
 * "e7e8q"). Check marks, annotations and the equals sign may be missing; zeros stand for the letter O.
 */
export function moveFromText(text: string, legal: readonly LegalMove[]): Entry {
  const wanted = text.trim().replace(/^\d+\.+\s*/, '');
  if (wanted === '') return { fault: TEXTS.expectedAMoveSuchAs };
  const exact =
    legal.find((move) => bare(move.san) === bare(wanted)) ??
    legal.find((move) => move.uci === wanted.toLowerCase().replaceAll('-', ''));
  if (exact !== undefined) return { move: exact };

  // Small letters for pieces serve where they name one move only: nf3 is Nf3.
  const loose = legal.filter((move) => bare(move.san).toLowerCase() === bare(wanted).toLowerCase());
  if (loose.length === 1 && loose[0] !== undefined) return { move: loose[0] };

  const square = /[a-h][1-8](?=[+#!?qrbnQRBN=]*$)/.exec(wanted)?.[0];
  const piece = /^[KQRBN]/.exec(wanted)?.[0] ?? '';
  const near = legal.filter(
    (move) => square !== undefined && bare(move.san).includes(square) && move.san.startsWith(piece),
  );
  if (near.length > 0) {
    const names = near
      .map((move) => move.san)
      .slice(0, 4)
      .join(', ');
    const means = near.length > 1 ? TEXTS.oneOf : '';
    return { fault: TEXTS.isNotALegalMove(wanted, means, names).replace('  ', ' ') };
  }
  return { fault: TEXTS.expectedALegalMoveSuch(legal[0]?.san ?? TEXTS.none, wanted) };
}

/**
 * Returns the legal moves from one square to another; there are several if a pawn promotes. Castling is also
 * found by the king's step onto its own rook.
 */
export function movesBetween(legal: readonly LegalMove[], from: string, to: string): LegalMove[] {
  const direct = legal.filter((move) => move.uci.startsWith(from + to));
  if (direct.length > 0) return direct;
  return legal.filter((move) => isCastling(move) && move.uci.startsWith(from) && castlingSquares(move).includes(to));
}

/** Returns the squares that a piece on `from` may go to, each once. */
export function targets(legal: readonly LegalMove[], from: string): string[] {
  const squares = legal.filter((move) => move.uci.startsWith(from)).map((move) => move.uci.slice(2, 4));
  return [...new Set(squares)];
}

function isCastling(move: LegalMove): boolean {
  return move.san.startsWith('O-O');
}

/** Returns the squares that a reader may point at to castle: the king's goal and the corner beside it. */
function castlingSquares(move: LegalMove): string[] {
  const rank = move.uci[1] ?? '1';
  const long = move.san.startsWith('O-O-O');
  return long ? [`c${rank}`, `a${rank}`] : [`g${rank}`, `h${rank}`];
}

/** Returns the rook's letter of a promotion in a move of UCI notation, or null. */
export function promotionOf(uci: string): string | null {
  return uci.length > 4 ? (uci[4] ?? null) : null;
}
