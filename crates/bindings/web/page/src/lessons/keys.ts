/** Lesson 2: the key of a position is a sum of its features, and a move changes few of them. */

import sum from 'book:book/keys-with-a-guarantee.md/a-key-is-a-sum/1';
import distance from 'book:book/keys-with-a-guarantee.md/a-key-is-a-sum/3';
import pawns from 'book:book/pawn-hashing.md/pawn-hashing/1';
import { fenFromParam, fenToParam, numberParam } from '../address.ts';
import { fresh, select, slider, type Field } from '../controls.ts';
import { h, set, setText } from '../dom.ts';
import type { Dependent, KeyChange } from '../wasm.ts';
import {
  dependentLines,
  keyLine,
  moveBoards,
  moveLines,
  stepInWords,
  twinBoards,
} from './key-lines.ts';
import { fromBook, panel, prose, sources, type Context, type Lesson } from './lesson.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.keys;

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const RUY = 'r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4';
const PASSANT = 'rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3';
const PROMOTION = '8/P7/8/8/8/5k2/8/6K1 w - - 0 1';

/** Positions whose moves show each kind of feature. */
const CASES: readonly { name: string; fen: string; move: string }[] = [
  { name: TEXTS.aKnightMoves, fen: START, move: 'b1c3' },
  { name: TEXTS.aBishopCaptures, fen: RUY, move: 'b5c6' },
  { name: TEXTS.whiteCastles, fen: RUY, move: 'e1g1' },
  { name: TEXTS.aPawnCapturesEnPassant, fen: PASSANT, move: 'e5f6' },
  { name: TEXTS.aPawnBecomesAQueen, fen: PROMOTION, move: 'a7a8q' },
];
/** More than any move changes. */
const MOST_STEPS = 20;

class KeysLesson implements Lesson {
  readonly text = text();
  readonly picture: HTMLElement;
  private fen = START;
  private move = 'b1c3';
  private step = 0;
  private change: KeyChange | null = null;
  private asked = '';
  private steps: Field<number> | null = null;
  private askedDependent = false;

  private readonly boards = h('div', { class: 'two-boards' });
  private readonly stepHost = h('div');
  private readonly lines = h('div', { class: 'key-lines' });
  private readonly told = h('p', { role: 'status' });
  private readonly pawn = h('div', { class: 'key-lines' });
  private readonly pawnTold = h('p', { class: 'small quiet' });
  private readonly dependent = h('div', { class: 'key-lines' });
  private readonly dependentTold = h('p', {});
  private readonly twins = h('div', { class: 'two-boards' });
  private readonly moves = h('select', { id: fresh('move') });
  private readonly cases = select(
    TEXTS.anExample,
    CASES.map(({ name }, index) => ({ value: String(index), label: name })),
    '0',
    (index) => void this.takeCase(Number(index)),
  );

  constructor(private readonly context: Context) {
    this.moves.addEventListener('change', () => {
      this.step = 0;
      this.choose(this.moves.value);
    });
    const label = h('label', { for: this.moves.id }, TEXTS.move);
    const fields = h(
      'div',
      { class: 'fields' },
      this.cases.element,
      h('div', { class: 'field' }, label, this.moves),
    );
    this.picture = h(
      'div',
      { class: 'stack' },
      panel(TEXTS.aMoveBitByBit, fields, this.boards, this.stepHost, this.lines, this.told),
      panel(TEXTS.thePawnKey, this.pawn, this.pawnTold),
      panel(TEXTS.aDependentSetAndA, this.dependent, this.dependentTold, this.twins),
    );
  }

  show(params: URLSearchParams): void {
    this.fen = fenFromParam(params.get('fen') ?? START);
    this.move = params.get('move') ?? 'b1c3';
    this.step = numberParam(params, 'step', 0, MOST_STEPS, 0);
    const known = CASES.findIndex((each) => each.fen === this.fen && each.move === this.move);
    if (known >= 0) this.cases.set(String(known));
    void this.listMoves().then(() => this.ask());
    if (this.askedDependent) return;
    this.askedDependent = true;
    this.context.client
      .call('dependent', [])
      .then((found) => this.showDependent(found), this.context.fault);
  }

