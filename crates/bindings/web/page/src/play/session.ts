/** The game on the board and the worker that knows its rules; tells its listeners of every change. */

import type { GoAnswer, GoRequest, LineEvent, PositionState } from '../wasm';
import { clientOf } from '../worker/rooms';
import type { Client } from '../worker/client';
import {
  enter,
  jump,
  line,
  movesShown,
  newRecord,
  play,
  START_FEN,
  takeBack,
  walk,
  type GameRecord,
  type Variation,
} from './game';
import type { LegalMove } from './entry';

/** Memory of the table at the start, in MiB: what every phone has. */
export const FIRST_HASH_MIB = 16;

export class Session {
  readonly client: Client = clientOf('play');
  game: GameRecord = newRecord();
  /** The position on the board; null until the engine has loaded. */
  state: PositionState | null = null;
  onChange: () => void = () => undefined;
  /** Is called with true before another game takes the place of the one on the board, with false if it does not. */
  onReplace: (replaces: boolean) => void = () => undefined;

  /** Counts the changes asked for: a search whose count is old belongs to a position that has gone. */
  change = 0;
  private opened: Promise<unknown> | null = null;

  /** Makes the player in the worker; further calls wait for the same one. */
  open(): Promise<unknown> {
    this.opened ??= this.client.call('openPlayer', [FIRST_HASH_MIB]);
    return this.opened;
  }

  /**
   * Shows a game at its ply. A search is stopped first. A position that the rules refuse leaves everything
   * as it was and throws its faults in words. Returns false if another call came in between.
   */
  async show(game: GameRecord): Promise<boolean> {
    const change = ++this.change;
    await this.open();
    await this.client.stop();
    const state = await this.client.call('setUp', [game.start, movesShown(game)]);
    if (change !== this.change) return false;
    this.game = { ...game, start: state.startFen };
    this.state = state;
    this.onChange();
    return true;
  }

  /** Puts another game in the place of the one on the board, so that going back shows the old one again. */
  async replaceGame(game: GameRecord): Promise<boolean> {
    this.onReplace(true);
    try {
      return await this.show(game);
    } catch (fault) {
      this.onReplace(false);
      throw fault;
    }
  }

  make(move: LegalMove): Promise<boolean> {
    return this.show(play(this.game, move));
  }

  jump(ply: number): Promise<boolean> {
    return this.show(jump(this.game, ply));
  }

  walk(ply: number): Promise<boolean> {
    return this.show(walk(this.game, ply));
  }

  enter(variation: Variation, count: number): Promise<boolean> {
    return this.show(enter(this.game, variation, count));
  }

  takeBack(plies: number): Promise<boolean> {
    return this.show(takeBack(this.game, plies));
  }

  /** Begins a new game; the engine forgets what it knew of the old one. */
  async begin(start: string = START_FEN): Promise<boolean> {
    await this.open();
    await this.client.stop();
    await this.client.call('newGame', []);
    return this.replaceGame(newRecord(start));
  }

  /** Puts annotations or moves of the same line in, without a change of the position. */
  replace(game: GameRecord): void {
    this.game = game;
    this.onChange();
  }

  /** Says whether the board shows the last position of the game. */
  get atEnd(): boolean {
    return this.game.variation === undefined && this.atLineEnd;
  }

  /** Says whether the board shows the last position of its line, be it the game or a variation. */
  get atLineEnd(): boolean {
    return this.game.ply === line(this.game).length;
  }

  /** Searches the position on the board; `info` is called with each line. */
  search(request: GoRequest, info: (line: LineEvent) => void): Promise<GoAnswer> {
    return this.client.call('go', [request], { info });
  }

  /** Returns the whole game as PGN. */
  async pgn(tags: Record<string, string>): Promise<string> {
    await this.client.stop();
    await this.client.call('setUp', [this.game.start, this.game.moves.map((move) => move.uci)]);
    const text = await this.client.call('pgn', [tags]);
    await this.client.call('setUp', [this.game.start, movesShown(this.game)]);
    return text;
  }
}
