/** Lesson 4: records stream into a small table; the reader predicts which one is forgotten. */

import rule from 'book:book/choose-your-layout.md/the-policy/1';
import { choiceParam, numberParam } from '../address.ts';
import { button, choice, select } from '../controls.ts';
import { h, set, setText } from '../dom.ts';
import { POLICIES, ruleOf } from '../table/state.ts';
import { counted } from '../words.ts';
import type { Policy, Replacement } from '../wasm.ts';
import { fromBook, panel, prose, sources, type Context, type Lesson } from './lesson.ts';
import { policyBars } from './policy-bars.ts';
import { bucketCards, recordCard } from './slots-picture.ts';

const STEPS = 24;
const SIZES = ['4', '8', '16'] as const;
type Size = (typeof SIZES)[number];
const MOST_SEED = 999;
const NAMES = POLICIES.map(({ value }) => value);

/** A guess: a slot of the bucket, or null for a record that is not taken in. */
interface Guess {
  slot: number | null;
}

class ReplacementLesson implements Lesson {
  readonly text = text();
  readonly picture: HTMLElement;
  private policy: Policy = 'always';
  private size: Size = '8';
  private seed = 1;
  /** Records that were taken in so far. */
  private step = 0;
  private stream: Replacement | null = null;
  private asked = '';
  /** The guess about the record that comes, or `shown` if the reader only looked; null before. */
  private revealed: Guess | 'shown' | null = null;
  private right = 0;
  private guesses = 0;

  private readonly incoming = h('div', { class: 'incoming' });
  private readonly grid = h('div', { class: 'slots' });
  private readonly why = h('div', { class: 'note', role: 'status' });
  private readonly score = h('p', { class: 'small quiet numbers' });
  private readonly bars = h('div', { class: 'bars' });
  private readonly rule = h('p', { class: 'small quiet' });
  private readonly policies = choice(
    'Policy',
    POLICIES.map(({ value, label }) => ({ value, label })),
    this.policy,
    (policy) => this.restart({ policy }),
  );
  private readonly sizes = select(
    'Places',
    SIZES.map((value) => ({ value, label: value })),
    this.size,
    (size) => this.restart({ size }),
  );
  private readonly onward = button('Show', () => this.advance(), 'primary');
  private readonly toEnd = button('To the end', () => this.goTo(this.stream?.steps.length ?? 0));

  constructor(private readonly context: Context) {
    const another = button('Another stream', () =>
      this.restart({ seed: (this.seed % MOST_SEED) + 1 }),
    );
    const { policies, sizes, incoming, onward, toEnd, score } = this;
    const fields = h('div', { class: 'fields' }, policies.element, sizes.element, another);
    const buttons = h('div', { class: 'row' }, onward, toEnd, score);
    const stream = h('div', { class: 'stream' }, incoming, buttons);
    this.picture = h(
      'div',
      { class: 'stack' },
      panel('Who must go?', fields, this.rule, stream, this.why, this.grid),
      panel('What each policy forgets of this stream', this.bars),
    );
  }

  show(params: URLSearchParams): void {
    this.policy = choiceParam(params, 'policy', NAMES, 'always');
    this.size = choiceParam(params, 'size', SIZES, '8');
    this.seed = numberParam(params, 'stream', 1, MOST_SEED, 1);
    this.step = numberParam(params, 'step', 0, STEPS, 0);
    this.revealed = null;
    this.policies.set(this.policy);
    this.sizes.set(this.size);
    void this.ask();
  }

  private write(): void {
    const params = new URLSearchParams();
    if (this.policy !== 'always') params.set('policy', this.policy);
    if (this.size !== '8') params.set('size', this.size);
    if (this.seed !== 1) params.set('stream', String(this.seed));
    if (this.step > 0) params.set('step', String(this.step));
    this.context.keep(params);
  }

  private restart(part: { policy?: Policy; size?: Size; seed?: number } = {}): void {
    this.policy = part.policy ?? this.policy;
    this.size = part.size ?? this.size;
    this.seed = part.seed ?? this.seed;
    this.step = 0;
    this.revealed = null;
    this.right = 0;
    this.guesses = 0;
    this.write();
    void this.ask();
  }

  private goTo(step: number): void {
    this.step = step;
    this.revealed = null;
    this.write();
    this.draw();
  }

