/** The four buttons that walk through the game. */

import { h, s } from '../dom';
import { line } from './game';
import type { Session } from './session';
import { texts } from '../texts';

const TEXTS = texts.stepper;

const BAR = 'M3 3h2v10H3z';
const BACK = 'M12 3v10L5 8z';
/** The pictures: a triangle, with a bar at the ends of the game; the forward ones are turned about. */
const STEPS = [
  { name: TEXTS.firstPosition, path: BAR + BACK, turned: false, goal: () => 0 },
  { name: TEXTS.oneMoveBack, path: BACK, turned: false, goal: (ply: number) => ply - 1 },
  { name: TEXTS.oneMoveOn, path: BACK, turned: true, goal: (ply: number) => ply + 1 },
  { name: TEXTS.lastPosition, path: BAR + BACK, turned: true, goal: (_: number, last: number) => last },
] as const;

export class Stepper {
  readonly element: HTMLElement;
  private readonly buttons: HTMLButtonElement[];

  constructor(private readonly session: Session) {
    this.buttons = STEPS.map((step) => {
      const turn = step.turned ? 'rotate(180 8 8)' : null;
      const picture = s(
        'svg',
        { viewBox: '0 0 16 16', 'aria-hidden': 'true' },
        s('path', { d: step.path, transform: turn }),
      );
      const go = (): void => {
        void session.walk(step.goal(session.game.ply, line(session.game).length));
      };
      return h(
        'button',
        { type: 'button', class: 'step', 'aria-label': step.name, title: step.name, onclick: go },
        picture,
      );
    });
    this.element = h('div', { class: 'row steps' }, ...this.buttons);
  }

  /** Switches off the steps that lead nowhere. */
  changed(): void {
    this.buttons.forEach((button, index) => {
      button.disabled = index < 2 ? this.session.game.ply === 0 : this.session.atLineEnd;
    });
  }
}
