/** Lesson 1: two orders of moves meet, and a table looks at the meeting point once. */

import intro from 'book:book/why-a-table.md/why-a-table/1';
import { choiceParam, numberParam } from '../address.ts';
import { miniBoard } from '../board/mini.ts';
import { select, slider } from '../controls.ts';
import { curve, type Curve } from '../curve.ts';
import { h, set, setText } from '../dom.ts';
import { POSITIONS, START } from '../table/state.ts';
import { num, percent } from '../words.ts';
import type { TwoOrders } from '../wasm.ts';
import { fromBook, prose, sources, type Context, type Lesson } from './lesson.ts';
import { orderTree } from './order-tree.ts';

const NAMES = ['start', 'italian', 'captures', 'rooks', 'kings'] as const;
const MOST_DEPTH = 5;

/** Makes the lesson. */
export function make({ client, keep, fault }: Context): Lesson {
  let moves = 4;
  let depth = 5;
  let position: (typeof NAMES)[number] = 'rooks';
  /** The two orders are those of the start of the game; the counts are those of the chosen position. */
  let example: TwoOrders | null = null;
  let answer: TwoOrders | null = null;
  let asked = '';
  let plot: Curve | null = null;

  const boards = h('div', { class: 'two-boards' });
  const meeting = h('p', { class: 'meeting', role: 'status' });
  const made = slider('Half-moves made', ['0', '1', '2', '3', '4'], moves, (value) => {
    moves = value;
    drawOrders();
    write();
  });
  const tree = h('div', {
    class: 'scroll-x',
    tabindex: 0,
    role: 'group',
    'aria-label': 'Tree of the two orders',
  });
  const where = select(
    'Position',
    NAMES.map((value, index) => ({ value, label: POSITIONS[index]?.name ?? value })),
    position,
    (value) => {
      position = value;
      write();
      void ask();
    },
  );
  const deep = slider(
    'Depth',
    Array.from({ length: MOST_DEPTH }, (_, i) => `${i + 1} plies`),
    depth - 1,
    (value) => {
      depth = value + 1;
      write();
      void ask();
    },
  );
  const told = h('p', { role: 'status' });
  const chart = h('div', { class: 'curve' });
  const rows = h('tbody');

  const write = (): void => {
    const params = new URLSearchParams();
    if (moves !== 4) params.set('moves', String(moves));
    if (position !== 'rooks') params.set('position', position);
    if (depth !== 5) params.set('depth', String(depth));
    keep(params);
  };

  const drawOrders = (): void => {
    if (example === null) return;
    const known = example.orders.slice(0, 2);
    set(
      boards,
      ...known.map((order, index) => {
        const at = Math.min(moves, order.fens.length - 1);
        const last = at > 0 ? (order.uci[at - 1] ?? null) : null;
        return h(
          'figure',
          {},
          h(
            'figcaption',
            { class: 'order-moves' },
            ...order.moves.map((move, ply) =>
              h(
                'span',
                { class: ply < at ? 'made' : 'quiet' },
                `${ply % 2 === 0 ? `${ply / 2 + 1}. ` : ''}${move} `,
              ),
            ),
          ),
          miniBoard(order.fens[at] ?? '', {
            arrow: last,
            label: index === 0 ? 'First order.' : 'Second order.',
          }),
          h('code', { class: 'key' }, order.keys[at] ?? ''),
        );
      }),
    );
    const keys = known.map((order) => order.keys[Math.min(moves, order.keys.length - 1)]);
    const same = keys[0] === keys[1];
    boards.classList.toggle('same', same && moves > 0);
    setText(
      meeting,
      moves === 0
        ? 'One position, one key. Make the moves.'
        : same
          ? 'The same position by two ways, and the same key: the second way finds the record of the first.'
          : 'Two positions, two keys.',
    );
  };

  const drawRows = (): void => {
    if (answer === null) return;
    const { rows: all } = answer;
    set(
      rows,
      ...all.map((row) =>
        h(
          'tr',
          {},
          h('td', {}, String(row.depth)),
          h('td', {}, num(row.paths)),
          h('td', {}, num(row.positions)),
          h('td', {}, num(row.nodesWithout)),
          h('td', {}, num(row.nodesWith)),
        ),
      ),
    );
    const data: [number[], number[], number[]] = [
      all.map((row) => row.depth),
      all.map((row) => row.nodesWithout),
      all.map((row) => row.nodesWith),
    ];
    plot?.close();
    plot = curve(
      chart,
      {
        x: 'depth in plies',
        y: 'nodes',
        logarithmic: true,
        height: 220,
        series: ['without a table', 'with a table'],
      },
      data,
    );
    const last = all.at(-1);
    if (last !== undefined) {
      setText(
        told,
        `To depth ${last.depth} the search visits ${num(last.nodesWithout)} nodes without a table and ` +
          `${num(last.nodesWith)} with one: ${percent(last.nodesWithout - last.nodesWith, last.nodesWithout)} saved. ` +
          `${num(last.paths)} lines of play lead to ${num(last.positions)} different positions.`,
      );
    }
  };

  const ask = async (): Promise<void> => {
    const fen = POSITIONS[NAMES.indexOf(position)]?.fen ?? '';
    const question = `${fen} ${depth}`;
    if (question === asked) return;
    asked = question;
    setText(told, 'Searching …');
    try {
      const found = await client.call('twoOrders', [fen, depth]);
      if (asked !== question) return;
      answer = found;
      fault(null);
      drawRows();
    } catch (problem) {
      asked = '';
      setText(told, '');
      fault(problem);
    }
  };

  const askExample = async (): Promise<void> => {
    if (example !== null) return;
    try {
      example = await client.call('twoOrders', [START, 1]);
      set(tree, orderTree(example));
      drawOrders();
    } catch (problem) {
      fault(problem);
    }
  };

  const picture = h(
    'div',
    { class: 'stack' },
    h(
      'section',
      { class: 'panel', 'aria-labelledby': 'why-orders' },
      h('h2', { id: 'why-orders' }, 'Two orders of the same moves'),
      made.element,
      boards,
      meeting,
    ),
    h(
      'section',
      { class: 'panel', 'aria-labelledby': 'why-tree' },
      h('h2', { id: 'why-tree' }, 'All orders of these moves'),
      h(
        'p',
        { class: 'quiet small' },
        'Each circle is a position. Where lines meet, a table saves a node.',
      ),
      tree,
    ),
    h(
      'section',
      { class: 'panel', 'aria-labelledby': 'why-search' },
      h('h2', { id: 'why-search' }, 'A whole search'),
      h('div', { class: 'fields' }, where.element, deep.element),
      told,
      chart,
      h(
        'div',
        { class: 'scroll-x', tabindex: 0, role: 'group', 'aria-label': 'Nodes to each depth' },
        h(
          'table',
          {},
          h(
            'thead',
            {},
            h(
              'tr',
              {},
              ...['Depth', 'Lines of play', 'Positions', 'Nodes without', 'Nodes with'].map(
                (name) => h('th', { scope: 'col' }, name),
              ),
            ),
          ),
          rows,
        ),
      ),
    ),
  );
  return {
    picture,
    text: h(
      'div',
      {},
      prose(
        'Move the slider. White plays a pawn and a knight, Black two pawns. The orders differ, and so do the positions in between; after four half-moves both boards are equal.',
        'A search without memory now looks at everything behind this position twice. One with a table finds a record under the position’s key, and is done.',
      ),
      fromBook(intro, 'Why a table?', 'book/why-a-table.md'),
      prose(
        'The fewer moves undo each other, the fewer positions meet. Compare the kings among blocked pawns with the middle game full of captures.',
      ),
      sources(
        'Greenblatt, Eastlake and Crocker, 1967; Slate and Atkin, 1977; Fine, Basic Chess Endings, 1941, 70',
      ),
    ),
    show: (params) => {
      moves = numberParam(params, 'moves', 0, 4, 4);
      depth = numberParam(params, 'depth', 1, MOST_DEPTH, 5);
      position = choiceParam(params, 'position', NAMES, 'rooks');
      made.set(moves);
      deep.set(depth - 1);
      where.set(position);
      drawOrders();
      void askExample();
      void ask();
    },
  };
}
