/** The best line of the search as a walk through the table. */

import { fold } from '../controls.ts';
import { h, set, setText } from '../dom.ts';
import type { PathStep } from '../wasm.ts';
import { lineKnown } from './narrate.ts';

export interface PathPanel {
  element: HTMLElement;
  show(path: readonly PathStep[]): void;
}

/** Makes the panel; `pick` is called with the bucket of a step. */
export function pathPanel(pick: (bucket: number) => void): PathPanel {
  const list = h('ol', { class: 'path' });
  const sum = h('p', { class: 'quiet small' });
  const { element } = fold('Its best line, as the table remembers it', '', list, sum);
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
      setText(sum, 'Search, and the line appears here, move by move.');
      return;
    }
    set(list, ...steps.map((step) => stepOf(step, pick)));
    const { known, of } = lineKnown(path);
    setText(
      sum,
      known === of
        ? 'Every position of the line has its record. The map joins their cells.'
        : `${of - known} of ${of} are forgotten: another position was written over them.`,
    );
  };
  show([]);
  return { element, show };
}

function stepOf(step: PathStep, pick: (bucket: number) => void): HTMLElement {
  const { record } = step;
  const known = record !== null;
  const text = known ? `${record.bound} ${record.score}, draft ${record.draft}` : 'forgotten';
  return h(
    'li',
    {},
    h(
      'button',
      {
        type: 'button',
        class: known ? 'path-step known' : 'path-step gone',
        onclick: () => pick(step.bucket),
        title: `Bucket ${step.bucket}`,
      },
      h('b', {}, step.san ?? step.move ?? ''),
      h('span', { class: 'small' }, text),
    ),
  );
}
