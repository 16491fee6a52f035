/** Scores in figures and in words. */

import type { Score } from '../wasm';
import { texts } from '../texts';

const TEXTS = texts.score;

/** Turns a score of the side to move into one of White. */
export function forWhite(score: Score, turn: 'w' | 'b'): Score {
  if (turn === 'w') return score;
  const points = 1 - score.points;
  return 'cp' in score ? { cp: -score.cp, points } : { mate: -score.mate, points };
}

/** Returns "+0.34", "-1.20", "#3" or "-#3". */
export function figure(score: Score): string {
  if ('mate' in score) return score.mate < 0 ? `−#${-score.mate}` : `#${score.mate}`;
  const pawns = (Math.abs(score.cp) / 100).toFixed(2);
  if (score.cp === 0) return '0.00';
  return score.cp < 0 ? `−${pawns}` : `+${pawns}`;
}

/** Returns the size of a score where there is room for four letters: "0.3", "12.0", "#3". */
export function shortFigure(score: Score): string {
  return 'mate' in score ? `#${Math.abs(score.mate)}` : (Math.abs(score.cp) / 100).toFixed(1);
}

/** Returns a score of White as a sentence for a screen reader. */
export function inWords(score: Score): string {
  if ('mate' in score) {
    const side = score.mate < 0 ? TEXTS.black : TEXTS.white;
    const moves = Math.abs(score.mate);
    return TEXTS.matesIn(side, moves);
  }
  if (score.cp === 0) return TEXTS.theSidesAreEven;
  return TEXTS.isPawnsAhead(score.cp < 0 ? TEXTS.black : TEXTS.white, (Math.abs(score.cp) / 100).toFixed(2));
}
