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
import { texts } from '../texts.ts';

const TEXTS = texts.replacement;

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
    TEXTS.policy,
    POLICIES.map(({ value, label }) => ({ value, label })),
    this.policy,
    (policy) => this.restart({ policy }),
  );
  private readonly sizes = select(
    TEXTS.places,
    SIZES.map((value) => ({ value, label: value })),
    this.size,
    (size) => this.restart({ size }),
  );
  private readonly onward = button(TEXTS.show, () => this.advance(), 'primary');
  private readonly toEnd = button(TEXTS.toTheEnd, () => this.goTo(this.stream?.steps.length ?? 0));

  constructor(private readonly context: Context) {
    const another = button(TEXTS.anotherStream, () =>
      this.restart({ seed: (this.seed % MOST_SEED) + 1 }),
    );
    const { policies, sizes, incoming, onward, toEnd, score } = this;
    const fields = h('div', { class: 'fields' }, policies.element, sizes.element, another);
    const buttons = h('div', { class: 'row' }, onward, toEnd, score);
    const stream = h('div', { class: 'stream' }, incoming, buttons);
    this.picture = h(
      'div',
      { class: 'stack' },
      panel(TEXTS.whoMustGo, fields, this.rule, stream, this.why, this.grid),
      panel(TEXTS.whatEachPolicyForgetsOf, this.bars),
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
    const count = TEXTS.recordOf(at + 1, stream.steps.length);
    set(this.incoming, step === undefined ? ending(stream) : recordCard(step.record, count));
    this.grid.classList.toggle('narrow', stream.slots === 1);
    const moment = { stream, step, at, shown };
    set(this.grid, ...bucketCards(moment, (slot) => this.guess(slot)));
    set(this.why, ...this.reasons(stream, step));
    setText(this.onward, step === undefined ? TEXTS.again : shown ? TEXTS.nextRecord : TEXTS.show);
    this.toEnd.disabled = step === undefined;
    setText(this.score, this.guesses === 0 ? '' : TEXTS.ofPredicted(this.right, this.guesses));
    setText(this.rule, ruleOf(this.policy));
  }

  /** Returns the question about a record, or the answer. */
  private reasons(stream: Replacement, step: Replacement['steps'][number] | undefined) {
    const { revealed } = this;
    if (step === undefined) {
      const next = TEXTS.chooseAnotherPolicyTheSame;
      return [h('p', {}, next)];
    }
    if (revealed === null) {
      const before = stream.steps[this.step - 1]?.record.generation ?? step.record.generation;
      const turn = step.record.generation > before ? TEXTS.aNewSearchBegins : '';
      const where = TEXTS.belongsInBucket(step.record.name, step.bucket);
      return [
        h('p', {}, TEXTS.predictClickThePlaceThat(turn, where)),
        button(TEXTS.itIsTurnedAway, () => this.guess(null)),
      ];
    }
    const verdict =
      revealed === 'shown' ? '' : revealed.slot === step.slot ? TEXTS.right : TEXTS.no;
    return [h('p', {}, h('b', {}, verdict), step.why)];
  }
}

function ending({ kept, forgotten, nodesForgotten }: Replacement): HTMLElement {
  const lost = TEXTS.areForgottenAndWithThem(forgotten, counted(nodesForgotten, texts.nouns.node));
  return h('p', {}, TEXTS.theStreamHasEndedRecords(kept, lost));
}

function text(): HTMLElement {
  return h(
    'div',
    {},
    prose(TEXTS.aRecordArrivesAndIts, TEXTS.aDeepRecordCostMany),
    fromBook(rule, TEXTS.chooseYourLayout, 'book/choose-your-layout.md'),
    prose(TEXTS.whateverIsForgottenIsNot),
    sources(TEXTS.breukerUiterwijkAndVanDen, TEXTS.thePoliciesAreThoseOf),
  );
}

/** Makes the lesson. */
export function make(context: Context): Lesson {
  return new ReplacementLesson(context);
}
