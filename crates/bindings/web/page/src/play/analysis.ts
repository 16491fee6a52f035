/** Analysis: the best lines of the position on the board, renewed while the search runs. */

import type { LineEvent, Score } from '../wasm';
import { Stopped } from '../worker/client';
import { select, type Field } from '../controls';
import { faultText, h } from '../dom';
import { short } from '../words';
import { button } from './dom';
import type { LegalMove } from './entry';
import { numbered } from './game';
import { figure, forWhite, inWords } from './score';
import type { Session } from './session';
import { texts } from '../texts';

const TEXTS = texts.analysis;

const MOST_LINES = ['1', '2', '3', '4', '5'] as const;

export class Analysis {
  readonly element: HTMLElement;
  running = false;
  lines = 1;
  /** Is called with White's score and the first moves of the lines, best first. */
  onLines: (score: Score | null, moves: string[]) => void = () => undefined;
  onSettings: () => void = () => undefined;
  say: (text: string) => void = () => undefined;

  private found: LineEvent[] = [];
  private drawing = false;
  private searching = 0;
  private readonly toggle: HTMLButtonElement;
  private readonly list = h('ol', { class: 'lines' });
  private readonly facts = h('p', { class: 'quiet small numbers' });
  private readonly choose: Field<string>;

  constructor(
    private readonly session: Session,
    private readonly onMove: (move: LegalMove) => void,
  ) {
    this.toggle = button(TEXTS.analyse, () => this.setRunning(!this.running), { class: 'primary' });
    const options = MOST_LINES.map((count) => ({ value: count, label: count }));
    this.choose = select<string>(TEXTS.lines, options, '1', (value) => {
      this.lines = Number(value);
      this.onSettings();
      void this.restart();
    });
    this.element = h(
      'div',
      { class: 'play-panel' },
      h('div', { class: 'row analysis-head' }, this.toggle, this.choose.element),
      this.facts,
      this.list,
    );
    this.draw();
  }

  setLines(lines: number): void {
    this.lines = lines;
    this.choose.set(String(lines));
  }

  /** Switches the analysis on or off. */
  setRunning(running: boolean): void {
    if (running === this.running) return;
    this.running = running;
    this.toggle.textContent = running ? TEXTS.stop : TEXTS.analyse;
    this.toggle.classList.toggle('primary', !running);
    this.onSettings();
    if (running) void this.follow();
    else void this.session.client.stop();
  }

  /** Forgets the lines of a position that has gone, and searches the new one if the analysis is on. */
  changed(): void {
    this.found = [];
    this.draw();
    if (this.running) void this.follow();
  }

  private async restart(): Promise<void> {
    if (!this.running) return;
    await this.session.client.stop();
    this.found = [];
    await this.follow();
  }

  private async follow(): Promise<void> {
    const { state, change } = this.session;
    if (state === null || state.outcome !== null) return;
    const search = ++this.searching;
    const current = (): boolean => change === this.session.change && search === this.searching;
    try {
      await this.session.search({ lines: this.lines }, (line) => {
        if (!current() || line.bound !== 'exact') return;
        this.found[line.multipv - 1] = line;
        this.drawSoon();
      });
    } catch (fault) {
      if (!(fault instanceof Stopped)) this.say(TEXTS.theAnalysisEnded(faultText(fault)));
    }
    if (current()) {
      // The search has come to its end by itself: a mate or a single reply needs no more depth.
      this.drawSoon();
      const best = this.found[0];
      if (best !== undefined) this.say(TEXTS.best(best.san.split(' ').slice(0, 4).join(' ')));
    }
  }

  private drawSoon(): void {
    if (this.drawing) return;
    this.drawing = true;
    requestAnimationFrame(() => {
      this.drawing = false;
      this.draw();
    });
  }

  private draw(): void {
    const { state } = this.session;
    const lines = this.found.filter((line) => line !== undefined).slice(0, this.lines);
    const best = lines[0];
    if (best === undefined || state === null) {
      this.facts.textContent = this.running ? TEXTS.searching : TEXTS.showsTheBestMovesOf;
      this.list.replaceChildren();
      this.onLines(null, []);
      return;
    }
    this.facts.textContent = TEXTS.depthNodesASecondTable(
      best.depth,
      short(best.nodes),
      short(best.nps),
      (best.hashfull / 10).toFixed(0),
    );
    this.list.replaceChildren(...lines.map((line) => this.line(line, state.turn)));
    this.onLines(
      forWhite(best.score, state.turn),
      lines.flatMap((line) => line.pv.slice(0, 1)),
    );
  }

  private line(line: LineEvent, turn: 'w' | 'b'): HTMLElement {
    const score = forWhite(line.score, turn);
    const first = this.session.state?.legal.find((move) => move.uci === line.pv[0]);
    const { start, ply } = this.session.game;
    const moves = numbered(start, ply, line.san.split(' '));
    const play = button(figure(score), () => first !== undefined && this.onMove(first), {
      class: 'line-score numbers',
      'aria-label': TEXTS.playOf(figure(score), inWords(score), first?.san ?? TEXTS.theFirstMove),
      title: TEXTS.play(first?.san ?? ''),
    });
    return h('li', {}, play, h('span', { class: 'line-moves' }, moves));
  }
}
