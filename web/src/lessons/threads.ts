/** Lesson 6: two threads write one record word by word; a reader may see half of each. */

import bucket from 'book:book/choose-your-layout.md/the-bucket/2';
import rejected from 'book:decisions/0003-why-is-the-key-stored-xor-the-data.md/why-does-a-slot-store-the-key-xor-the-data/3';
import { button, choice } from '../controls.ts';
import { h, set, setText } from '../dom.ts';
import type { Reading, Torn } from '../wasm.ts';
import { fromBook, prose, sources, type Context, type Lesson } from './lesson.ts';
import { isOrder, nextSteps, orders } from './interleave.ts';

/** Makes the lesson. */
export function make({ client, keep, fault }: Context): Lesson {
  let steps: string[] = [];
  let xor: 'yes' | 'no' = 'no';
  let torn: Torn | null = null;
  const slot = h('div', { class: 'two-words' });
  const list = h('ol', { class: 'torn-steps' });
  const readers = h('div', { class: 'readers' });
  const verdict = h('p', { role: 'status' });
  const writers = ['A', 'B'].map((name) => {
    const next = button('', () => {
      const step = nextSteps(steps).find((each) => each.startsWith(name));
      if (step !== undefined) take([...steps, step]);
    });
    return { name, next };
  });
  const back = button('Take back', () => take(steps.slice(0, -1)));
  const check = choice(
    'A record keeps',
    [
      { value: 'no', label: 'its key' },
      { value: 'yes', label: 'its key XOR its data' },
    ],
    xor,
    (value) => {
      xor = value;
      write();
      void ask();
    },
  );
  const all = h('div', { class: 'row' });

  const write = (): void => {
    const params = new URLSearchParams();
    if (steps.length > 0) params.set('order', steps.join(','));
    if (xor === 'yes') params.set('xor', 'yes');
    keep(params);
  };
  const take = (next: string[]): void => {
    steps = next;
    write();
    void ask();
  };

  const draw = (): void => {
    const open = nextSteps(steps);
    for (const { name, next } of writers) {
      const step = open.find((each) => each.startsWith(name));
      setText(next, step === undefined ? `${name} has written` : `${name} writes word ${step[1]}`);
      next.disabled = step === undefined;
    }
    back.disabled = steps.length === 0;
    const last = torn?.steps.at(-1);
    set(
      slot,
      wordBox(
        'word 0',
        xor === 'yes' ? 'key XOR data' : 'key',
        last?.word0 ?? '',
        lastWriter(steps, '0'),
      ),
      wordBox('word 1', 'data', last?.word1 ?? '', lastWriter(steps, '1')),
    );
    set(
      list,
      ...(torn?.steps ?? []).map((step) => h('li', {}, h('b', {}, step.step), ` ${step.text}`)),
    );
    set(
      readers,
      last === undefined ? null : reader('A reader with A’s key', last.readA),
      last === undefined ? null : reader('A reader with B’s key', last.readB),
    );
    setText(
      verdict,
      torn === null || steps.length === 0
        ? 'Two threads store two records in one slot. Let them write, one word at a time.'
        : torn.sentence,
    );
    verdict.className =
      torn?.torn === true ? (torn.refused ? 'verdict good' : 'verdict bad') : 'verdict';
    set(
      all,
      ...orders().map((order) =>
        h(
          'button',
          {
            type: 'button',
            'aria-pressed': order.join() === steps.join() ? 'true' : 'false',
            onclick: () => take(order),
          },
          order.join(' '),
        ),
      ),
    );
  };

  const ask = async (): Promise<void> => {
    const question = steps.join(',');
    try {
      const found =
        steps.length === 0 ? null : await client.call('torn', [question, xor === 'yes']);
      if (question !== steps.join(',')) return;
      torn = found;
      fault(null);
    } catch (problem) {
      fault(problem);
    }
    draw();
  };

  return {
    picture: h(
      'div',
      { class: 'stack' },
      h(
        'section',
        { class: 'panel', 'aria-labelledby': 'torn-title' },
        h('h2', { id: 'torn-title' }, 'Two stores, one slot'),
        h('div', { class: 'fields' }, check.element),
        h('div', { class: 'row' }, ...writers.map(({ next }) => next), back),
        slot,
        verdict,
        readers,
        list,
        h('p', { class: 'small quiet' }, 'Or choose one of the six orders:'),
        all,
      ),
    ),
    text: h(
      'div',
      {},
      prose(
        'A record has two words, and a processor writes one word at a time. If two threads store into one slot at once, the slot may hold the key of one record and the data of the other.',
        'Let A write one word, then B both of its words, then A the other. Then switch to the other way of keeping the key.',
      ),
      fromBook(bucket, 'Choose your layout', 'book/choose-your-layout.md'),
      fromBook(rejected, 'Why does a slot store the key XOR the data?', 'decisions/0003'),
      sources(
        'Hyatt and Mann, A lock-less transposition table implementation for parallel search, ICGA Journal 25(1), 2002',
      ),
    ),
    show: (params) => {
      const order = (params.get('order') ?? '').split(',').filter((step) => step !== '');
      steps = isOrder(order) ? order : [];
      xor = params.get('xor') === 'yes' ? 'yes' : 'no';
      check.set(xor);
      void ask();
    },
  };
}

/** Returns the writer whose word stands in the slot, or an empty text. */
function lastWriter(steps: readonly string[], word: string): string {
  return steps.findLast((step) => step[1] === word)?.[0] ?? '';
}

function wordBox(name: string, meaning: string, hex: string, writer: string): HTMLElement {
  return h(
    'div',
    { class: `word writer-${writer === '' ? 'none' : writer.toLowerCase()}` },
    h('span', { class: 'small' }, `${name}: ${meaning}`),
    h('code', {}, hex === '' ? 'empty' : hex),
    h('span', { class: 'small' }, writer === '' ? '' : `written by ${writer}`),
  );
}

function reader(name: string, reading: Reading): HTMLElement {
  const kind = !reading.found ? 'miss' : reading.data === 'mixed' ? 'mixed' : 'hit';
  return h('div', { class: `reader ${kind}` }, h('b', {}, name), h('p', {}, reading.verdict));
}
