/** Annotates a game: searches each position and marks the moves that give much away. */

import type { Score } from '../wasm';
import { annotate, type GameRecord } from './game';
import { figure, forWhite, glyphOf } from './score';
import type { Session } from './session';

/** Nodes of each position's search: about a tenth of a second. */
const NODES = 60_000;

interface Judged {
  /** The score from the side to move's view. */
  score: Score;
  turn: 'w' | 'b';
  best: string | null;
  san: string | null;
}

/** Turns the score of a position into one of the side that has just moved there. */
function fromMover(score: Score): Score {
  return 'cp' in score ? { cp: -score.cp } : { mate: -score.mate };
}

/**
 * Walks through the game on the board and calls `progress` after each position. Any other change of the
 * board ends the walk early; the annotations so far stay.
 */
export async function annotateGame(
  session: Session,
  progress: (done: number, all: number) => void,
): Promise<void> {
  const shown = session.game.ply;
  const count = session.game.moves.length;
  let before: Judged | null = null;
  for (let ply = 0; ply <= count; ply++) {
    if (!(await session.jump(ply))) return;
    const judged = await judge(session);
    if (judged === null) return;
    if (before !== null) session.replace(withNote(session.game, ply - 1, before, judged));
    before = judged;
    progress(ply, count);
  }
  await session.jump(shown);
}

/** Searches the position on the board; returns null if another change came in between. */
async function judge(session: Session): Promise<Judged | null> {
  const { state, change } = session;
  if (state === null) return null;
  if (state.outcome !== null) {
    const score: Score = state.outcome.result === '1/2-1/2' ? { cp: 0 } : { mate: -1 };
    return { score, turn: state.turn, best: null, san: null };
  }
  const answer = await session.search({ nodes: NODES }, () => undefined);
  if (change !== session.change || answer.score === null) return null;
  return { score: answer.score, turn: state.turn, best: answer.best, san: answer.san };
}

/** Returns the game with the note of one move: its glyph and the better move. */
export function withNote(game: GameRecord, index: number, before: Judged, after: Judged): GameRecord {
  const played = game.moves[index];
  if (played === undefined) return game;
  const glyph = played.uci === before.best ? '' : glyphOf(before.score, fromMover(after.score));
  const best = figure(forWhite(before.score, before.turn));
  const now = figure(forWhite(after.score, after.turn));
  const note = glyph === '' ? '' : `${now}; better is ${before.san ?? before.best ?? ''} (${best})`;
  return annotate(game, index, glyph, note);
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