  private advance(): void {
    const end = this.stream?.steps.length ?? 0;
    if (this.step >= end) this.restart();
    else if (this.revealed !== null) this.goTo(this.step + 1);
    else {
      this.revealed = 'shown';
      this.draw();
    }
  }

  private guess(slot: number | null): void {
    const now = this.stream?.steps[this.step];
    if (now === undefined || this.revealed !== null) return;
    this.revealed = { slot };
    this.guesses += 1;
    if (slot === now.slot) this.right += 1;
    this.draw();
    this.onward.focus();
  }

  private async ask(): Promise<void> {
    const { client, fault } = this.context;
    const question = `${this.policy} ${this.size} ${this.seed}`;
    const entries = Number(this.size);
    try {
      if (question !== this.asked) {
        this.asked = question;
        this.stream = await client.call('replacement', [this.policy, entries, this.seed, STEPS]);
        fault(null);
        policyBars(client, this.policy, entries, this.seed, STEPS)
          .then((bars) => set(this.bars, ...bars))
          .catch(fault);
      }
    } catch (problem) {
      fault(problem);
      return;
    }
    this.step = Math.min(this.step, this.stream?.steps.length ?? 0);
    this.draw();
  }

  private draw(): void {
    const { stream, step: at } = this;
    if (stream === null) return;
    const step = stream.steps[at];
    const shown = this.revealed !== null;
    const count = `Record ${at + 1} of ${stream.steps.length}`;
    set(this.incoming, step === undefined ? ending(stream) : recordCard(step.record, count));
    this.grid.classList.toggle('narrow', stream.slots === 1);
    const moment = { stream, step, at, shown };
    set(this.grid, ...bucketCards(moment, (slot) => this.guess(slot)));
    set(this.why, ...this.reasons(stream, step));
    setText(this.onward, step === undefined ? 'Again' : shown ? 'Next record' : 'Show');
    this.toEnd.disabled = step === undefined;
    setText(this.score, this.guesses === 0 ? '' : `${this.right} of ${this.guesses} predicted`);
    setText(this.rule, ruleOf(this.policy));
  }

  /** Returns the question about a record, or the answer. */
  private reasons(stream: Replacement, step: Replacement['steps'][number] | undefined) {
    const { revealed } = this;
    if (step === undefined) {
      const next = 'Choose another policy: the same records come, and others are lost.';
      return [h('p', {}, next)];
    }
    if (revealed === null) {
      const before = stream.steps[this.step - 1]?.record.generation ?? step.record.generation;
      const turn = step.record.generation > before ? 'A new search begins. ' : '';
      const where = `${step.record.name} belongs in bucket ${step.bucket}.`;
      return [
        h('p', {}, `${turn}${where} Predict: click the place that it takes, or`),
        button('it is turned away', () => this.guess(null)),
      ];
    }
    const verdict = revealed === 'shown' ? '' : revealed.slot === step.slot ? 'Right. ' : 'No. ';
    return [h('p', {}, h('b', {}, verdict), step.why)];
  }
}

function ending({ kept, forgotten, nodesForgotten }: Replacement): HTMLElement {
  const lost = `${forgotten} are forgotten, and with them the work of ${counted(nodesForgotten, 'node')}`;
  return h('p', {}, `The stream has ended: ${kept} records are still known, ${lost}.`);
}

function text(): HTMLElement {
  return h(
    'div',
    {},
    prose(
      'A record arrives, and its bucket is full. Something is forgotten: the new record or one of ' +
        'the old. Predict which, then look.',
      'A deep record cost many nodes and is asked for seldom; a shallow one is asked for again in ' +
        'a moment. Each policy is a guess about which is worth more.',
    ),
    fromBook(rule, 'Choose your layout', 'book/choose-your-layout.md'),
    prose(
      'Whatever is forgotten is not lost for good: the search finds it again, at the price of the ' +
        'nodes below it. The lowest picture counts that price.',
    ),
    sources(
      'Breuker, Uiterwijk and van den Herik, 1994 and 1996',
      'the policies are those of the crates tt-core and tt-classics',
    ),
  );
}

/** Makes the lesson. */
export function make(context: Context): Lesson {
  return new ReplacementLesson(context);
}
