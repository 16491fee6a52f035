/** How far a long computation is, and when it ends. */

import { h, setText } from './dom.ts';
import { duration } from './words.ts';
import { texts } from './texts.ts';

const TEXTS = texts.progress;

/** Iterations whose growth is carried on. */
const RECENT = 3;

/** Foretells the work of an iterative deepening search, in nodes or in time, from the iterations done. */
export class Forecast {
  private readonly marks: { depth: number; work: number }[] = [];

  constructor(private readonly last: number) {}

  /** Tells that the iteration of a depth was done after this work; of several reports the last one counts. */
  mark(depth: number, work: number): void {
    while ((this.marks.at(-1)?.depth ?? 0) >= depth) this.marks.pop();
    if (work > 0) this.marks.push({ depth, work });
  }

  /** Returns the work to the last depth, or null before it can be told. */
  total(): number | null {
    const newest = this.marks.at(-1);
    const older = this.marks.at(-1 - RECENT) ?? this.marks[0];
    if (newest === undefined) return null;
    if (newest.depth >= this.last) return newest.work;
    if (older === undefined || older === newest || newest.depth < 3) return null;
    const growth = (newest.work / older.work) ** (1 / (newest.depth - older.depth));
    return newest.work * Math.max(1.1, growth) ** (this.last - newest.depth);
  }
}

/** A bar with an estimate beside it. */
export class Progress {
  private readonly bar = h('progress', { max: 1, 'aria-label': TEXTS.progress });
  private readonly told = h('span', { class: 'small quiet numbers' });
  readonly element = h('div', { class: 'progress', hidden: true }, this.bar, this.told);

  /** Shows the share that is done, and the seconds that are left; null where they are not known. */
  show(share: number | null, seconds: number | null): void {
    this.element.hidden = false;
    if (share === null) this.bar.removeAttribute('value');
    else this.bar.value = Math.min(1, Math.max(0, share));
    setText(this.told, seconds === null ? TEXTS.estimating : TEXTS.aboutMore(duration(seconds)));
  }

  end(): void {
    this.element.hidden = true;
  }
}
