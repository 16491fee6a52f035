/** Lesson 5: how soon two positions share a number, and what a false record costs. */

import cost from 'book:book/keys-with-a-guarantee.md/what-a-false-match-costs/1-2';
import then from 'book:book/keys-with-a-guarantee.md/what-a-false-match-costs/4';
import { choiceParam, numberParam } from '../address.ts';
import { button, choice, slider } from '../controls.ts';
import { curve, type Curve } from '../curve.ts';
import { h, set, setText } from '../dom.ts';
import { Progress } from '../progress.ts';
import { num } from '../words.ts';
import type { Birthday } from '../wasm.ts';
import { falseGame } from './false-game.ts';
import { fromBook, panel, powers, prose, sources, type Context, type Lesson } from './lesson.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.collisions;

const LEAST_BITS = 6;
const MOST_BITS = 24;
const BITS = 12;
const TRIES = [20, 100, 500, 2000] as const;
const USUAL_TRIES = 1;
/** Runs of one call, so that the page can tell how far they are. */
const BATCH = 100;
const MOST_SEED = 1_000_000;
const MOST_MOVE = 1000;
const MEANINGS = ['key', 'index'] as const;
type Meaning = (typeof MEANINGS)[number];

class CollisionsLesson implements Lesson {
  readonly text = text();
  readonly picture: HTMLElement;
  private bits = BITS;
  /** Index into `TRIES`. */
  private tries = USUAL_TRIES;
  private seed = 1;
  private meaning: Meaning = 'key';
  private move = 0;
  private asked = '';
  private answer: Birthday | null = null;
  private plot: Curve | null = null;

  private readonly progress = new Progress();
  private readonly chart = h('div', { class: 'curve' });
  private readonly told = h('p', { role: 'status' });
  private readonly gillogly = h('div');
  private readonly game;
  private readonly count = slider(
    TEXTS.bits,
    Array.from({ length: MOST_BITS - LEAST_BITS + 1 }, (_, i) => TEXTS.bits2(i + LEAST_BITS)),
    BITS - LEAST_BITS,
    (index) => this.change({ bits: index + LEAST_BITS }),
  );
  private readonly runs = slider(
    TEXTS.runs,
    TRIES.map((value) => TEXTS.runs2(num(value))),
    USUAL_TRIES,
    (tries) => this.change({ tries }),
  );
  private readonly meanings = choice<Meaning>(
    TEXTS.theBitsAre,
    [
      { value: 'key', label: TEXTS.aKey },
      { value: 'index', label: TEXTS.anIndex },
    ],
    'key',
    (meaning) => this.change({ meaning }),
  );

  constructor(private readonly context: Context) {
    this.game = falseGame(context.client, context.fault, (move) => {
      this.move = move;
      this.write();
    });
    const again = button(TEXTS.drawAgain, () => this.change({ seed: this.seed + 1 }));
    const { meanings, count, runs, told, chart } = this;
    const fields = [meanings.element, count.element, runs.element, again];
    this.picture = h(
      'div',
      { class: 'stack' },
      panel(
        TEXTS.theBirthdayCurveAndYour,
        h('div', { class: 'fields' }, ...fields),
        this.progress.element,
        told,
        chart,
      ),
      this.game.element,
      panel(TEXTS.howManyBitsAreEnough, this.gillogly),
    );
  }

  show(params: URLSearchParams): void {
    this.bits = numberParam(params, 'bits', LEAST_BITS, MOST_BITS, BITS);
    const at = TRIES.findIndex((value) => String(value) === params.get('runs'));
    this.tries = at < 0 ? USUAL_TRIES : at;
    this.seed = numberParam(params, 'draw', 1, MOST_SEED, 1);
    this.meaning = choiceParam(params, 'of', MEANINGS, 'key');
    this.move = numberParam(params, 'move', 0, MOST_MOVE, 0);
    this.count.set(this.bits - LEAST_BITS);
    this.runs.set(this.tries);
    this.meanings.set(this.meaning);
    void this.ask();
    this.game.show(this.move);
  }

  private change(part: { bits?: number; tries?: number; seed?: number; meaning?: Meaning }): void {
    this.bits = part.bits ?? this.bits;
    this.tries = part.tries ?? this.tries;
    this.seed = part.seed ?? this.seed;
    this.meaning = part.meaning ?? this.meaning;
    this.write();
    void this.ask();
  }

