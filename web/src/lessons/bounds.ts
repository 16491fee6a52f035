/** Lesson 3: a record says exactly, at least or at most; it may end a node or only give a move. */

import answers from 'book:book/why-a-table.md/why-a-table/2-3';
import { numberParam } from '../address.ts';
import { button, choice, slider, type Field } from '../controls.ts';
import { h, set, setText } from '../dom.ts';
import type { BoundsTree } from '../wasm.ts';
import { KIND_NAMES, gameTree, treeLegend } from './game-tree.ts';
import { fromBook, prose, sources, type Context, type Lesson } from './lesson.ts';

const MOST_SEED = 9999;

/** Makes the lesson. */
export function make({ client, keep, fault }: Context): Lesson {
  let seed = 1;
  let use: 'yes' | 'no' = 'yes';
  let visit = -1;
  let tree: BoundsTree | null = null;
  let asked = '';
  let visits: Field<number> | null = null;
  const drawing = h('div', {
    class: 'scroll-x',
    tabindex: 0,
    role: 'group',
    'aria-label': 'The tree of the game',
  });
  const rule = h('p', { class: 'quiet small' });
  const sliderHost = h('div');
  const note = h('div', { class: 'note', role: 'status' });
  const sumUp = h('p', {});

  const write = (): void => {
    const params = new URLSearchParams();
    if (seed !== 1) params.set('game', String(seed));
    if (use === 'no') params.set('table', 'no');
    if (visit >= 0) params.set('visit', String(visit));
    keep(params);
  };
  const table = choice(
    'Table',
    [
      { value: 'yes', label: 'With a table' },
      { value: 'no', label: 'Without' },
    ],
    use,
    (value) => {
      use = value;
      write();
      void ask();
    },
  );
  const another = button('Another game', () => {
    seed = (seed % MOST_SEED) + 1;
    visit = -1;
    write();
    void ask();
  });

  const order = (): BoundsTree['nodes'] =>
    (tree?.nodes ?? [])
      .filter((node) => node.order !== null)
      .sort((a, b) => (a.order ?? 0) - (b.order ?? 0));

  const draw = (): void => {
    if (tree === null) return;
    const visited = order();
    // Before the reader walks, the whole tree is shown, and the note is that of its root.
    const node = visited[visit < 0 ? 0 : Math.min(visit, visited.length - 1)];
    set(
      drawing,
      gameTree(tree, node?.id ?? null, visit < 0 ? null : (node?.order ?? null), (id) => {
        const found = visited.findIndex((each) => each.id === id);
        if (found < 0) return;
        visit = found;
        visits?.set(found);
        write();
        draw();
      }),
    );
    if (node !== undefined) {
      const window = `window ${node.alpha ?? '−∞'} to ${node.beta ?? '+∞'}, `;
      set(
        note,
        h('h3', {}, node.move === '' ? node.label : `${node.move}: ${node.label}`),
        h(
          'p',
          { class: 'numbers small quiet' },
          `${window}value ${node.value ?? 'unknown'}, ${KIND_NAMES[node.kind]}`,
        ),
        h('p', {}, node.note),
      );
    }
    setText(
      sumUp,
      `The value of the game is ${tree.value}. Visited: ${tree.visited} nodes; never looked at: ${tree.pruned}; ended by the table: ${tree.tableCuts}.`,
    );
    setText(rule, tree.game);
  };

  const ask = async (): Promise<void> => {
    const question = `${seed} ${use}`;
    if (question !== asked) {
      asked = question;
      try {
        tree = await client.call('bounds', [seed, use === 'yes']);
        fault(null);
      } catch (problem) {
        fault(problem);
        return;
      }
      const names = order().map((_, index, all) => `${index + 1} of ${all.length}`);
      visits = slider('Visits', names, visit < 0 ? names.length - 1 : visit, (value) => {
        visit = value;
        write();
        draw();
      });
      set(sliderHost, visits.element);
    }
    visits?.set(visit < 0 ? order().length - 1 : visit);
    draw();
  };

  return {
    picture: h(
      'div',
      { class: 'stack' },
      h(
        'section',
        { class: 'panel', 'aria-labelledby': 'bounds-tree' },
        h('h2', { id: 'bounds-tree' }, 'A whole game, searched by alpha-beta'),
        rule,
        h('div', { class: 'fields' }, table.element, another),
        sliderHost,
        drawing,
        treeLegend(),
        note,
        sumUp,
      ),
    ),
    text: h(
      'div',
      {},
      prose(
        'Walk through the visits. Where a move is good enough to refute the move before it, the search stops looking: it then knows a lower bound, not the value. Where no move helps, it knows an upper bound.',
        'A record keeps which of the three it is. A later probe may use a lower bound only if it reaches beta, an upper bound only if it stays at or below alpha; otherwise the record still gives its move.',
      ),
      fromBook(answers, 'Why a table?', 'book/why-a-table.md'),
      prose('Switch the table off and compare how many nodes are visited.'),
      sources('Knuth and Moore, 1975; Slate and Atkin, 1977'),
    ),
    show: (params) => {
      seed = numberParam(params, 'game', 1, MOST_SEED, 1);
      use = params.get('table') === 'no' ? 'no' : 'yes';
      visit = params.has('visit') ? numberParam(params, 'visit', 0, 1000, 0) : -1;
      table.set(use);
      void ask();
    },
  };
}
