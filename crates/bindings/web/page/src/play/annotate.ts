/** Annotates a game: searches each position and marks the moves that give much away. */

import type { Judged, LineEvent, Score, Valued } from '../wasm';
import { annotate, type GameRecord } from './game';
import { figure, forWhite } from './score';
import type { Session } from './session';
import { texts } from '../texts';

/** Nodes of each position's search: about a tenth of a second. */
const NODES = 60_000;

/** The engine's answer for a position. */
export interface Found extends Valued {
  turn: 'w' | 'b';
  san: string | null;
  /** The best line in UCI notation and in SAN. */
  line: Pick<LineEvent, 'pv' | 'san'>;
}

/**
 * Walks through the game on the board and calls `progress` after each position. Any other change of the
 * board ends the walk early; the annotations so far stay. Returns whether the walk came to the end of the game.
 */
export async function annotateGame(session: Session, progress: (done: number, all: number) => void): Promise<boolean> {
  const shown = session.game.variation?.at ?? session.game.ply;
  const count = session.game.moves.length;
  let before: Found | null = null;
  for (let ply = 0; ply <= count; ply++) {
    if (!(await session.jump(ply))) return false;
    const { change } = session;
    const found = await value(session);
    if (found === null) return false;
    const move = session.game.moves[ply - 1];
    if (before !== null && move !== undefined) {
      const [cost] = await session.client.call('judge', [[before, found], [move.uci]]);
      if (change !== session.change) return false;
      if (cost !== undefined) session.replace(withNote(session.game, ply - 1, before, found, cost));
    }
    before = found;
    progress(ply, count);
  }
  await session.jump(shown);
  return true;
}

/** Searches the position on the board; returns null if another change came in between. */
async function value(session: Session): Promise<Found | null> {
  const { state, change } = session;
  if (state === null) return null;
  if (state.outcome !== null) {
    const score: Score = state.outcome.result === '1/2-1/2' ? { cp: 0, points: 0.5 } : { mate: -1, points: 0 };
    return { score, turn: state.turn, best: null, san: null, line: { pv: [], san: '' } };
  }
  let line: Found['line'] | null = null;
  const answer = await session.search({ nodes: NODES }, (found) => {
    if (found.bound === 'exact') line = found;
  });
  if (change !== session.change || answer.score === null) return null;
  const { score, best, san } = answer;
  // The last iteration may have changed its mind after its last whole line.
  line = startsWith(line, best) ?? { pv: best === null ? [] : [best], san: san ?? '' };
  return { score, turn: state.turn, best, san, line };
}

function startsWith(line: Found['line'] | null, move: string | null): Found['line'] | null {
  return line !== null && line.pv[0] === move ? line : null;
}

/** Returns the game with the note of one move: its glyph, its judgement and the better move. */
export function withNote(game: GameRecord, index: number, before: Found, after: Found, cost: Judged): GameRecord {
  const best = forWhite(before.score, before.turn);
  const now = forWhite(after.score, after.turn);
  const { accuracy, glyph, loss } = cost;
  const note = glyph === '' ? '' : texts.annotate.betterIs(figure(now), before.san ?? before.best ?? '', figure(best));
  const { pv: line, san } = before.line;
  return annotate(game, index, { glyph, note, judgement: { before: best, after: now, accuracy, loss, line, san } });
}

/** Writes the glyphs and notes of a game into its PGN, behind the moves that they belong to. */
export function annotatedPgn(pgn: string, game: GameRecord): string {
  const end = pgn.lastIndexOf(']\n');
  const head = end < 0 ? '' : pgn.slice(0, end + 2);
  let index = 0;
  const body = pgn.slice(head.length).replace(/\S+/g, (token) => {
    const move = game.moves[index];
    // A token may hold the number and the move together: "1.e4".
    const san = token.replace(/^\d+\.+/, '');
    if (move === undefined || san !== move.san) return token;
    index += 1;
    const note = move.note ? ` {${move.note}}` : '';
    return token + (move.glyph ?? '') + note;
  });
  return head + body;
}