  private async takeCase(index: number): Promise<void> {
    const known = CASES[index];
    if (known === undefined) return;
    this.fen = known.fen;
    this.step = 0;
    await this.listMoves();
    this.choose(known.move);
  }

  private choose(move: string): void {
    this.move = move;
    this.moves.value = move;
    this.write();
    void this.ask();
  }

  private write(): void {
    const params = new URLSearchParams({ fen: fenToParam(this.fen), move: this.move });
    if (this.step > 0) params.set('step', String(this.step));
    this.context.keep(params);
  }

  /** Fills the list with the legal moves of the position. */
  private async listMoves(): Promise<void> {
    try {
      await this.context.client.call('openPlayer', [1]);
      const { legal } = await this.context.client.call('setUp', [this.fen, []]);
      set(this.moves, ...legal.map(({ uci, san }) => h('option', { value: uci }, san)));
      if (!legal.some(({ uci }) => uci === this.move)) this.move = legal[0]?.uci ?? '';
      this.moves.value = this.move;
    } catch (problem) {
      this.context.fault(problem);
    }
  }

  private async ask(): Promise<void> {
    const question = `${this.fen} ${this.move}`;
    if (question !== this.asked) {
      this.asked = question;
      try {
        this.change = await this.context.client.call('keys', [this.fen, this.move]);
        this.context.fault(null);
      } catch (problem) {
        this.context.fault(problem);
        return;
      }
      this.makeSteps(this.change.features.length);
    }
    this.steps?.set(this.step);
    this.draw();
  }

  private makeSteps(count: number): void {
    const names = Array.from({ length: count }, (_, index) => TEXTS.of(index + 1, count));
    this.step = Math.min(this.step, count);
    this.steps = slider(TEXTS.featuresXored, [TEXTS.keyBefore, ...names], this.step, (step) => {
      this.step = step;
      this.write();
      this.draw();
    });
    set(this.stepHost, this.steps.element);
  }

  private draw(): void {
    const { change } = this;
    if (change === null) return;
    set(this.boards, ...moveBoards(change, this.move));
    set(this.lines, ...moveLines(change, this.step));
    setText(this.told, stepInWords(change, this.step));
    set(
      this.pawn,
      keyLine(TEXTS.pawnKeyBefore, change.pawnBefore),
      keyLine(TEXTS.pawnKeyAfter, change.pawnAfter),
    );
    setText(
      this.pawnTold,
      change.pawnBefore === change.pawnAfter ? TEXTS.noPawnHasMovedSo : TEXTS.aPawnHasMovedSo,
    );
  }

  private showDependent(found: Dependent): void {
    set(this.dependent, ...dependentLines(found));
    set(this.twins, ...twinBoards(found));
    setText(
      this.dependentTold,
      TEXTS.theseKeysSumToZero(found.generator, found.bad.length, found.certificate.sentence),
    );
  }
}

function text(): HTMLElement {
  return h(
    'div',
    {},
    prose(TEXTS.chooseAMoveAndTake),
    fromBook(sum, TEXTS.keysWithAGuarantee, 'book/keys-with-a-guarantee.md'),
    prose(TEXTS.whatTwoPositionsShareCancels),
    fromBook(distance, TEXTS.keysWithAGuarantee, 'book/keys-with-a-guarantee.md'),
    fromBook(pawns, TEXTS.pawnHashing, 'book/pawn-hashing.md'),
    sources(
      TEXTS.zobrist1970,
      TEXTS.warnockAndWendroff1988,
      TEXTS.hocquenghem1959,
      TEXTS.boseAndRayChaudhuri1960,
    ),
  );
}

/** Makes the lesson. */
export function make(context: Context): Lesson {
  return new KeysLesson(context);
}
