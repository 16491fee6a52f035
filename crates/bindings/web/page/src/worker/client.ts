/**
 * The page's side of a worker: typed calls as promises, events of long calls, and pause, step, speed
 * and stop. A page without shared memory can only stop, by ending the worker: `onRenewed` tells it.
 */

import { CONTROL_BYTES, ControlPanel, Mode } from './control';
import {
  LONG,
  MEANWHILE,
  type Answer,
  type Args,
  type Call,
  type Events,
  type Method,
  type Reply,
} from './service';
import { texts } from '../texts';

const TEXTS = texts.client;

export type Listeners = { [E in keyof Events]?: (value: Events[E]) => void };

/** A call that has not been answered. */
interface Open {
  call: Call;
  resolve: (value: unknown) => void;
  reject: (fault: Error) => void;
  listeners: Listeners;
}

/** The fault of a call whose worker was ended to stop it. */
export class Stopped extends Error {}

/** Sentence for the controls that need shared memory. */
export const NO_SHARED_MEMORY = TEXTS.pauseAndStepNeedMemory;

const RENEWED = TEXTS.theSearchWasStoppedBy;

/** Calls that are made again in a new worker, so that it stands where the old one stood. */
const RECIPES: readonly Method[] = ['openTable', 'setPosition', 'openPlayer', 'setUp', 'watch'];

export class Client {
  /** Says whether pause, step and speed work, and whether calls are answered during a search. */
  readonly shared: boolean;
  /** Is called with a sentence when a worker was ended and its table lost. */
  onRenewed: (sentence: string) => void = () => undefined;

  private worker: Worker;
  private readonly panel: ControlPanel | null;
  private readonly control: SharedArrayBuffer | null;
  private readonly open = new Map<number, Open>();
  private readonly letters: Call[] = [];
  private readonly recipes = new Map<Method, unknown[]>();
  private nextId = 1;
  private letterId = 0;
  /** Settles when the long call that runs has ended. */
  private long: Promise<unknown> | null = null;
  private longId = 0;
  private mode: Mode = Mode.run;

  constructor() {
    this.shared = globalThis.crossOriginIsolated && typeof SharedArrayBuffer !== 'undefined';
    this.control = this.shared ? new SharedArrayBuffer(CONTROL_BYTES) : null;
    this.panel = this.control === null ? null : new ControlPanel(this.control);
    this.worker = this.start();
  }

  /** Says whether a long call runs. */
  get busy(): boolean {
    return this.long !== null;
  }

  /** Calls a function of the engine. */
  async call<M extends Method>(
    method: M,
    args: Args<M>,
    listeners: Listeners = {},
  ): Promise<Answer<M>> {
    if (LONG.has(method)) return this.callLong(method, args, listeners);
    const answer = await this.send(method, args, listeners);
    this.remember(method, args);
    return answer;
  }

  /** Halts the search after the node that it visits; a search begun while paused waits at once. */
  pause(): void {
    this.setMode(Mode.pause);
  }

  resume(): void {
    this.setMode(Mode.run);
  }

  get paused(): boolean {
    return this.mode === Mode.pause;
  }

  step(unit: 'node' | 'iteration'): void {
    this.panel?.step(unit);
  }

  /** Limits searches to a number of nodes a second; 0 takes the limit away. */
  setSpeed(nodesPerSecond: number): void {
    this.panel?.setSpeed(nodesPerSecond);
  }

  /**
   * Ends the long call that runs, if any, and waits for its end. Without shared memory the call's promise
   * is rejected with `Stopped`.
   */
  async stop(): Promise<void> {
    if (this.long === null) return;
    if (this.panel === null) this.renew();
    else this.setMode(Mode.stop);
    await this.long?.catch(() => undefined);
  }

  /** Ends the worker for good. */
  close(): void {
    this.worker.terminate();
    this.rejectAll(new Stopped(TEXTS.theWorkerWasClosed));
  }

  private async callLong<M extends Method>(
    method: M,
    args: Args<M>,
    listeners: Listeners,
  ): Promise<Answer<M>> {
    while (this.long !== null) await this.long.catch(() => undefined);
    if (this.mode === Mode.stop) this.setMode(Mode.run);
    const answer = this.send(method, args, listeners);
    this.longId = this.nextId - 1;
    this.long = answer;
    try {
      return await answer;
    } finally {
      if (this.long === answer) this.longEnded();
    }
  }

  private longEnded(): void {
    this.long = null;
    this.longId = 0;
    // A letter that the worker did not read before the search ended goes by the ordinary way.
    if (this.panel?.takeBack() === true) {
      const call = this.open.get(this.letterId)?.call;
      if (call !== undefined) this.worker.postMessage(call);
    }
    this.letterId = 0;
    for (const call of this.letters.splice(0)) this.worker.postMessage(call);
  }

  private send<M extends Method>(
    method: M,
    args: Args<M>,
    listeners: Listeners,
  ): Promise<Answer<M>> {
    const call: Call = { id: this.nextId++, method, args };
    return new Promise<Answer<M>>((resolve, reject) => {
      this.open.set(call.id, {
        call,
        resolve: resolve as (value: unknown) => void,
        reject,
        listeners,
      });
      if (this.busy && this.shared && MEANWHILE.has(method)) {
        this.letters.push(call);
        this.postLetter();
      } else {
        this.worker.postMessage(call);
      }
    });
  }

  /** Puts the next letter into the mailbox if the one before was answered. */
  private postLetter(): void {
    if (this.letterId !== 0 || this.panel === null) return;
    const call = this.letters.shift();
    if (call === undefined) return;
    if (this.panel.post(JSON.stringify(call))) this.letterId = call.id;
    else this.worker.postMessage(call);
  }

  private receive(reply: Reply): void {
    const open = this.open.get(reply.id);
    if (open === undefined) return;
    if (reply.kind === 'event') {
      const listener = open.listeners[reply.name] as ((value: unknown) => void) | undefined;
      listener?.(reply.value);
      return;
    }
    this.open.delete(reply.id);
    if (reply.id === this.letterId) {
      this.letterId = 0;
      this.postLetter();
    }
    if (reply.kind === 'answer') open.resolve(reply.value);
    else open.reject(new Error(reply.message));
  }

  private remember(method: Method, args: unknown[]): void {
    if (!RECIPES.includes(method)) return;
    this.recipes.delete(method);
    this.recipes.set(method, args);
  }

  private start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = (message: MessageEvent<Reply>) => {
      this.receive(message.data);
    };
    worker.onerror = (event) => {
      this.rejectAll(new Error(TEXTS.theWorkerFailed(event.message || TEXTS.itDidNotLoad)));
    };
    worker.postMessage({ control: this.control });
    return worker;
  }

  /** Ends the worker and starts another that stands where the old one stood, with an empty table. */
  private renew(): void {
    this.worker.terminate();
    const waiting = [...this.open.values()].filter((open) => open.call.id !== this.longId);
    const stopped = this.open.get(this.longId);
    this.open.clear();
    this.worker = this.start();
    for (const [method, args] of this.recipes) {
      this.worker.postMessage({ id: 0, method, args });
    }
    for (const open of waiting) {
      this.open.set(open.call.id, open);
      this.worker.postMessage(open.call);
    }
    stopped?.reject(new Stopped(RENEWED));
    this.onRenewed(RENEWED);
  }

  private rejectAll(fault: Error): void {
    for (const open of this.open.values()) open.reject(fault);
    this.open.clear();
  }

  private setMode(mode: Mode): void {
    this.mode = mode;
    this.panel?.setMode(mode);
  }
}
