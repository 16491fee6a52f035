/** Scores in figures, in words, and as shares of the evaluation bar. */

import type { Score } from '../wasm';

/** Turns a score of the side to move into one of White. */
export function forWhite(score: Score, turn: 'w' | 'b'): Score {
  if (turn === 'w') return score;
  return 'cp' in score ? { cp: -score.cp } : { mate: -score.mate };
}

/** Returns "+0.34", "-1.20", "#3" or "-#3". */
export function figure(score: Score): string {
  if ('mate' in score) return score.mate < 0 ? `−#${-score.mate}` : `#${score.mate}`;
  const pawns = (Math.abs(score.cp) / 100).toFixed(2);
  if (score.cp === 0) return '0.00';
  return score.cp < 0 ? `−${pawns}` : `+${pawns}`;
}

/** Returns a score of White as a sentence for a screen reader. */
export function inWords(score: Score): string {
  if ('mate' in score) {
    const side = score.mate < 0 ? 'Black' : 'White';
    const moves = Math.abs(score.mate);
    return `${side} mates in ${moves} ${moves === 1 ? 'move' : 'moves'}`;
  }
  if (score.cp === 0) return 'the sides are even';
  return `${score.cp < 0 ? 'Black' : 'White'} is ${(Math.abs(score.cp) / 100).toFixed(2)} pawns ahead`;
}

/** Returns White's part of the evaluation bar, from 0 to 1: the logistic curve of expected results. */
export function whiteShare(score: Score): number {
  if ('mate' in score) return score.mate < 0 ? 0 : 1;
  return 1 / (1 + 10 ** (-score.cp / 400));
}

/** Returns the glyph of a move by the part of a point that it gives away, from the mover's view. */
export function glyphOf(best: Score, played: Score): string {
  const loss = whiteShare(best) - whiteShare(played);
  if (loss >= 0.3) return '??';
  if (loss >= 0.15) return '?';
  if (loss >= 0.07) return '?!';
  return '';
}

/** The steepness of the curve of winning chances, per centipawn, which lichess.org fitted to its games. */
const STEEPNESS = 0.00368208;

/** Returns the expected points of the side whose score it is, in per cent. */
function chances(score: Score): number {
  if ('mate' in score) return score.mate < 0 ? 0 : 100;
  return 100 / (1 + Math.exp(-STEEPNESS * score.cp));
}

/**
 * Returns the accuracy of a move in per cent, from the mover's view of the best move and of the one that was
 * played: the formula of lichess.org (page "Lichess Accuracy metric"), which `palimpsest analyse` uses too.
 */
export function accuracyOf(best: Score, played: Score): number {
  const lost = chances(best) - chances(played);
  return lost <= 0 ? 100 : Math.max(0, 103.1668 * Math.exp(-0.04354 * lost) - 3.1669);
}
