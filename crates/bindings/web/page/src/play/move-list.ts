/** The list of moves: a click shows the position after a move. */

import { h } from '../dom';
import { button } from './dom';
import { moveNumber, numberedMoves, type GameRecord, type Variation } from './game';
import { texts } from '../texts';

const TEXTS = texts.moveList;

export class MoveList {
  readonly element: HTMLElement;

  /** `onWalk` shows a ply of the variation. */
  constructor(
    private readonly onJump: (ply: number) => void,
    private readonly onWalk: (ply: number) => void,
  ) {
    this.element = h('div', { class: 'moves', role: 'group', 'aria-label': TEXTS.movesOfTheGame });
  }

  /** Shows the moves of a game and marks the one that the board shows. */
  show(game: GameRecord, result: string): void {
    if (game.moves.length === 0) {
      this.element.replaceChildren(h('p', { class: 'quiet small' }, TEXTS.noMovesYet));
      return;
    }
    const parts: Node[] = [];
    game.moves.forEach((move, index) => {
      const { number, white } = moveNumber(game.start, index);
      if (white || index === 0) {
        parts.push(h('span', { class: 'move-number numbers' }, white ? `${number}.` : `${number}…`));
      }
      const current = game.variation === undefined && index + 1 === game.ply;
      const name = button(move.san + (move.glyph ?? ''), () => this.onJump(index + 1), {
        class: move.glyph ? 'move faulty' : 'move',
        'aria-current': current ? 'true' : null,
        title: move.note || null,
      });
      parts.push(name);
      if (move.note) parts.push(h('span', { class: 'move-note small' }, move.note));
      if (game.variation?.at === index) parts.push(this.variation(game, game.variation));
    });
    if (result !== '') parts.push(h('span', { class: 'game-result' }, result));
    this.element.replaceChildren(...parts);
    this.scrollToCurrent();
  }

  private variation(game: GameRecord, { at, moves }: Variation): HTMLElement {
    const names = numberedMoves(
      game.start,
      at,
      moves.map((move) => move.san),
    );
    const steps = names.map((name, index) =>
      button(name, () => this.onWalk(at + index + 1), {
        class: 'line-move',
        'aria-current': at + index + 1 === game.ply ? 'true' : null,
      }),
    );
    return h('span', { class: 'variation', role: 'group', 'aria-label': TEXTS.variation }, ...steps);
  }

  /** Scrolls inside of the list only: the page stays where the reader has it. */
  private scrollToCurrent(): void {
    const current = this.element.querySelector<HTMLElement>('[aria-current]');
    if (current === null) {
      this.element.scrollTop = 0;
      return;
    }
    const top = current.offsetTop - this.element.offsetTop;
    const bottom = top + current.offsetHeight;
    if (top < this.element.scrollTop) this.element.scrollTop = top;
    else if (bottom > this.element.scrollTop + this.element.clientHeight) {
      this.element.scrollTop = bottom - this.element.clientHeight;
    }
  }
}
