/** Palimpsest, a chess engine in a worker, with a typed interface over its lines of UCI. */

import { readBest, readInfo, readOption, type Info, type OptionInfo, type Score } from './lines';

export type { Info, OptionInfo, Score };

/** Where a search ends; with none of them it runs until `stop`. */
export interface Limits {
  depth?: number;
  nodes?: number;
  /** Milliseconds. */
  movetime?: number;
  mate?: number;
  /** Clocks in milliseconds. */
  wtime?: number;
  btime?: number;
  winc?: number;
  binc?: number;
  movestogo?: number;
  /** The only moves to look at, in UCI notation. */
  searchmoves?: readonly string[];
}

export interface Answer {
  /** In UCI notation; null in a position without legal moves. */
  best: string | null;
  ponder: string | null;
  /** The last line of thinking of the best move. */
  info: Info | null;
}

export interface Bench {
  /** Nodes of all positions: the signature, equal on every machine and build. */
  nodes: number;
  /** Nodes a second. */
  nps: number;
}

export interface Settings {
  /** Address of `palimpsest.js`; by default beside this module. `palimpsest.wasm` stands beside it. */
  url?: string | URL;
  /** Size of the transposition table in MiB. */
  hash?: number;
}

/** The last line of `bench`. */
const BENCH_NODES = /^(\d+) nodes (\d+) nps$/;

export class Palimpsest {
  /** Name and version. */
  name = '';
  author = '';
  /** The options by name. */
  readonly options = new Map<string, OptionInfo>();
  /** Is called with each line that the engine writes. */
  onLine: (line: string) => void = () => undefined;

  private readonly listeners = new Set<(line: string) => void>();
  /** Commands wait for each other; a search ends before the next command begins. */
  private last: Promise<unknown> = Promise.resolve();

  private constructor(private readonly worker: Worker) {
    worker.onmessage = (message: MessageEvent<string>) => {
      this.onLine(message.data);
      for (const listener of [...this.listeners]) listener(message.data);
    };
  }

  /** Starts the engine in a worker and waits until it is ready. */
  static async create(settings: Settings = {}): Promise<Palimpsest> {
    const url = settings.url ?? new URL('./palimpsest.js', import.meta.url);
    const engine = new Palimpsest(new Worker(url));
    await engine.talk('uci', (line) => {
      const option = readOption(line);
      if (option !== null) engine.options.set(option.name, option);
      if (line.startsWith('id name ')) engine.name = line.slice(8);
      if (line.startsWith('id author ')) engine.author = line.slice(10);
      return line === 'uciok';
    });
    if (settings.hash !== undefined) await engine.setOption('Hash', settings.hash);
    return engine;
  }

  /** Sends a line as it is. */
  send(line: string): void {
    this.worker.postMessage(line);
  }

  /**
   * Sets an option. Rejects with the engine's words if it refuses: an unknown name, a value out of range, or
   * a table for which the browser has no memory.
   */
  async setOption(name: string, value: string | number | boolean): Promise<void> {
    await this.obey(`setoption name ${name} value ${value}`);
  }

  /** Forgets the table and what was learned of the game before. */
  async newGame(): Promise<void> {
    await this.obey('ucinewgame');
  }

  /** Sets the position: a FEN or "startpos", and moves in UCI notation. Rejects if they are not legal. */
  async setPosition(fen = 'startpos', moves: readonly string[] = []): Promise<void> {
    const start = fen === 'startpos' ? fen : `fen ${fen}`;
    await this.obey(`position ${start}${moves.length > 0 ? ` moves ${moves.join(' ')}` : ''}`);
  }

  /** Searches the position; `onInfo` is called with each line of thinking. */
  async go(limits: Limits = {}, onInfo: (info: Info) => void = () => undefined): Promise<Answer> {
    const words = Object.entries(limits).map(([name, value]) =>
      Array.isArray(value) ? `${name} ${value.join(' ')}` : `${name} ${String(value)}`,
    );
    const command = words.length === 0 ? 'go infinite' : `go ${words.join(' ')}`;
    let answer: Answer = { best: null, ponder: null, info: null };
    let newest: Info | null = null;
    await this.talk(command, (line) => {
      const info = readInfo(line);
      if (info !== null) {
        if (info.multipv === 1 && info.bound === 'exact') newest = info;
        onInfo(info);
      }
      if (line.startsWith('info string go:')) throw new Error(line.slice('info string '.length));
      const best = readBest(line);
      if (best !== null) answer = { ...best, info: newest };
      return best !== null;
    });
    return answer;
  }

  /** Ends the search that runs; its `go` then answers. */
  stop(): void {
    this.send('stop');
  }

  /** Tells a search on the reply that was expected (`go ponder` sent by hand) that it was played. */
  ponderHit(): void {
    this.send('ponderhit');
  }

  /** Searches the fixed positions of the bench. */
  async bench(): Promise<Bench> {
    let bench: Bench = { nodes: 0, nps: 0 };
    await this.talk('bench', (line) => {
      const found = BENCH_NODES.exec(line);
      if (found !== null) bench = { nodes: Number(found[1]), nps: Number(found[2]) };
      return found !== null;
    });
    return bench;
  }

  /** Ends the worker. */
  quit(): void {
    this.send('quit');
    this.worker.terminate();
  }

  /** Sends a command that has no answer of its own, and rejects with the complaint that it causes. */
  private async obey(command: string): Promise<void> {
    let complaint: string | null = null;
    const [word = ''] = command.split(' ');
    await this.talk(`${command}\nisready`, (line) => {
      if (line.startsWith('info string ')) complaint ??= line.slice('info string '.length);
      return line === 'readyok';
    });
    if (complaint !== null) throw new Error(complaint === '' ? `${word} was refused` : complaint);
  }

  /** Sends a command when the one before has ended, and waits until `done` returns true. */
  private talk(command: string, done: (line: string) => boolean): Promise<void> {
    const turn = this.last.then(
      () =>
        new Promise<void>((resolve, reject) => {
          const listener = (line: string): void => {
            try {
              if (!done(line)) return;
              resolve();
            } catch (fault) {
              reject(fault instanceof Error ? fault : new Error(String(fault)));
            }
            this.listeners.delete(listener);
          };
          this.listeners.add(listener);
          this.send(command);
        }),
    );
    this.last = turn.catch(() => undefined);
    return turn;
  }
}
