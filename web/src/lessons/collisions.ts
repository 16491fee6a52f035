/** Lesson 5: how soon two positions share a number, and what a false record costs. */

import cost from 'book:book/keys-with-a-guarantee.md/what-a-false-match-costs/1-2';
import then from 'book:book/keys-with-a-guarantee.md/what-a-false-match-costs/5';
import { choiceParam, numberParam } from '../address.ts';
import { button, choice, slider } from '../controls.ts';
import { curve, type Curve } from '../curve.ts';
import { h, set, setText } from '../dom.ts';
import { num } from '../words.ts';
import type { Birthday } from '../wasm.ts';
import { falseGame } from './false-game.ts';
import { fromBook, powers, prose, sources, type Context, type Lesson } from './lesson.ts';

const LEAST_BITS = 6;
const MOST_BITS = 24;
const TRIES = [20, 100, 500, 2000] as const;
type Meaning = 'index' | 'key';

/** Makes the lesson. */
export function make({ client, keep, fault }: Context): Lesson {
  let bits = 12;
  let tries = 1;
  let seed = 1;
  let meaning: Meaning = 'key';
  let asked = '';
  let answer: Birthday | null = null;
  let plot: Curve | null = null;
  const chart = h('div', { class: 'curve' });
  const told = h('p', { role: 'status' });
  const gillogly = h('div');
  let move = 0;
  const game = falseGame(client, fault, (next) => {
    move = next;
    write();
  });

  const write = (): void => {
    const params = new URLSearchParams();
    if (bits !== 12) params.set('bits', String(bits));
    if (tries !== 1) params.set('runs', String(TRIES[tries]));
    if (seed !== 1) params.set('draw', String(seed));
    if (meaning !== 'key') params.set('of', meaning);
    if (move > 0) params.set('move', String(move));
    keep(params);
  };
  const count = slider(
    'Bits',
    Array.from({ length: MOST_BITS - LEAST_BITS + 1 }, (_, i) => `${i + LEAST_BITS} bits`),
    bits - LEAST_BITS,
    (value) => {
      bits = value + LEAST_BITS;
      write();
      void ask();
    },
  );
  const runs = slider(
    'Runs',
    TRIES.map((value) => `${num(value)} runs`),
    tries,
    (value) => {
      tries = value;
      write();
      void ask();
    },
  );
  const again = button('Draw again', () => {
    seed += 1;
    write();
    void ask();
  });
  const meanings = choice(
    'The bits are',
    [
      { value: 'key', label: 'a key' },
      { value: 'index', label: 'an index' },
    ],
    meaning,
    (value) => {
      meaning = value;
      write();
      tell();
    },
  );

  const tell = (): void => {
    if (answer === null) return;
    const all = 2 ** answer.bits;
    setText(
      told,
      meaning === 'key'
        ? `There are ${num(all)} keys of ${answer.bits} bits, yet among ${num(answer.half)} positions two share one in half of all runs. The search would take one for the other.`
        : `A table of ${num(all)} buckets is not full at all, yet with ${num(answer.half)} positions two want the same bucket in half of all runs. That costs a record; the key, compared in full, still tells them apart.`,
    );
  };

  const draw = (): void => {
    if (answer === null) return;
    const data: [number[], number[], number[]] = [
      answer.curve.map((point) => point.positions),
      answer.curve.map((point) => point.expected),
      answer.curve.map((point) => point.observed),
    ];
    plot?.close();
    plot = curve(
      chart,
      {
        x: 'positions',
        y: 'runs with a pair',
        series: ['formula', 'your runs'],
        format: (value) => `${Math.round(value * 100)} %`,
      },
      data,
    );
    tell();
    const { gillogly: table } = answer;
    set(
      gillogly,
      h('p', { class: 'small quiet' }, `${table.title} (${table.source}).`),
      h(
        'div',
        { class: 'scroll-x', tabindex: 0, role: 'group', 'aria-label': table.title },
        h(
          'table',
          {},
          h(
            'thead',
            {},
            h('tr', {}, ...table.columns.map((name) => h('th', { scope: 'col' }, ...powers(name)))),
          ),
          h(
            'tbody',
            {},
            ...table.rows.map((row) =>
              h('tr', {}, ...row.map((cell) => h('td', {}, String(cell)))),
            ),
          ),
        ),
      ),
    );
  };

  const ask = async (): Promise<void> => {
    const question = `${bits} ${tries} ${seed}`;
    if (question === asked) return;
    asked = question;
    setText(told, 'Drawing keys …');
    try {
      const found = await client.call('birthday', [bits, TRIES[tries] ?? 100, seed]);
      if (asked !== question) return;
      answer = found;
      fault(null);
      draw();
    } catch (problem) {
      asked = '';
      fault(problem);
    }
  };

  return {
    picture: h(
      'div',
      { class: 'stack' },
      h(
        'section',
        { class: 'panel', 'aria-labelledby': 'birthday-title' },
        h('h2', { id: 'birthday-title' }, 'The birthday curve, and your own runs'),
        h('div', { class: 'fields' }, meanings.element, count.element, runs.element, again),
        told,
        chart,
      ),
      game.element,
      h(
        'section',
        { class: 'panel', 'aria-labelledby': 'gillogly-title' },
        h('h2', { id: 'gillogly-title' }, 'How many bits are enough?'),
        gillogly,
      ),
    ),
    text: h(
      'div',
      {},
      prose(
        h(
          'p',
          {},
          'Of 23 people, two share a birthday in half of all cases, though a year has 365 days. Keys meet as early: where there are ',
          ...powers('2^b'),
          ' keys, about ',
          '2',
          h('sup', {}, 'b/2'),
          ' positions suffice.',
        ),
        'The index of a table has few bits, so positions meet there all the time; that is what replacement is about. The key must tell them apart. Where it has too few bits, a probe finds the record of another position and believes it.',
      ),
      fromBook(cost, 'Keys with a guarantee', 'book/keys-with-a-guarantee.md'),
      fromBook(then, 'Keys with a guarantee', 'book/keys-with-a-guarantee.md'),
      sources(
        'Gillogly, Transposition table collisions, 1989; Hyatt and Cozzie, ICGA Journal 28(3), 2005; the project’s laboratory, pages birthday, gillogly and collisions',
      ),
    ),
    show: (params) => {
      bits = numberParam(params, 'bits', LEAST_BITS, MOST_BITS, 12);
      const at = TRIES.findIndex((value) => String(value) === params.get('runs'));
      tries = at < 0 ? 1 : at;
      seed = numberParam(params, 'draw', 1, 1_000_000, 1);
      meaning = choiceParam(params, 'of', ['key', 'index'] as const, 'key');
      count.set(bits - LEAST_BITS);
      runs.set(tries);
      meanings.set(meaning);
      void ask();
      move = numberParam(params, 'move', 0, 1000, 0);
      game.show(move);
    },
  };
}
