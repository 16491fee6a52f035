/** The search of the table view: it owns the worker's table and tells the view what happens. */

import { faultText } from '../dom.ts';
import { Stopped, type Client } from '../worker/client.ts';
import { clientOf } from '../worker/rooms.ts';
import type {
  CellRecord,
  Collision,
  Config,
  Counters,
  Line,
  MapBy,
  PathStep,
  PositionInfo,
  SearchAnswer,
} from '../wasm.ts';
import { sameTable } from './state.ts';

/** `lent`: another part of the view uses the worker. */
export type Status = 'loading' | 'ready' | 'running' | 'paused' | 'lent' | 'failed';

export interface RunEvents {
  status(status: Status): void;
  counters(counters: Counters): void;
  map(cells: Uint8Array, by: MapBy): void;
  line(line: Line): void;
  position(info: PositionInfo): void;
  path(path: PathStep[]): void;
  collisions(pairs: Collision[]): void;
  table(buckets: number): void;
  /** A search has ended by itself or by the reader. */
  ended(answer: SearchAnswer, config: Config): void;
  /** A sentence on a fault, or null when all is well again. */
  fault(sentence: string | null): void;
}

/** Milliseconds between two looks at the best line in the table while a search runs. */
const PATH_PAUSE = 400;

/** Pairs of false matches that the worker keeps. */
const MOST_PAIRS = 20;

export class Run {
  readonly client: Client = clientOf('table');
  private config: Config | null = null;
  private fen = '';
  private moves: string[] = [];
  private status: Status = 'loading';
  /** Calls that change the table wait for each other. */
  private queue: Promise<unknown> = Promise.resolve();
  private watched: { by: MapBy; cells: number } | null = null;
  /** Pairs of false matches that the view has. */
  private pairs = 0;
  private asksPairs = false;
  private pathTimer = 0;

  constructor(private readonly events: RunEvents) {
    this.client.onRenewed = (sentence) => {
      this.events.fault(sentence);
      void this.look();
    };
  }

  get running(): boolean {
    return this.status === 'running' || this.status === 'paused';
  }

  /** Makes a table for the settings unless the present one has them. */
  open(config: Config): Promise<void> {
    return this.inTurn(async () => {
      if (this.config !== null && sameTable(this.config, config)) return;
      this.setStatus('loading');
      try {
        const info = await this.client.call('openTable', [config]);
        this.config = config;
        this.events.table(info.buckets);
        this.events.fault(null);
        if (this.watched !== null) {
          await this.client.call('watch', [this.watched.by, this.watched.cells]);
        }
        // A position that is refused leaves a table that can be searched from another one.
        if (this.fen !== '') {
          await this.sendPosition().catch((fault: unknown) => this.events.fault(faultText(fault)));
        }
        this.setStatus('ready');
      } catch (fault) {
        this.config = null;
        this.fail(fault);
      }
      await this.look();
    });
  }

  /** Sets the position that is searched. The table keeps its records. */
  setPosition(fen: string, moves: string[]): Promise<void> {
    return this.inTurn(async () => {
      this.fen = fen;
      this.moves = moves;
      if (this.config === null) return;
      try {
        await this.sendPosition();
        this.events.fault(null);
      } catch (fault) {
        this.events.fault(faultText(fault));
      }
    });
  }

  /** Chooses what the map shows, in how many cells. */
  async watch(by: MapBy, cells: number): Promise<void> {
    this.watched = { by, cells };
    if (this.config === null) return;
    await this.client.call('watch', [by, cells]);
    await this.look();
  }

