/** The board of the table view: a move on it changes the position and lights up its bucket. */

import { BoardView } from '../board/board.ts';
import { blackToMove, moveInWords } from '../board/squares.ts';
import { button, fold, fresh } from '../controls.ts';
import { h, set, setText } from '../dom.ts';
import { boardPng, shareRow } from '../share.ts';
import { num } from '../words.ts';
import type { PositionInfo } from '../wasm.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.boardPanel;

export interface BoardPanel {
  element: HTMLElement;
  show(info: PositionInfo, moves: readonly string[]): void;
}

export interface BoardActs {
  move(uci: string): void;
  back(): void;
  fen(fen: string): void;
  pick(bucket: number): void;
}

/** Makes the panel. */
export function boardPanel(acts: BoardActs): BoardPanel {
  const board = new BoardView((move) => acts.move(move.uci));
  const where = h('p', { class: 'small' });
  const id = fresh('fen');
  const fen = h('input', { id, type: 'text', spellcheck: 'false', autocomplete: 'off' });
  const listId = fresh('move');
  const list = h('select', { id: listId });
  const back = button(TEXTS.takeBack, acts.back);
  list.addEventListener('change', () => {
    if (list.value !== '') acts.move(list.value);
  });
  fen.addEventListener('change', () => acts.fen(fen.value.trim()));
  const { element } = fold(
    TEXTS.thePosition,
    'position-panel',
    board.element,
    where,
    h(
      'div',
      { class: 'row' },
      h('label', { for: listId, class: 'unseen' }, TEXTS.makeAMove),
      list,
      back,
    ),
    h('div', { class: 'field' }, h('label', { for: id }, TEXTS.fen), fen),
    shareRow({
      name: 'palimpsest-board',
      label: TEXTS.saveTheBoard,
      make: () => boardPng(fen.value),
    }),
  );
  const show = (info: PositionInfo, moves: readonly string[]): void => {
    board.show({
      fen: info.fen,
      legal: info.legal.map((uci) => ({ uci, san: uci })),
      movable: blackToMove(info.fen) ? 'b' : 'w',
      last: moves.at(-1) ?? null,
      check: null,
    });
    fen.value = info.fen;
    set(
      list,
      h('option', { value: '' }, info.legal.length === 0 ? TEXTS.noMoveIsLegal : TEXTS.makeAMove2),
      ...info.legal.map((uci) => h('option', { value: uci }, moveInWords(info.fen, uci))),
    );
    list.value = '';
    list.disabled = info.legal.length === 0;
    back.disabled = moves.length === 0;
    set(
      where,
      TEXTS.key,
      h('code', {}, info.key),
      TEXTS.soItBelongsIn,
      h(
        'button',
        { type: 'button', class: 'plain', onclick: () => acts.pick(info.bucket) },
        TEXTS.bucket(num(info.bucket)),
      ),
      TEXTS.makeAMoveAndSee,
    );
  };
  setText(where, TEXTS.theEngineIsLoading);
  return { element, show };
}
