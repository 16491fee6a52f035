/**
 * The pace of a search inside the worker: how many nodes it visits until it looks up again, when it
 * waits, and when the page hears of it.
 */

import { type ControlDesk, Mode } from './control';

/** Time between two looks at the page's wishes, in milliseconds. */
const LOOK_MS = 8;
/** Least time between two reports of counters, in milliseconds. */
const REPORT_MS = 33;
/** The first look comes after this many nodes. */
const FIRST_LOOK = 256;
const MOST_NODES = 1 << 20;

/** The duties of the worker that the governor calls at the right time. */
export interface Duties {
  /** Answers the letters in the mailbox. */
  answerLetters(): void;
  /** Sends the newest counters and the map to the page. */
  report(): void;
  now(): number;
}

export class Governor {
  private budget = FIRST_LOOK;
  private lookedAt: number;
  private reportedAt = -Infinity;
  private startedAt: number;
  private visitedAtStart = 0;
  private speed = 0;
  private nodes = 0;
  private steppingIteration = false;
  private waited = false;

  constructor(
    private readonly desk: ControlDesk | null,
    private readonly duties: Duties,
  ) {
    this.lookedAt = duties.now();
    this.startedAt = this.lookedAt;
  }

  /** Tells the governor that an iteration has ended, so that a step of one iteration ends, too. */
  iterationEnded(): void {
    this.steppingIteration = false;
  }

  /** Returns the nodes until the next call after `nodes` in all; 0 ends the search. */
  next(nodes: number): number {
    this.nodes = nodes;
    this.duties.answerLetters();
    if (this.desk === null) return this.freeRun();
    let shown = false;
    for (;;) {
      const bell = this.desk.bell();
      const mode = this.desk.mode();
      if (mode === Mode.stop) return 0;
      if (mode === Mode.run) {
        this.steppingIteration = false;
        return this.run(this.desk);
      }
      if (this.steppingIteration) return this.freeRun();
      if (this.desk.takeNode()) return this.stepOneNode();
      if (this.desk.takeIteration()) {
        this.steppingIteration = true;
        continue;
      }
      if (!shown) {
        this.report();
        shown = true;
      }
      this.waited = true;
      this.desk.wait(bell, 1000);
      this.duties.answerLetters();
    }
  }

  private stepOneNode(): number {
    this.waited = true;
    return 1;
  }

  private run(desk: ControlDesk): number {
    const speed = desk.speed();
    if (speed === 0) return this.freeRun();
    return this.slowRun(desk, speed);
  }

  /** Adapts the number of nodes to the time between two looks. */
  private freeRun(): number {
    const now = this.duties.now();
    const passed = now - this.lookedAt;
    if (this.waited) {
      this.budget = FIRST_LOOK;
      this.waited = false;
    } else if (passed < LOOK_MS / 2) {
      this.budget = Math.min(this.budget * 2, MOST_NODES);
    } else if (passed > LOOK_MS * 2) {
      this.budget = Math.max(this.budget >> 1, 1);
    }
    this.reportIfDue();
    this.lookedAt = this.duties.now();
    return this.budget;
  }

  /** Waits until `speed` nodes a second are kept, and returns at most a thirtieth of a second's. */
  private slowRun(desk: ControlDesk, speed: number): number {
    if (speed !== this.speed || this.waited) {
      this.speed = speed;
      this.startedAt = this.duties.now();
      this.visitedAtStart = this.nodes;
      this.waited = false;
    }
    this.reportIfDue();
    for (;;) {
      const bell = desk.bell();
      const due = this.startedAt + ((this.nodes - this.visitedAtStart) * 1000) / speed;
      const wait = due - this.duties.now();
      if (wait <= 1 || desk.mode() !== Mode.run || desk.speed() !== speed) break;
      desk.wait(bell, Math.min(wait, 250));
      this.duties.answerLetters();
      this.reportIfDue();
    }
    this.lookedAt = this.duties.now();
    if (desk.mode() === Mode.stop) return 0;
    return Math.max(1, Math.floor(speed / 30));
  }

  private reportIfDue(): void {
    if (this.duties.now() - this.reportedAt >= REPORT_MS) this.report();
  }

  private report(): void {
    this.duties.report();
    this.reportedAt = this.duties.now();
  }
}
