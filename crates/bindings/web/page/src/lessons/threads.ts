/** Lesson 6: two threads write one record word by word; a reader may see half of each. */

import bucket from 'book:book/choose-your-layout.md/the-bucket/2';
import rejected from 'book:decisions/0003-why-is-the-key-stored-xor-the-data.md/why-does-a-slot-store-the-key-xor-the-data/3';
import { button, choice } from '../controls.ts';
import { h, set, setText } from '../dom.ts';
import type { Reading, Torn } from '../wasm.ts';
import { isOrder, nextSteps, orders } from './interleave.ts';
import { fromBook, panel, prose, sources, type Context, type Lesson } from './lesson.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.threads;

type Xor = 'yes' | 'no';

class ThreadsLesson implements Lesson {
  readonly text = text();
  readonly picture: HTMLElement;
  private steps: string[] = [];
  private xor: Xor = 'no';
  private torn: Torn | null = null;

  private readonly slot = h('div', { class: 'two-words' });
  private readonly list = h('ol', { class: 'torn-steps' });
  private readonly readers = h('div', { class: 'readers' });
  private readonly verdict = h('p', { role: 'status' });
  private readonly all = h('div', { class: 'row' });
  private readonly writers = ['A', 'B'].map((name) => ({
    name,
    next: button('', () => {
      const step = nextSteps(this.steps).find((each) => each.startsWith(name));
      if (step !== undefined) this.take([...this.steps, step]);
    }),
  }));
  private readonly back = button(TEXTS.takeBack, () => this.take(this.steps.slice(0, -1)));
  private readonly check = choice<Xor>(
    TEXTS.aRecordKeeps,
    [
      { value: 'no', label: TEXTS.itsKey },
      { value: 'yes', label: TEXTS.itsKeyXorItsData },
    ],
    'no',
    (xor) => {
      this.xor = xor;
      this.take(this.steps);
    },
  );

  constructor(private readonly context: Context) {
    const { check, writers, back, slot, verdict, readers, list, all } = this;
    const buttons = h('div', { class: 'row' }, ...writers.map(({ next }) => next), back);
    const choose = h('p', { class: 'small quiet' }, TEXTS.orChooseOneOfThe);
    const fields = h('div', { class: 'fields' }, check.element);
    this.picture = h(
      'div',
      { class: 'stack' },
      panel(TEXTS.twoStoresOneSlot, fields, buttons, slot, verdict, readers, list, choose, all),
    );
  }

  show(params: URLSearchParams): void {
    const order = (params.get('order') ?? '').split(',').filter((step) => step !== '');
    this.steps = isOrder(order) ? order : [];
    this.xor = params.get('xor') === 'yes' ? 'yes' : 'no';
    this.check.set(this.xor);
    void this.ask();
  }

  private take(steps: string[]): void {
    this.steps = steps;
    const params = new URLSearchParams();
    if (steps.length > 0) params.set('order', steps.join(','));
    if (this.xor === 'yes') params.set('xor', 'yes');
    this.context.keep(params);
    void this.ask();
  }

  private async ask(): Promise<void> {
    const question = this.steps.join(',');
    const { xor } = this;
    try {
      const found =
        question === '' ? null : await this.context.client.call('torn', [question, xor === 'yes']);
      if (question !== this.steps.join(',') || xor !== this.xor) return;
      this.torn = found;
      this.context.fault(null);
    } catch (problem) {
      this.context.fault(problem);
    }
    this.draw();
  }

  private draw(): void {
    const { steps, torn } = this;
    this.drawButtons();
    const last = torn?.steps.at(-1);
    const meaning = this.xor === 'yes' ? TEXTS.keyXorData : TEXTS.key;
    set(
      this.slot,
      wordBox(TEXTS.word0, meaning, last?.word0 ?? '', lastWriter(steps, '0')),
      wordBox(TEXTS.word1, TEXTS.data, last?.word1 ?? '', lastWriter(steps, '1')),
    );
    const lines = (torn?.steps ?? []).map((step) =>
      h('li', {}, h('b', {}, step.step), ` ${step.text}`),
    );
    set(this.list, ...lines);
    if (last === undefined) set(this.readers);
    else {
      set(
        this.readers,
        reader(TEXTS.aReaderWithAsKey, last.readA),
        reader(TEXTS.aReaderWithBsKey, last.readB),
      );
    }
    setText(this.verdict, torn?.sentence ?? TEXTS.twoThreadsStoreTwoRecords);
    const kind = torn?.torn !== true ? '' : torn.refused ? ' good' : ' bad';
    this.verdict.className = `verdict${kind}`;
  }

  private drawButtons(): void {
    const open = nextSteps(this.steps);
    for (const { name, next } of this.writers) {
      const step = open.find((each) => each.startsWith(name));
      setText(
        next,
        step === undefined ? TEXTS.hasWritten(name) : TEXTS.writesWord(name, step[1] ?? ''),
      );
      next.disabled = step === undefined;
    }
    this.back.disabled = this.steps.length === 0;
    const chosen = this.steps.join();
    const buttons = orders().map((order) => {
      const each = button(order.join(' '), () => this.take(order));
      each.setAttribute('aria-pressed', String(order.join() === chosen));
      return each;
    });
    set(this.all, ...buttons);
  }
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
    h('code', {}, hex === '' ? TEXTS.empty : hex),
    h('span', { class: 'small' }, writer === '' ? '' : TEXTS.writtenBy(writer)),
  );
}

function reader(name: string, reading: Reading): HTMLElement {
  const kind = !reading.found ? 'miss' : reading.data === 'mixed' ? 'mixed' : 'hit';
  return h('div', { class: `reader ${kind}` }, h('b', {}, name), h('p', {}, reading.verdict));
}

function text(): HTMLElement {
  return h(
    'div',
    {},
    prose(TEXTS.aRecordHasTwoWords, TEXTS.letAWriteOneWord),
    fromBook(bucket, TEXTS.chooseYourLayout, 'book/choose-your-layout.md'),
    fromBook(rejected, TEXTS.whyDoesASlotStore, 'decisions/0003'),
    sources(TEXTS.hyattAndMannALock),
  );
}

/** Makes the lesson. */
export function make(context: Context): Lesson {
  return new ThreadsLesson(context);
}
