/** Start, pause, step and speed of the search. */

import { button, slider } from '../controls.ts';
import { h, setText } from '../dom.ts';
import { Progress } from '../progress.ts';
import { NO_SHARED_MEMORY } from '../worker/client.ts';
import type { Status } from './run.ts';
import { SPEEDS, speedName } from './state.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.toolbar;

export interface Toolbar {
  element: HTMLElement;
  status(status: Status): void;
  speed(nodes: number): void;
  /** How far the search is. */
  progress: Progress;
  /** Tells what the search does, in a sentence. */
  tell(sentence: string): void;
}

export interface ToolbarActs {
  start(): void;
  stop(): void;
  pause(): void;
  resume(): void;
  step(unit: 'node' | 'iteration'): void;
  forget(): void;
  speed(nodes: number): void;
}

/** Makes the bar; `shared` says whether the page shares memory with the search. */
export function toolbar(shared: boolean, speed: number, acts: ToolbarActs): Toolbar {
  let now: Status = 'loading';
  const run = button(
    TEXTS.search,
    () => (now === 'running' || now === 'paused' ? acts.stop() : acts.start()),
    'primary',
  );
  const pause = button(TEXTS.pause, () => (now === 'paused' ? acts.resume() : acts.pause()));
  const node = button(TEXTS.oneNode, () => acts.step('node'));
  const iteration = button(TEXTS.oneIteration, () => acts.step('iteration'));
  const forget = button(TEXTS.emptyIt, acts.forget);
  forget.title = TEXTS.emptiesTheTable;
  const index = (nodes: number): number => {
    const found = SPEEDS.findIndex((known) => known === nodes);
    return found < 0 ? SPEEDS.length - 1 : found;
  };
  const pace = slider(TEXTS.speed, SPEEDS.map(speedName), index(speed), (at) =>
    acts.speed(SPEEDS[at] ?? 0),
  );
  const told = h('p', { class: 'told numbers', role: 'status' }, TEXTS.theEngineIsLoading);
  const progress = new Progress();
  const element = h(
    'div',
    { class: 'toolbar' },
    h(
      'div',
      { class: 'row', role: 'group', 'aria-label': TEXTS.search },
      run,
      pause,
      node,
      iteration,
      forget,
    ),
    h('div', { class: 'pace' }, pace.element),
    shared ? null : h('p', { class: 'small quiet' }, NO_SHARED_MEMORY),
    told,
    progress.element,
  );
  const status = (next: Status): void => {
    now = next;
    if (next !== 'running') progress.end();
    const running = next === 'running' || next === 'paused';
    const usable = running || next === 'ready';
    setText(run, running ? TEXTS.stop : TEXTS.search);
    setText(pause, next === 'paused' ? TEXTS.goOn : TEXTS.pause);
    run.disabled = !usable;
    pause.disabled = !running || !shared;
    node.disabled = !usable || !shared;
    iteration.disabled = !usable || !shared;
    forget.disabled = !usable;
    pace.enable(shared);
  };
  status('loading');
  return {
    element,
    progress,
    status,
    speed: (nodes) => pace.set(index(nodes)),
    tell: (sentence) => setText(told, sentence),
  };
}