  /** Searches to a depth; returns when the search has begun. */
  start(depth: number): Promise<void> {
    return this.inTurn(() => {
      if (this.config === null) return Promise.resolve();
      this.client.resume();
      this.setStatus('running');
      this.events.fault(null);
      this.showPairs([]);
      const config = this.config;
      const answer = this.client.call('search', [{ depth }], {
        counters: (counters) => {
          this.events.counters(counters);
          void this.lookForPairs(counters);
        },
        map: (frame) => this.events.map(frame.cells, frame.by),
        line: (line) => this.events.line(line),
      });
      this.followPath();
      answer
        .then(async (found) => {
          this.events.counters(found.counters);
          this.setStatus('ready');
          await this.look();
          this.events.ended(found, config);
        })
        .catch((fault: unknown) => {
          if (fault instanceof Stopped) this.setStatus('ready');
          else this.fail(fault);
        })
        .finally(() => clearInterval(this.pathTimer));
      return Promise.resolve();
    });
  }

  async stop(): Promise<void> {
    if (!this.running) return;
    await this.client.stop();
    // The end of the search is told by a promise of its own.
    await new Promise((resolve) => setTimeout(resolve));
  }

  pause(): void {
    if (this.status !== 'running' || !this.client.shared) return;
    this.client.pause();
    this.setStatus('paused');
  }

  resume(): void {
    if (this.status !== 'paused') return;
    this.client.resume();
    this.setStatus('running');
  }

  /** Goes on by one node or one iteration; a search that does not run begins, and halts at once. */
  async step(unit: 'node' | 'iteration', depth: number): Promise<void> {
    if (!this.client.shared) return;
    if (!this.running) await this.start(depth);
    this.pause();
    this.client.step(unit);
    setTimeout(() => void this.look(), 60);
  }

  /** Empties the table. */
  forget(): Promise<void> {
    return this.inTurn(async () => {
      if (this.config === null) return;
      await this.client.call('forgetTable', []);
      this.events.counters(await this.client.call('counters', []));
      await this.look();
    });
  }

  /** Lends the worker to another long call, until `takeBack`. */
  async lend(): Promise<void> {
    await this.stop();
    this.client.resume();
    this.setStatus('lent');
  }

  takeBack(): void {
    if (this.status === 'lent') this.setStatus('ready');
  }

  cell(bucket: number): Promise<CellRecord[]> {
    return this.client.call('cell', [bucket]);
  }

  /** Asks for the map, the best line and the false matches as they stand now. */
  async look(): Promise<void> {
    if (this.config === null) return;
    try {
      if (this.watched !== null) {
        const frame = await this.client.call('map', [this.watched.by, this.watched.cells]);
        this.events.map(frame.cells, frame.by);
      }
      this.events.path(await this.client.call('path', []));
      this.showPairs(await this.client.call('collisions', []));
    } catch (fault) {
      this.events.fault(faultText(fault));
    }
  }

  private async sendPosition(): Promise<void> {
    this.events.position(await this.client.call('setPosition', [this.fen, this.moves]));
    this.events.path([]);
  }

  /** Runs an act after those before it; a search that runs is stopped first. */
  private inTurn(act: () => Promise<void>): Promise<void> {
    const turn = this.queue.then(async () => {
      await this.stop();
      await act();
    });
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  private followPath(): void {
    clearInterval(this.pathTimer);
    if (!this.client.shared) return;
    let asked = false;
    this.pathTimer = window.setInterval(() => {
      if (asked || !this.running) return;
      asked = true;
      this.client
        .call('path', [])
        .then((path) => this.events.path(path))
        .catch(() => undefined)
        .finally(() => {
          asked = false;
        });
    }, PATH_PAUSE);
  }

  private async lookForPairs(counters: Counters): Promise<void> {
    if (!this.client.shared || this.pairs >= Math.min(counters.falseMatches, MOST_PAIRS)) return;
    if (this.asksPairs) return;
    this.asksPairs = true;
    try {
      this.showPairs(await this.client.call('collisions', []));
    } finally {
      this.asksPairs = false;
    }
  }

  private showPairs(pairs: Collision[]): void {
    this.pairs = pairs.length;
    this.events.collisions(pairs);
  }

  private fail(fault: unknown): void {
    this.events.fault(faultText(fault));
    this.setStatus('failed');
  }

  private setStatus(status: Status): void {
    this.status = status;
    this.events.status(status);
  }
}
