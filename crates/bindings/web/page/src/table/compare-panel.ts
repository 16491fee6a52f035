/** Two settings side by side on one position, by the plain search: what does a table save? */

import { button, select, slider } from '../controls.ts';
import { faultText, h, set, setText } from '../dom.ts';
import { Forecast, Progress } from '../progress.ts';
import type { Client } from '../worker/client.ts';
import type { Config, Half } from '../wasm.ts';
import { CompareResult, addHalf, type PartialRow } from './compare-result.ts';
import { verdict } from './compare-verdict.ts';
import { entryName, nextComparisons } from './experiments.ts';
import {
  POLICIES,
  POSITIONS,
  SIZES,
  USES,
  configOf,
  sizeName,
  usualDepth,
  type TableState,
} from './state.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.comparePanel;

export interface CompareActs {
  client: Client;
  /** Takes the worker from the search of the view. */
  borrow(): Promise<void>;
  giveBack(): void;
  change(part: Partial<TableState>): void;
  /** Returns the position on the board. */
  fen(): string;
}

/** Milliseconds between two pictures of the progress. */
const TICK = 200;

export class ComparePanel {
  readonly element: HTMLElement;
  /** The comparison that runs. */
  private session: Promise<void> | null = null;
  private readonly result = new CompareResult();
  private readonly progress = new Progress();
  private readonly told = h('p', { class: 'outcome', role: 'status' });
  private readonly next = h('div', { class: 'row', hidden: true });
  private readonly about = h('p', { class: 'quiet' });
  private readonly run = button(
    TEXTS.runBoth,
    () => void (this.session === null ? this.start() : this.stop()),
    'primary',
  );
  private readonly size = slider(TEXTS.sizeOfB, SIZES.map(sizeName), 0, (index) =>
    this.change({ entries: SIZES[index] ?? this.state.other.entries }),
  );
  private readonly policy = select(
    TEXTS.policyOfB,
    POLICIES.map(({ value, label }) => ({ value, label })),
    'ageing',
    (policy) => this.change({ policy }),
  );
  private readonly use = select(
    TEXTS.useOfRecordsByB,
    USES.map(({ value, label }) => ({ value, label })),
    'off',
    (use) => this.change({ use }),
  );

  constructor(
    private state: TableState,
    private readonly acts: CompareActs,
  ) {
    const { size, policy, use, run } = this;
    const fields = [use.element, policy.element, size.element, run];
    this.element = h(
      'section',
      { class: 'panel compare', 'aria-labelledby': 'title-compare' },
      h('h2', { id: 'title-compare' }, TEXTS.whatDoesATableSave),
      this.about,
      h('div', { class: 'compare-fields' }, ...fields),
      this.progress.element,
      this.told,
      this.result.element,
      this.next,
    );
    this.show(state);
  }

  show(state: TableState): void {
    this.state = state;
    const place = POSITIONS.find((each) => each.fen === state.fen && state.moves.length === 0);
    setText(
      this.about,
      TEXTS.aIsTheTableAbove(
        entryName(configOf(state)),
        place?.name ?? TEXTS.yourPosition,
        this.depth(),
      ),
    );
    this.policy.set(state.other.policy);
    this.use.set(state.other.use);
    this.size.set(SIZES.indexOf(state.other.entries));
    for (const field of [this.policy, this.size]) field.element.hidden = state.other.use === 'off';
  }

  /** Runs both settings from the beginning. */
  async start(): Promise<void> {
    await this.stop();
    this.session = this.go();
    await this.session;
  }

  private async stop(): Promise<void> {
    if (this.session === null) return;
    await this.acts.client.stop();
    await this.session;
  }

  /** The depth of the view's search if that is the plain one too. */
  private depth(): number {
    return this.state.plain ? this.state.depth : usualDepth(true, this.state.fen);
  }

  private change(part: Partial<Config>): void {
    this.acts.change({ other: { ...this.state.other, ...part } });
  }

  private async go(): Promise<void> {
    setText(this.run, TEXTS.stop);
    this.next.hidden = true;
    await this.acts.borrow();
    try {
      setText(this.told, await this.compare());
    } catch (fault) {
      setText(this.told, faultText(fault));
    }
    this.session = null;
    this.progress.end();
    this.acts.giveBack();
    setText(this.run, TEXTS.runBoth);
    this.offer();
  }

  /** Runs both settings and returns the outcome in a sentence. */
  private async compare(): Promise<string> {
    const depth = this.depth();
    const a: Config = { ...configOf(this.state), plain: true };
    const b: Config = { ...this.state.other, plain: true };
    const names: [string, string] = [entryName(a), entryName(b)];
    this.result.begin(...names);
    setText(this.told, '');
    const rows: PartialRow[] = [];
    const pace = new Pace(depth);
    const timer = setInterval(() => this.progress.show(...pace.now()), TICK);
    try {
      const done = await this.acts.client.call('compare', [a, b, this.acts.fen(), depth], {
        row: (half) => {
          pace.mark(half);
          addHalf(rows, half);
          this.result.show(rows.filter(Boolean));
        },
      });
      this.result.show(done.length > 0 ? done : rows.filter(Boolean));
      const early = (done.at(-1)?.depth ?? 0) < depth ? TEXTS.stopped : '';
      return early + verdict(done, ...names);
    } finally {
      clearInterval(timer);
    }
  }

  /** Offers the comparisons that may follow. */
  private offer(): void {
    const run = (part: Partial<TableState>): void => {
      this.acts.change({ ...part, plain: true });
      void this.start();
    };
    set(
      this.next,
      h('span', { class: 'small quiet' }, TEXTS.nowTry),
      ...nextComparisons({ ...this.state, depth: this.depth() }).map(({ label, part }) =>
        button(label, () => run({ depth: this.depth(), ...part })),
      ),
    );
    this.next.hidden = false;
  }
}

/** The time that both sides of a comparison take, one after the other. */
class Pace {
  private readonly begin = performance.now();
  private readonly sides;
  private readonly lasts: number;
  /** When the first side was done. */
  private turn: number | null = null;

  constructor(depth: number) {
    this.lasts = depth;
    this.sides = { A: new Forecast(depth), B: new Forecast(depth) };
  }

  mark({ side, depth }: Half): void {
    const now = performance.now();
    this.sides[side].mark(depth, now - (side === 'A' ? this.begin : (this.turn ?? this.begin)));
    if (side === 'A' && depth === this.lasts) this.turn = now;
  }

  /** Returns the share that is done and the seconds that are left. */
  now(): [number | null, number | null] {
    const first = this.sides.A.total();
    if (first === null) return [null, null];
    const all = first + (this.sides.B.total() ?? first);
    const gone = performance.now() - this.begin;
    return [Math.min(0.99, gone / all), Math.max(0, all - gone) / 1000];
  }
}