  private write(): void {
    const params = new URLSearchParams();
    if (this.bits !== BITS) params.set('bits', String(this.bits));
    if (this.tries !== USUAL_TRIES) params.set('runs', String(TRIES[this.tries]));
    if (this.seed !== 1) params.set('draw', String(this.seed));
    if (this.meaning !== 'key') params.set('of', this.meaning);
    if (this.move > 0) params.set('move', String(this.move));
    this.context.keep(params);
  }

  private async ask(): Promise<void> {
    const tries = TRIES[this.tries] ?? TRIES[USUAL_TRIES];
    const question = `${this.bits} ${tries} ${this.seed}`;
    if (question === this.asked) return this.tell();
    this.asked = question;
    setText(this.told, TEXTS.drawingKeys);
    try {
      const begin = performance.now();
      let all: Birthday | null = null;
      for (let done = 0; done < tries; done += BATCH) {
        const count = Math.min(BATCH, tries - done);
        const seed = this.seed + (MOST_SEED * done) / BATCH;
        const found = await this.context.client.call('birthday', [this.bits, count, seed]);
        if (this.asked !== question) return;
        all = joined(all, done, found, count);
        const share = (done + count) / tries;
        const gone = (performance.now() - begin) / 1000;
        if (share < 1) this.progress.show(share, gone / share - gone);
      }
      if (all === null) return;
      this.progress.end();
      this.answer = all;
      this.context.fault(null);
      this.draw(all);
      this.tell();
    } catch (problem) {
      this.asked = '';
      this.progress.end();
      this.context.fault(problem);
    }
  }

  private tell(): void {
    if (this.answer !== null) setText(this.told, sentence(this.answer, this.meaning));
  }

  private draw(answer: Birthday): void {
    this.plot?.close();
    const options = {
      x: TEXTS.positions,
      y: TEXTS.runsWithAPair,
      series: [TEXTS.formula, TEXTS.yourRuns],
      format: (value: number) => `${Math.round(value * 100)} %`,
    };
    this.plot = curve(this.chart, options, [
      answer.curve.map((point) => point.positions),
      answer.curve.map((point) => point.expected),
      answer.curve.map((point) => point.observed),
    ]);
    set(this.gillogly, ...gilloglyTable(answer.gillogly));
  }
}

/** Returns the runs of two answers together; the curve by the formula is the same in both. */
function joined(a: Birthday | null, runsA: number, b: Birthday, runsB: number): Birthday {
  if (a === null) return b;
  const curve = b.curve.map((point, index) => ({
    ...point,
    observed: ((a.curve[index]?.observed ?? 0) * runsA + point.observed * runsB) / (runsA + runsB),
  }));
  return { ...b, curve };
}

function sentence({ bits, half }: Birthday, meaning: Meaning): string {
  const all = num(2 ** bits);
  return meaning === 'key'
    ? TEXTS.thereAreKeysOfBits(all, bits, num(half))
    : TEXTS.aTableOfBucketsIs(all, num(half));
}

function gilloglyTable(table: Birthday['gillogly']): HTMLElement[] {
  const heads = table.columns.map((name) => h('th', { scope: 'col' }, ...powers(name)));
  const rows = table.rows.map((row) =>
    h('tr', {}, ...row.map((cell) => h('td', {}, String(cell)))),
  );
  return [
    h('p', { class: 'small quiet' }, `${table.title} (${table.source}).`),
    h(
      'div',
      { class: 'scroll-x', tabindex: 0, role: 'group', 'aria-label': table.title },
      h('table', {}, h('thead', {}, h('tr', {}, ...heads)), h('tbody', {}, ...rows)),
    ),
  ];
}

function text(): HTMLElement {
  return h(
    'div',
    {},
    prose(
      h(
        'p',
        {},
        TEXTS.of23PeopleTwoShare,
        TEXTS.keysMeetAsEarlyWhere,
        h('sup', {}, 'b'),
        TEXTS.keysAbout2,
        h('sup', {}, 'b/2'),
        TEXTS.positionsSuffice,
      ),
      TEXTS.theIndexOfATable,
    ),
    fromBook(cost, TEXTS.keysWithAGuarantee, 'book/keys-with-a-guarantee.md'),
    fromBook(then, TEXTS.keysWithAGuarantee, 'book/keys-with-a-guarantee.md'),
    sources(
      TEXTS.gilloglyTranspositionTable,
      TEXTS.hyattAndCozzieIcgaJournal,
      TEXTS.theProjectsLaboratoryPages,
    ),
  );
}

/** Makes the lesson. */
export function make(context: Context): Lesson {
  return new CollisionsLesson(context);
}
