/** Lesson 4: records stream into a small table; the reader predicts which one is forgotten. */

import policy4 from 'book:book/choose-your-layout.md/the-policy/1';
import { choiceParam, numberParam } from '../address.ts';
import { button, choice, select } from '../controls.ts';
import { h, set, setText } from '../dom.ts';
import { POLICIES, ruleOf } from '../table/state.ts';
import { counted, num, percent } from '../words.ts';
import type { Policy, Replacement, SmallRecord } from '../wasm.ts';
import { fromBook, prose, sources, type Context, type Lesson } from './lesson.ts';

const STEPS = 24;
const SIZES = ['4', '8', '16'] as const;
/** A guess: a slot of the bucket, or null for a record that is not taken in. */
type Guess = { slot: number | null };

/** Makes the lesson. */
export function make({ client, keep, fault }: Context): Lesson {
  let policy: Policy = 'always';
  let size: (typeof SIZES)[number] = '8';
  let seed = 1;
  /** Records that were taken in so far. */
  let step = 0;
  let stream: Replacement | null = null;
  let asked = '';
  let revealed: Guess | 'shown' | null = null;
  let right = 0;
  let guesses = 0;

  const incoming = h('div', { class: 'incoming' });
  const grid = h('div', { class: 'slots' });
  const why = h('div', { class: 'note', role: 'status' });
  const score = h('p', { class: 'small quiet numbers' });
  const bars = h('div', { class: 'bars' });
  const rule = h('p', { class: 'small quiet' });

  const write = (): void => {
    const params = new URLSearchParams();
    if (policy !== 'always') params.set('policy', policy);
    if (size !== '8') params.set('size', size);
    if (seed !== 1) params.set('stream', String(seed));
    if (step > 0) params.set('step', String(step));
    keep(params);
  };
  const restart = (): void => {
    step = 0;
    revealed = null;
    right = 0;
    guesses = 0;
    write();
    void ask();
  };
  const policies = choice(
    'Policy',
    POLICIES.map(({ value, label }) => ({ value, label })),
    policy,
    (value) => {
      policy = value;
      restart();
    },
  );
  const sizes = select(
    'Places',
    SIZES.map((value) => ({ value, label: value })),
    size,
    (value) => {
      size = value;
      restart();
    },
  );
  const another = button('Another stream', () => {
    seed = (seed % 999) + 1;
    restart();
  });
  const onward = button('Show', () => advance(), 'primary');
  const toEnd = button('To the end', () => {
    step = stream?.steps.length ?? 0;
    revealed = null;
    write();
    draw();
  });

  const advance = (): void => {
    if (stream === null || step >= stream.steps.length) return restart();
    if (revealed === null) revealed = 'shown';
    else {
      revealed = null;
      step += 1;
    }
    write();
    draw();
  };

  const guess = (slot: number | null): void => {
    const now = stream?.steps[step];
    if (now === undefined || revealed !== null) return;
    revealed = { slot };
    guesses += 1;
    if (slot === now.slot) right += 1;
    draw();
    onward.focus();
  };

  const draw = (): void => {
    if (stream === null) return;
    const now = stream.steps[step];
    const showing = revealed !== null && now !== undefined;
    const before = step === 0 ? null : (stream.steps[step - 1]?.table ?? null);
    const table = showing ? now.table : before;
    set(
      incoming,
      now === undefined
        ? h(
            'p',
            {},
            `The stream has ended: ${stream.kept} records are still known, ${stream.forgotten} are forgotten, and with them the work of ${counted(stream.nodesForgotten, 'node')}.`,
          )
        : recordCard(now.record, 'new', `Record ${step + 1} of ${stream.steps.length}`),
    );
    const rows: HTMLElement[] = [];
    for (let bucket = 0; bucket < stream.buckets; bucket += 1) {
      const active = now?.bucket === bucket;
      const places: HTMLElement[] = [];
      for (let slot = 0; slot < stream.slots; slot += 1) {
        const record = table?.[bucket]?.[slot] ?? null;
        const fresh = showing && active && now.slot === slot;
        const body =
          record === null
            ? h('span', { class: 'quiet small' }, 'free')
            : recordCard(record, fresh ? 'new' : '');
        const gone =
          fresh && now.victim !== null ? h('span', { class: 'gone small' }, now.victim.name) : null;
        places.push(
          active && !showing
            ? h(
                'button',
                { type: 'button', class: 'slot', onclick: () => guess(slot) },
                h('span', { class: 'unseen' }, `Place ${slot + 1}: `),
                body,
              )
            : h('div', { class: `slot${fresh ? ' fresh' : ''}` }, gone, body),
        );
      }
      rows.push(
        h(
          'div',
          { class: `bucket${active ? ' active' : ''}` },
          h('span', { class: 'small quiet' }, `bucket ${bucket}`),
          ...places,
        ),
      );
    }
    grid.classList.toggle('narrow', stream.slots === 1);
    set(grid, ...rows);
    drawWhy(now);
    setText(onward, now === undefined ? 'Again' : showing ? 'Next record' : 'Show');
    toEnd.disabled = now === undefined;
    setText(score, guesses === 0 ? '' : `${right} of ${guesses} predicted`);
    setText(rule, ruleOf(policy));
  };

  /** Says that a new search has begun, which the policies with ageing know. */
  const turn = (now: Replacement['steps'][number]): string =>
    step > 0 && now.record.generation > (stream?.steps[step - 1]?.record.generation ?? 0)
      ? 'A new search begins. '
      : '';

  const drawWhy = (now: Replacement['steps'][number] | undefined): void => {
    if (now === undefined) {
      set(why, h('p', {}, 'Choose another policy: the same records come, and others are lost.'));
    } else if (revealed === null) {
      set(
        why,
        h(
          'p',
          {},
          `${turn(now)}${now.record.name} belongs in bucket ${now.bucket}. Predict: click the place that it takes, or`,
        ),
        button('it is turned away', () => guess(null)),
      );
    } else {
      const verdict =
        revealed === 'shown' ? null : revealed.slot === now.slot ? 'As you said. ' : 'No. ';
      set(why, h('p', {}, verdict === null ? null : h('b', {}, verdict), now.why));
    }
  };

  const compare = async (): Promise<void> => {
    const results = await Promise.all(
      POLICIES.map(async ({ value, label }) => ({
        value,
        label,
        found: await client.call('replacement', [value, Number(size), seed, STEPS]),
      })),
    );
    set(
      bars,
      ...results.map(({ value, label, found }) => {
        const all = found.nodesKept + found.nodesForgotten;
        const share = all === 0 ? 0 : (100 * found.nodesForgotten) / all;
        return h(
          'div',
          { class: value === policy ? 'bar current' : 'bar' },
          h('span', {}, label),
          h(
            'span',
            { class: 'bar-track' },
            h('span', { class: 'bar-fill', style: `width:${share.toFixed(1)}%` }),
          ),
          h(
            'span',
            { class: 'numbers small' },
            `${num(found.forgotten)} records, ${percent(found.nodesForgotten, all)} of the work`,
          ),
        );
      }),
    );
  };

  const ask = async (): Promise<void> => {
    const question = `${policy} ${size} ${seed}`;
    try {
      if (question !== asked) {
        asked = question;
        stream = await client.call('replacement', [policy, Number(size), seed, STEPS]);
        fault(null);
        void compare().catch(fault);
      }
    } catch (problem) {
      fault(problem);
      return;
    }
    step = Math.min(step, stream?.steps.length ?? 0);
    draw();
  };

  return {
    picture: h(
      'div',
      { class: 'stack' },
      h(
        'section',
        { class: 'panel', 'aria-labelledby': 'stream-title' },
        h('h2', { id: 'stream-title' }, 'Who must go?'),
        h('div', { class: 'fields' }, policies.element, sizes.element, another),
        rule,
        h('div', { class: 'stream' }, incoming, h('div', { class: 'row' }, onward, toEnd, score)),
        why,
        grid,
      ),
      h(
        'section',
        { class: 'panel', 'aria-labelledby': 'forgets-title' },
        h('h2', { id: 'forgets-title' }, 'What each policy forgets of this stream'),
        bars,
      ),
    ),
    text: h(
      'div',
      {},
      prose(
        'A record arrives, and its bucket is full. Something is forgotten: the new record or one of the old. Predict which, then look.',
        'A deep record cost many nodes and is asked for seldom; a shallow one is asked for again in a moment. Each policy is a guess about which is worth more.',
      ),
      fromBook(policy4, 'Choose your layout', 'book/choose-your-layout.md'),
      prose(
        'Whatever is forgotten is not lost for good: the search finds it again, at the price of the nodes below it. The lowest picture counts that price.',
      ),
      sources(
        'Breuker, Uiterwijk and van den Herik, 1994 and 1996; the policies are those of the crates tt-core and tt-classics',
      ),
    ),
    show: (params) => {
      policy = choiceParam(
        params,
        'policy',
        POLICIES.map((known) => known.value),
        'always',
      );
      size = choiceParam(params, 'size', SIZES, '8');
      seed = numberParam(params, 'stream', 1, 999, 1);
      step = numberParam(params, 'step', 0, STEPS, 0);
      revealed = null;
      policies.set(policy);
      sizes.set(size);
      void ask();
    },
  };
}

/** Makes the card of a record. */
function recordCard(record: SmallRecord, kind: string, head = ''): HTMLElement {
  return h(
    'span',
    { class: `card ${kind}` },
    head === '' ? null : h('span', { class: 'small quiet' }, head),
    h('b', {}, record.name),
    h(
      'span',
      { class: 'small numbers' },
      `draft ${record.draft}, ${counted(record.nodes, 'node')}, search ${record.generation + 1}`,
    ),
    h('span', { class: 'draft-bar', style: `--draft:${Math.min(1, record.draft / 12)}` }),
  );
}
