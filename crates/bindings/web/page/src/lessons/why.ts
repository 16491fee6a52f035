/** Lesson 1: two orders of moves meet, and a table looks at the meeting point once. */

import intro from 'book:book/why-a-table.md/why-a-table/1';
import { choiceParam, numberParam } from '../address.ts';
import { select, slider } from '../controls.ts';
import { h, set } from '../dom.ts';
import { Forecast, Progress } from '../progress.ts';
import { POSITIONS, START } from '../table/state.ts';
import type { TwoOrders } from '../wasm.ts';
import { countsPicture } from './counts-picture.ts';
import { fromBook, panel, prose, sources, type Context, type Lesson } from './lesson.ts';
import { orderTree } from './order-tree.ts';
import { ordersPicture } from './orders-picture.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.why;

/** The first of `POSITIONS`; in the last one no four moves can change places. */
const NAMES = ['start', 'italian', 'captures', 'rooks'] as const;
type Name = (typeof NAMES)[number];
const MOVES = 4;
const MOST_DEPTH = 5;
/** Depth to which the positions behind all lines of play still fit into memory. */
const DEPTHS: Record<Name, number> = { start: 5, italian: 4, captures: 4, rooks: 5 };

class WhyLesson implements Lesson {
  readonly text = text();
  readonly picture: HTMLElement;
  private moves = 0;
  private depth = MOST_DEPTH;
  private position: Name = 'rooks';
  /** The two orders are those of the start of the game; the counts are of the chosen position. */
  private example: TwoOrders | null = null;
  private asked = '';

  private readonly orders = ordersPicture();
  private readonly counts = countsPicture();
  private readonly progress = new Progress();
  private readonly tree = h('div', {});
  private readonly made = slider(TEXTS.halfMovesMade, ['0', '1', '2', '3', '4'], 0, (moves) =>
    this.change({ moves }),
  );
  private readonly where = select(
    TEXTS.position,
    NAMES.map((value, index) => ({ value, label: POSITIONS[index]?.name ?? value })),
    this.position,
    (position) => this.change({ position }),
  );
  private readonly deep = slider(
    TEXTS.depth,
    Array.from({ length: MOST_DEPTH }, (_, i) => TEXTS.plies(i + 1)),
    MOST_DEPTH - 1,
    (index) => this.change({ depth: index + 1 }),
  );

  constructor(private readonly context: Context) {
    const { orders, counts } = this;
    const meaning = TEXTS.eachCircleIsAPosition;
    const fields = h('div', { class: 'fields' }, this.where.element, this.deep.element);
    this.picture = h(
      'div',
      { class: 'stack' },
      panel(TEXTS.twoOrdersOfTheSame, this.made.element, orders.boards, orders.told),
      panel(TEXTS.allOrdersOfTheseMoves, h('p', { class: 'quiet small' }, meaning), this.tree),
      panel(TEXTS.aWholeSearch, fields, this.progress.element, ...counts.parts),
    );
  }

  show(params: URLSearchParams): void {
    this.moves = numberParam(params, 'moves', 0, MOVES, 0);
    this.depth = numberParam(params, 'depth', 1, MOST_DEPTH, MOST_DEPTH);
    this.position = choiceParam(params, 'position', NAMES, 'rooks');
    this.made.set(this.moves);
    this.deep.set(this.depth - 1);
    this.where.set(this.position);
    this.draw();
  }

  private change(part: { moves?: number; depth?: number; position?: Name }): void {
    this.moves = part.moves ?? this.moves;
    this.depth = part.depth ?? this.depth;
    this.position = part.position ?? this.position;
    const params = new URLSearchParams();
    if (this.moves !== 0) params.set('moves', String(this.moves));
    if (this.position !== 'rooks') params.set('position', this.position);
    if (this.depth !== MOST_DEPTH) params.set('depth', String(this.depth));
    this.context.keep(params);
    this.draw();
  }

  private draw(): void {
    this.depth = Math.min(this.depth, DEPTHS[this.position]);
    this.deep.set(this.depth - 1);
    if (this.example === null) void this.askExample();
    else this.orders.show(this.example.orders.slice(0, 2), this.moves);
    void this.ask();
  }

  private async askExample(): Promise<void> {
    try {
      this.example = await this.context.client.call('twoOrders', [START, 1]);
      set(this.tree, orderTree(this.example));
      this.orders.show(this.example.orders.slice(0, 2), this.moves);
    } catch (problem) {
      this.context.fault(problem);
    }
  }

  private async ask(): Promise<void> {
    const fen = POSITIONS[NAMES.indexOf(this.position)]?.fen ?? '';
    const question = `${fen} ${this.depth}`;
    if (question === this.asked) return;
    this.asked = question;
    const begin = performance.now();
    const forecast = new Forecast(this.depth);
    try {
      // Depth by depth, so that the picture grows and the end can be foretold.
      for (let depth = 1; depth <= this.depth; depth += 1) {
        const answer = await this.context.client.call('twoOrders', [fen, depth]);
        if (this.asked !== question) return;
        this.context.fault(null);
        this.counts.show(answer.rows);
        const gone = performance.now() - begin;
        forecast.mark(depth, gone);
        const total = forecast.total();
        if (depth === this.depth) this.progress.end();
        else if (total === null) this.progress.show(null, null);
        else this.progress.show(gone / total, Math.max(0, total - gone) / 1000);
      }
    } catch (problem) {
      this.progress.end();
      this.asked = '';
      this.counts.tell('');
      this.context.fault(problem);
    }
  }
}

function text(): HTMLElement {
  return h(
    'div',
    {},
    prose(
      h('p', { class: 'question' }, TEXTS.twoGamesBeginDifferentlyCan),
      TEXTS.moveTheSliderWhitePlays,
      TEXTS.aSearchWithoutMemoryLooks,
    ),
    fromBook(intro, TEXTS.whyATable, 'book/why-a-table.md'),
    prose(TEXTS.theFewerMovesUndoEach),
    sources(TEXTS.greenblattEastlakeAndCrocker, TEXTS.slateAndAtkin1977),
  );
}

/** Makes the lesson. */
export function make(context: Context): Lesson {
  return new WhyLesson(context);
}
