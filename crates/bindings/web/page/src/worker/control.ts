/**
 * The memory that a page shares with its worker, so that it can pause, step, slow down and stop a
 * search that occupies the worker, and call functions meanwhile.
 *
 * The memory exists only on pages that are cross-origin isolated. It begins with eight 32-bit words:
 *
 * ```text
 *  word 0  mode: 0 run, 1 pause, 2 stop
 *  word 1  single nodes that a paused search may still visit
 *  word 2  iterations that a paused search may still finish
 *  word 3  nodes a second, 0 for no limit
 *  word 4  a bell: counts the changes; a waiting worker wakes when it rings
 *  word 5  length in bytes of the letter in the mailbox, 0 for an empty box
 *  word 6, 7 unused
 *  from byte 32: the letter, JSON in UTF-8
 * ```
 */

const MODE = 0;
const NODES = 1;
const ITERATIONS = 2;
const SPEED = 3;
const BELL = 4;
const LETTER = 5;
const LETTER_START = 32;

/** The size of the shared memory in bytes: the longest letter is 64 KiB. */
export const CONTROL_BYTES = LETTER_START + 64 * 1024;

/** The states of a search as the page wishes them. */
export const Mode = { run: 0, pause: 1, stop: 2 } as const;
export type Mode = (typeof Mode)[keyof typeof Mode];

/** The side of the shared memory that the page holds: it writes wishes and letters. */
export class ControlPanel {
  private readonly words: Int32Array;
  private readonly bytes: Uint8Array;

  constructor(buffer: SharedArrayBuffer) {
    this.words = new Int32Array(buffer, 0, LETTER_START / 4);
    this.bytes = new Uint8Array(buffer, LETTER_START);
  }

  /** Sets the mode of the search that runs or of the next one. */
  setMode(mode: Mode): void {
    Atomics.store(this.words, MODE, mode);
    if (mode !== Mode.pause) {
      Atomics.store(this.words, NODES, 0);
      Atomics.store(this.words, ITERATIONS, 0);
    }
    this.ring();
  }

  /** Lets a paused search visit one more node, or finish one more iteration. */
  step(unit: 'node' | 'iteration'): void {
    Atomics.add(this.words, unit === 'node' ? NODES : ITERATIONS, 1);
    this.ring();
  }

  /** Limits the search to a number of nodes a second; 0 takes the limit away. */
  setSpeed(nodesPerSecond: number): void {
    Atomics.store(this.words, SPEED, Math.max(0, Math.floor(nodesPerSecond)));
    this.ring();
  }

  /** Puts a letter into the mailbox; returns false if the box is full or the letter too long. */
  post(letter: string): boolean {
    if (Atomics.load(this.words, LETTER) !== 0) return false;
    const bytes = new TextEncoder().encode(letter);
    if (bytes.length > this.bytes.length) return false;
    this.bytes.set(bytes);
    Atomics.store(this.words, LETTER, bytes.length);
    this.ring();
    return true;
  }

  /** Takes back a letter that the worker has not read; returns false if there is none. */
  takeBack(): boolean {
    return Atomics.exchange(this.words, LETTER, 0) !== 0;
  }

  private ring(): void {
    Atomics.add(this.words, BELL, 1);
    Atomics.notify(this.words, BELL);
  }
}

/** The side of the shared memory that the worker holds: it reads wishes and letters. */
export class ControlDesk {
  private readonly words: Int32Array;
  private readonly bytes: Uint8Array;

  constructor(buffer: SharedArrayBuffer) {
    this.words = new Int32Array(buffer, 0, LETTER_START / 4);
    this.bytes = new Uint8Array(buffer, LETTER_START);
  }

  mode(): Mode {
    return Atomics.load(this.words, MODE) as Mode;
  }

  speed(): number {
    return Atomics.load(this.words, SPEED);
  }

  /** Takes one permitted node; returns false if none is left. */
  takeNode(): boolean {
    return this.take(NODES);
  }

  /** Takes one permitted iteration; returns false if none is left. */
  takeIteration(): boolean {
    return this.take(ITERATIONS);
  }

  /** Reads the letter in the mailbox and empties it; returns null if there is none. */
  read(): string | null {
    const length = Atomics.load(this.words, LETTER);
    if (length === 0) return null;
    // A decoder refuses shared memory, so the bytes are copied first.
    const copy = this.bytes.slice(0, length);
    if (Atomics.compareExchange(this.words, LETTER, length, 0) !== length) return null;
    return new TextDecoder().decode(copy);
  }

  /** Returns the count of the bell, to be handed to `wait`. */
  bell(): number {
    return Atomics.load(this.words, BELL);
  }

  /** Sleeps until the bell's count differs from `count`, at most `milliseconds`. */
  wait(count: number, milliseconds: number): void {
    Atomics.wait(this.words, BELL, count, milliseconds);
  }

  private take(word: number): boolean {
    for (;;) {
      const left = Atomics.load(this.words, word);
      if (left <= 0) return false;
      if (Atomics.compareExchange(this.words, word, left, left - 1) === left) return true;
    }
  }
}
