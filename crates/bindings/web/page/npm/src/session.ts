/**
 * The outer worker of the package: it takes lines of UCI and hands them to an inner worker that holds the
 * engine. A search occupies the inner worker; the outer one stays awake, so that `stop`, `ponderhit`,
 * `isready` and `quit` are heard at once, with or without shared memory.
 */

/** Wishes in the first word of the shared memory. */
export const Wish = { none: 0, stop: 1, ponderHit: 2 } as const;

/** The inner worker as the session needs it. */
export interface Inner {
  send(line: string): void;
  end(): void;
}

/** Makes an inner worker that calls `out` for each of its lines. */
export type MakeInner = (out: (line: string) => void) => Inner;

/** Lines that the outer worker holds back while a search runs. */
function mayInterrupt(command: string): boolean {
  return command === 'stop' || command === 'ponderhit' || command === 'isready' || command === 'quit';
}

export class UciSession {
  private inner: Inner;
  private searching = false;
  private readonly held: string[] = [];
  /** Lines that a new inner worker hears first, so that it stands where the old one stood. */
  private readonly options = new Map<string, string>();
  private position: string | null = null;
  /** The first moves of the newest principal variation: best move and reply. */
  private best: string[] = [];
  private replaying = false;

  /** `wishes` is shared with the inner worker, or null where memory cannot be shared. */
  constructor(
    private readonly make: MakeInner,
    private readonly wishes: Int32Array | null,
    private readonly out: (line: string) => void,
    private readonly close: () => void,
  ) {
    this.inner = make((line) => this.hear(line));
  }

  /** Takes one line. */
  command(line: string): void {
    const text = line.trim();
    const [word = ''] = text.split(/\s+/);
    if (word === '') return;
    if (this.searching && !mayInterrupt(word)) {
      this.held.push(text);
      return;
    }
    switch (word) {
      case 'stop':
        if (this.searching) this.stop();
        return;
      case 'ponderhit':
        if (this.searching) this.ponderHit();
        return;
      case 'isready':
        if (this.searching) this.out('readyok');
        else this.inner.send(text);
        return;
      case 'quit':
        this.inner.end();
        this.close();
        return;
      default:
        this.pass(word, text);
    }
  }

  private pass(word: string, text: string): void {
    if (word === 'setoption') {
      const name = /name\s+(.*?)(?:\s+value\s|$)/i.exec(text)?.[1]?.toLowerCase() ?? text;
      this.options.delete(name);
      this.options.set(name, text);
    } else if (word === 'position') {
      this.position = text;
    } else if (word === 'ucinewgame') {
      this.position = null;
    } else if (word === 'go' && !/\bperft\b/.test(text)) {
      this.searching = true;
      this.best = [];
      this.wish(Wish.none);
    }
    this.inner.send(text);
  }

  private hear(line: string): void {
    if (this.replaying) {
      if (line === 'readyok') this.replaying = false;
      return;
    }
    const pv = /^info .*? pv (\S+)(?: (\S+))?/.exec(line);
    if (pv !== null && !/ multipv (?!1 )/.test(line)) {
      this.best = [pv[1], pv[2]].filter((move) => move !== undefined);
    }
    this.out(line);
    if (line.startsWith('bestmove')) this.searchEnded();
    // A command that the engine refuses has no best move; the engine says why and listens again.
    else if (this.searching && line.startsWith('info string go:')) this.searchEnded();
  }

  private searchEnded(): void {
    this.searching = false;
    while (!this.searching) {
      const next = this.held.shift();
      if (next === undefined) return;
      this.command(next);
    }
  }

  private stop(): void {
    if (this.wishes !== null) this.wish(Wish.stop);
    else this.renew(true);
  }

  private ponderHit(): void {
    if (this.wishes !== null) this.wish(Wish.ponderHit);
    // Without shared memory the search cannot learn of it: it ends here with what it has.
    else this.renew(true);
  }

  private wish(wish: number): void {
    if (this.wishes !== null) Atomics.store(this.wishes, 0, wish);
  }

  /** Ends the inner worker in its search, starts another one, and answers with the best move so far. */
  private renew(answer: boolean): void {
    this.inner.end();
    this.inner = this.make((line) => this.hear(line));
    this.replaying = true;
    for (const option of this.options.values()) this.inner.send(option);
    if (this.position !== null) this.inner.send(this.position);
    this.inner.send('isready');
    if (!answer) return;
    const [best, reply] = this.best;
    if (best === undefined) {
      // The search had no line yet: one ply gives a legal move.
      this.inner.send('go depth 1');
      return;
    }
    this.out('info string the search was stopped by ending its worker; the table is empty now');
    this.out(`bestmove ${best}${reply === undefined ? '' : ` ponder ${reply}`}`);
    this.searchEnded();
  }
}
