/** Two settings side by side on one position: nodes to each depth, as a curve and as numbers. */

import { button, select, slider } from '../controls.ts';
import { faultText, h, setText } from '../dom.ts';
import type { Client } from '../worker/client.ts';
import type { Config } from '../wasm.ts';
import { CompareResult, type PartialRow } from './compare-result.ts';
import { verdict } from './compare-verdict.ts';
import { entryName } from './experiments.ts';
import { POLICIES, SIZES, USES, configOf, sizeName, type TableState } from './state.ts';

export interface CompareActs {
  client: Client;
  /** Takes the worker from the search of the view. */
  borrow(): Promise<void>;
  giveBack(): void;
  change(part: Partial<TableState>): void;
  /** Returns the position on the board. */
  fen(): string;
}

export class ComparePanel {
  readonly element: HTMLElement;
  private running = false;
  private readonly result = new CompareResult();
  private readonly told = h('p', { class: 'small', role: 'status' });
  private readonly kind = h('p', { class: 'small quiet' });
  private readonly nameA = h('b');
  private readonly run = button('Run both', () => void this.toggle(), 'primary');
  private readonly size = slider('Size', SIZES.map(sizeName), 0, (index) =>
    this.change({ entries: SIZES[index] ?? this.state.other.entries }),
  );
  private readonly policy = select(
    'Policy',
    POLICIES.map(({ value, label }) => ({ value, label })),
    'ageing',
    (policy) => this.change({ policy }),
  );
  private readonly use = select(
    'Use',
    USES.map(({ value, label }) => ({ value, label })),
    'off',
    (use) => this.change({ use }),
  );

  constructor(
    private state: TableState,
    private readonly acts: CompareActs,
  ) {
    const { size, policy, use, run } = this;
    const fields = [size.element, policy.element, use.element, run];
    this.element = h(
      'section',
      { class: 'panel', 'aria-labelledby': 'title-compare' },
      h('h2', { id: 'title-compare' }, 'Two settings beside each other'),
      h('p', { class: 'quiet' }, 'A is the table above, ', this.nameA, '. Choose B:'),
      h('div', { class: 'compare-fields' }, ...fields),
      this.told,
      this.kind,
      this.result.element,
    );
    this.show(state);
  }

  show(state: TableState): void {
    this.state = state;
    setText(this.nameA, entryName(configOf(state)));
    setText(
      this.kind,
      state.plain
        ? 'Both run the plain search, whose tree no table can change except by saving nodes.'
        : 'Both run the whole engine, whose pruning depends on its table. The plain search (in the settings) shows the worth of a table alone.',
    );
    this.policy.set(state.other.policy);
    this.use.set(state.other.use);
    this.size.set(SIZES.indexOf(state.other.entries));
  }

  private change(part: Partial<Config>): void {
    this.acts.change({ other: { ...this.state.other, ...part } });
  }

  private async toggle(): Promise<void> {
    if (this.running) {
      await this.acts.client.stop();
      return;
    }
    this.running = true;
    setText(this.run, 'Stop');
    await this.acts.borrow();
    try {
      setText(this.told, await this.compare());
    } catch (fault) {
      setText(this.told, faultText(fault));
    }
    this.running = false;
    this.acts.giveBack();
    setText(this.run, 'Run both');
  }

  /** Runs both settings and returns the outcome in a sentence. */
  private async compare(): Promise<string> {
    const { depth, plain, other } = this.state;
    const a = configOf(this.state);
    const b: Config = { ...other, plain };
    const names: [string, string] = [entryName(a), entryName(b)];
    this.result.begin(...names);
    setText(this.told, `Both search the position to depth ${depth}, each with its own table.`);
    const rows: PartialRow[] = [];
    const done = await this.acts.client.call('compare', [a, b, this.acts.fen(), depth], {
      row: (half) => {
        const row = (rows[half.depth - 1] ??= { depth: half.depth });
        if (half.side === 'A') row.nodesA = half.nodes;
        else row.nodesB = half.nodes;
        this.result.show(rows.filter(Boolean));
      },
    });
    this.result.show(done);
    return verdict(done, ...names);
  }
}
