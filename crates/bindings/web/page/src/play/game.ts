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
  /** Its loss in centipawns. */
  loss: number;
  /** The best line in place of the move, in UCI notation and in SAN. */
  line: readonly string[];
  san: string;
}

/** A line in place of the game's move at an index. */
export interface Variation {
  readonly at: number;
  readonly moves: readonly GameMove[];
}

export interface GameRecord {
  readonly start: string;
  readonly moves: readonly GameMove[];
  /** Moves made on the board: 0 is the start. */
  readonly ply: number;
  /** The line through which the board walks in place of the game's rest. */
  readonly variation?: Variation | undefined;
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

/** Returns the moves through which the board walks. */
export function line(game: GameRecord): readonly GameMove[] {
  const { moves, variation } = game;
  return variation === undefined ? moves : [...moves.slice(0, variation.at), ...variation.moves];
}

/**
 * Plays a move at the ply that the board shows. Another move than the game's forgets the game's rest; in a
 * variation, that of the variation.
 */
export function play(game: GameRecord, move: GameMove): GameRecord {
  const ply = game.ply + 1;
  if (line(game)[game.ply]?.uci === move.uci) return { ...game, ply };
  const moves = [...line(game).slice(0, game.ply), move];
  const { variation } = game;
  if (variation === undefined) return withCourse(game, moves, ply);
  return { ...game, variation: { ...variation, moves: moves.slice(variation.at) }, ply };
}

/** Takes back moves: they are forgotten together with all that follow. A variation ends with its first move. */
export function takeBack(game: GameRecord, plies: number): GameRecord {
  const { variation } = game;
  const ply = Math.max(0, game.ply - plies);
  if (variation === undefined) return withCourse(game, game.moves.slice(0, ply), ply);
  if (ply <= variation.at) return jump(game, variation.at);
  return { ...game, variation: { ...variation, moves: variation.moves.slice(0, ply - variation.at) }, ply };
}

/** Shows a ply of the game itself; a ply outside of it becomes the nearest inside. */
export function jump(game: GameRecord, ply: number): GameRecord {
  return { ...game, variation: undefined, ply: Math.min(Math.max(0, ply), game.moves.length) };
}

/** Shows a ply of the line on the board; one before a variation is one of the game. */
export function walk(game: GameRecord, ply: number): GameRecord {
  if (game.variation === undefined || ply < game.variation.at) return jump(game, ply);
  return { ...game, ply: Math.min(ply, line(game).length) };
}

/** Shows a variation after a number of its moves. */
export function enter(game: GameRecord, variation: Variation, count: number): GameRecord {
  return { ...game, variation, ply: variation.at + count };
}

/** Sets the annotation of a move. */
export function annotate(game: GameRecord, index: number, annotation: Partial<GameMove>): GameRecord {
  const moves = game.moves.map((move, at) => (at === index ? { ...move, ...annotation } : move));
  return { ...game, moves };
}

/** Returns the moves to the ply that the board shows, in UCI notation. */
export function movesShown(game: GameRecord): string[] {
  return line(game)
    .slice(0, game.ply)
    .map((move) => move.uci);
}

/** Returns the number of the move at an index and whether White makes it. */
export function moveNumber(start: string, index: number): { number: number; white: boolean } {
  const fields = start.split(' ');
  const blackBegins = fields[1] === 'b';
  const first = Number.parseInt(fields[5] ?? '1', 10) || 1;
  const halves = index + (blackBegins ? 1 : 0);
  return { number: first + Math.floor(halves / 2), white: halves % 2 === 0 };
}

/** Returns moves in SAN with their numbers, the first one being the game's move at an index: "3… a6", "4. Ba4". */
export function numberedMoves(start: string, index: number, sans: readonly string[]): string[] {
  return sans.map((san, at) => {
    const { number, white } = moveNumber(start, index + at);
    if (white) return `${number}. ${san}`;
    return at === 0 ? `${number}… ${san}` : san;
  });
}

/** Returns moves in SAN with their numbers as one text: "3… a6 4. Ba4". */
export function numbered(start: string, index: number, sans: readonly string[]): string {
  return numberedMoves(start, index, sans).join(' ');
}
