/** A game as the page keeps it: a start, a line of moves, and the ply that the board shows. */

import type { Score } from '../wasm';

export const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

export interface GameMove {
  uci: string;
  san: string;
  /** Annotation of the move, empty if there is none. */
  note?: string;
  /** A glyph such as "?!", empty if there is none. */
  glyph?: string;
  judgement?: Judgement;
}

/** The engine's view of a move, once the game is annotated. */
export interface Judgement {
  /** White's scores before and after the move. */
  before: Score;
  after: Score;
  /** The accuracy of the move in per cent. */
  accuracy: number;
  /** The best line in place of the move, in UCI notation and in SAN. */
  line: readonly string[];
  san: string;
}

export interface GameRecord {
  readonly start: string;
  readonly moves: readonly GameMove[];
  /** Moves made on the board: 0 is the start. */
  readonly ply: number;
  /** The tags of a game that was opened. */
  readonly tags?: Readonly<Record<string, string>>;
  /** The opening of the whole game, if it was opened and its name is known. */
  readonly opening?: string;
}

/** Tags that tell the start and the course of a game: another course makes them false. */
const OF_COURSE = ['Result', 'ECO', 'Opening', 'Variation', 'SubVariation', 'NIC', 'PlyCount', 'Termination'];

/** Returns a game with another course; who played it, and where, stays. */
function withCourse(game: GameRecord, moves: readonly GameMove[], ply: number): GameRecord {
  const changed = { start: game.start, moves, ply };
  if (game.tags === undefined) return changed;
  const tags = Object.entries(game.tags).filter(([name]) => !OF_COURSE.includes(name));
  return { ...changed, tags: Object.fromEntries(tags) };
}

export function newRecord(start: string = START_FEN): GameRecord {
  return { start, moves: [], ply: 0 };
}

/** Plays a move at the ply that the board shows; another move than the game's forgets the game's rest. */
export function play(game: GameRecord, move: GameMove): GameRecord {
  const next = game.moves[game.ply];
  if (next?.uci === move.uci) return { ...game, ply: game.ply + 1 };
  return withCourse(game, [...game.moves.slice(0, game.ply), move], game.ply + 1);
}

/** Takes back moves: they are forgotten together with all that follow. */
export function takeBack(game: GameRecord, plies: number): GameRecord {
  const ply = Math.max(0, game.ply - plies);
  return withCourse(game, game.moves.slice(0, ply), ply);
}

/** Shows another ply of the game; a ply outside of it becomes the nearest inside. */
export function jump(game: GameRecord, ply: number): GameRecord {
  return { ...game, ply: Math.min(Math.max(0, ply), game.moves.length) };
}

/** Sets the annotation of a move. */
export function annotate(game: GameRecord, index: number, annotation: Partial<GameMove>): GameRecord {
  const moves = game.moves.map((move, at) => (at === index ? { ...move, ...annotation } : move));
  return { ...game, moves };
}

/** Returns the moves to the ply that the board shows, in UCI notation. */
export function movesShown(game: GameRecord): string[] {
  return game.moves.slice(0, game.ply).map((move) => move.uci);
}

/** Returns the number of the move at an index and whether White makes it. */
export function moveNumber(start: string, index: number): { number: number; white: boolean } {
  const fields = start.split(' ');
  const blackBegins = fields[1] === 'b';
  const first = Number.parseInt(fields[5] ?? '1', 10) || 1;
  const halves = index + (blackBegins ? 1 : 0);
  return { number: first + Math.floor(halves / 2), white: halves % 2 === 0 };
}

/** Returns moves in SAN with their numbers, the first one being the game's move at an index: "3… a6 4. Ba4". */
export function numbered(start: string, index: number, sans: readonly string[]): string {
  return sans
    .map((san, at) => {
      const { number, white } = moveNumber(start, index + at);
      if (white) return `${number}. ${san}`;
      return at === 0 ? `${number}… ${san}` : san;
    })
    .join(' ');
}
