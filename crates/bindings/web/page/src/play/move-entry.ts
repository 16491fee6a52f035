/** The field in which a reader enters a move as text. */

import { h } from '../dom';
import { field } from './dom';
import { moveFromText, type LegalMove } from './entry';
import type { Session } from './session';
import { texts } from '../texts';

const TEXTS = texts.moveEntry;

export class MoveEntry {
  readonly element: HTMLElement;
  private readonly input = h('input', {
    type: 'text',
    placeholder: TEXTS.nf3,
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
  });
  private readonly fault = h('p', { class: 'small fault', role: 'alert' });

  /** `mayMove` says whether it is the reader's turn. */
  constructor(
    private readonly session: Session,
    private readonly mayMove: () => boolean,
    private readonly onMove: (move: LegalMove) => void,
  ) {
    const form = h(
      'form',
      {
        class: 'entry',
        onsubmit: (event) => {
          event.preventDefault();
          this.enter();
        },
      },
      field(TEXTS.yourMove, this.input),
      h('button', { type: 'submit' }, TEXTS.playIt),
    );
    this.element = h('div', {}, form, this.fault);
  }

  focus(): void {
    this.input.focus();
  }

  /** Forgets the fault of a position that has gone. */
  changed(): void {
    this.fault.textContent = '';
  }

  private enter(): void {
    const entry = moveFromText(this.input.value, this.session.state?.legal ?? []);
    if (!this.mayMove()) {
      this.fault.textContent = TEXTS.itIsNotYourTurn;
    } else if ('fault' in entry) {
      this.fault.textContent = entry.fault;
    } else {
      this.fault.textContent = '';
      this.input.value = '';
      this.onMove(entry.move);
    }
  }
}
