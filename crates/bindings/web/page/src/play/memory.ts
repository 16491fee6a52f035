/** The annotations of the games that were annotated last, in the browser's storage. */

import type { GameMove, GameRecord } from './game';

/** The name in the storage; another form of the content takes another one. */
const NAME = 'annotations-1';
/** The most games that are kept. */
const MOST = 20;

type Kept = Pick<GameRecord, 'start' | 'moves'>;

function kept(): Kept[] {
  try {
    const found = JSON.parse(localStorage.getItem(NAME) ?? '[]') as unknown;
    return Array.isArray(found) ? found.filter((game: Kept | null): game is Kept => Array.isArray(game?.moves)) : [];
  } catch {
    // No storage, or nothing of ours in it.
    return [];
  }
}

/** Returns the number of moves with which both lines begin. */
function common(a: readonly GameMove[], b: readonly GameMove[]): number {
  const end = a.findIndex((move, index) => move.uci !== b[index]?.uci);
  return end < 0 ? a.length : end;
}

/** Keeps the annotations of a game; the games that were annotated first go, if there is no room. */
export function remember({ start, moves }: GameRecord): void {
  const isThis = (other: Kept): boolean =>
    other.start === start && other.moves.length === moves.length && common(moves, other.moves) === moves.length;
  const games = [{ start, moves }, ...kept().filter((other) => !isThis(other))].slice(0, MOST);
  for (; games.length > 0; games.pop()) {
    try {
      return localStorage.setItem(NAME, JSON.stringify(games));
    } catch {
      // Full, or not there at all.
    }
  }
}

/**
 * Returns the moves of a game with the annotations that are kept of them. A move's annotation depends on the
 * moves before it alone, so a game that begins like a kept one has those of its beginning.
 */
export function recall(start: string, moves: readonly GameMove[]): GameMove[] {
  const known = kept()
    .filter((game) => game.start === start)
    .map((game) => game.moves.slice(0, common(game.moves, moves)).filter((move) => move.judgement !== undefined))
    .reduce((best, found) => (found.length > best.length ? found : best), []);
  return moves.map((move, index) => ({ ...known[index], ...move }));
}
