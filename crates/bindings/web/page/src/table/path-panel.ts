/** The best line of the search as a walk through the table. */

import { fold } from '../controls.ts';
import { h, set, setText } from '../dom.ts';
import type { PathStep } from '../wasm.ts';
import { lineKnown } from './narrate.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.pathPanel;

export interface PathPanel {
  element: HTMLElement;
  show(path: readonly PathStep[]): void;
}

/** Makes the panel; `pick` is called with the bucket of a step. */
export function pathPanel(pick: (bucket: number) => void): PathPanel {
  const list = h('ol', { class: 'path' });
  const sum = h('p', { class: 'quiet small' });
  const { element } = fold(TEXTS.itsBestLineAsThe, '', list, sum);
  let shown = '';
  const show = (path: readonly PathStep[]): void => {
    const steps = path.filter((step) => step.move !== null);
    const state = JSON.stringify(
      steps.map((step) => [step.san, step.bucket, step.record?.draft, step.record?.bound]),
    );
    if (state === shown) return;
    shown = state;
    if (steps.length === 0) {
      set(list);
      setText(sum, TEXTS.searchAndTheLineAppears);
      return;
    }
    set(list, ...steps.map((step) => stepOf(step, pick)));
    const { known, of } = lineKnown(path);
    setText(
      sum,
      known === of
        ? TEXTS.everyPositionOfTheLine
        : TEXTS.ofAreForgottenAnotherPosition(of - known, of),
    );
  };
  show([]);
  return { element, show };
}

function stepOf(step: PathStep, pick: (bucket: number) => void): HTMLElement {
  const { record } = step;
  const known = record !== null;
  const text = known ? TEXTS.draft(record.bound, record.score, record.draft) : TEXTS.forgotten;
  return h(
    'li',
    {},
    h(
      'button',
      {
        type: 'button',
        class: known ? 'path-step known' : 'path-step gone',
        onclick: () => pick(step.bucket),
        title: TEXTS.bucket(step.bucket),
      },
      h('b', {}, step.san ?? step.move ?? ''),
      h('span', { class: 'small' }, text),
    ),
  );
}
