/** Two boards beside each other, which two orders of the same moves change. */

import { miniBoard } from '../board/mini.ts';
import { h, set, setText } from '../dom.ts';
import type { TwoOrders } from '../wasm.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.ordersPicture;

type Order = TwoOrders['orders'][number];

export interface OrdersPicture {
  boards: HTMLElement;
  told: HTMLElement;
  /** Shows both orders after a number of moves. */
  show(orders: readonly Order[], moves: number): void;
}

/** Makes the picture. */
export function ordersPicture(): OrdersPicture {
  const boards = h('div', { class: 'two-boards' });
  const told = h('p', { class: 'meeting', role: 'status' });
  return {
    boards,
    told,
    show: (orders, moves) => {
      set(boards, ...orders.map((order, index) => boardOf(order, moves, index)));
      const keys = orders.map((order) => order.keys[moves]);
      const same = keys[0] === keys[1];
      boards.classList.toggle('same', same && moves > 0);
      setText(told, sentence(same, moves));
    },
  };
}

function sentence(same: boolean, moves: number): string {
  if (moves === 0) return TEXTS.onePositionOneKeyWill;
  if (!same) return TEXTS.twoPositionsTwoKeys;
  return TEXTS.theSamePositionByTwo;
}

function boardOf(order: Order, moves: number, index: number): HTMLElement {
  const names = order.moves.map((move, ply) => {
    const number = ply % 2 === 0 ? `${ply / 2 + 1}. ` : '';
    return h('span', { class: ply < moves ? 'made' : 'quiet' }, `${number}${move} `);
  });
  return h(
    'figure',
    {},
    h('figcaption', { class: 'order-moves' }, ...names),
    miniBoard(order.fens[moves] ?? '', {
      arrow: order.uci[moves - 1] ?? null,
      label: index === 0 ? TEXTS.firstOrder : TEXTS.secondOrder,
    }),
    h('code', { class: 'key' }, order.keys[moves] ?? ''),
  );
}
