/** The evaluation bar beside the board: White's part grows as White stands better. */

import type { Score } from '../wasm';
import { h } from '../dom';
import { figure, inWords, shortFigure } from './score';
import { texts } from '../texts';

export class EvaluationBar {
  readonly element: HTMLElement;
  private readonly white: HTMLElement;
  private readonly label: HTMLElement;

  constructor() {
    this.white = h('div', { class: 'eval-white' });
    this.label = h('span', { class: 'eval-figure numbers', 'aria-hidden': 'true' });
    this.element = h('div', { class: 'eval-bar', role: 'img' }, this.white, this.label);
    this.show(null);
  }

  /** Shows a score of White, or none. */
  show(score: Score | null): void {
    const share = score === null ? 0.5 : score.points;
    this.white.style.height = `${(share * 100).toFixed(1)}%`;
    this.label.textContent = score === null ? '' : shortFigure(score);
    this.element.classList.toggle('black-leads', share < 0.5);
    this.element.classList.toggle('eval-none', score === null);
    this.element.setAttribute(
      'aria-label',
      score === null
        ? texts.evaluationBar.evaluationNoneYet
        : texts.evaluationBar.evaluation(figure(score), inWords(score)),
    );
  }

  /** Turns the bar as the board is turned. */
  turn(blackBelow: boolean): void {
    this.element.classList.toggle('turned', blackBelow);
  }
}
