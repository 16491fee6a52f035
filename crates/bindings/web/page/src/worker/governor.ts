/**
 * The pace of a search inside the worker: how many nodes it visits until it looks up again, when it
 * waits, and when the page hears of it.
 */

import { type ControlDesk, Mode } from './control';

/** Time between two looks at the page's wishes, in milliseconds. */
const LOOK_MS = 8;
/** Least time between two reports of counters, in milliseconds. */
const REPORT_MS = 33;
/** Bounds of the nodes between two looks; the lower one keeps the cost of looking small. */
const LEAST_NODES = 64;
const MOST_NODES = 1 << 20;
/** Nodes a millisecond at the start, and the part of a new measurement in the smoothed speed. */
const FIRST_RATE = 32;
const SMOOTHING = 0.25;

/** The duties of the worker that the governor calls at the right time. */
export interface Duties {
  /** Answers the letters in the mailbox. */
  answerLetters(): void;
  /** Sends the newest counters and the map to the page. */
  report(): void;
  now(): number;
}

export class Governor {
  /** Smoothed speed in nodes a millisecond. */
  private rate = FIRST_RATE;
  private visitedAtLook = 0;
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

  /**
   * Returns the nodes of the next `LOOK_MS` at the speed so far. The speed is smoothed, so that a moment in
   * which the machine does other work does not make the search look up after every node.
   */
  private freeRun(): number {
    const passed = this.duties.now() - this.lookedAt;
    const visited = this.nodes - this.visitedAtLook;
    if (this.waited) {
      this.waited = false;
    } else if (passed > 0 && visited > 0) {
      this.rate += (visited / passed - this.rate) * SMOOTHING;
    }
    this.reportIfDue();
    this.lookedAt = this.duties.now();
    this.visitedAtLook = this.nodes;
    return Math.min(Math.max(Math.floor(this.rate * LOOK_MS), LEAST_NODES), MOST_NODES);
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
    this.visitedAtLook = this.nodes;
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
