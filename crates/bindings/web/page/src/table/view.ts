/** The landing view: a transposition table that fills, hits and forgets while a search writes it. */

import { button } from '../controls.ts';
import { h, set, setText } from '../dom.ts';
import { nameState } from '../share.ts';
import { keepAddress, type View } from '../view.ts';
import { counted, num } from '../words.ts';
import type { CellRecord, Collision, Counters, Line, PathStep, PositionInfo } from '../wasm.ts';
import { boardPanel } from './board-panel.ts';
import { cellPanel } from './cell-panel.ts';
import { ComparePanel } from './compare-panel.ts';
import { countersPanel } from './counters-panel.ts';
import { entryName } from './experiments.ts';
import { entryOf, ledger } from './ledger.ts';
import { Forecast } from '../progress.ts';
import { mapPanel } from './map-panel.ts';
import { gamesPanel } from './games-panel.ts';
import { onForgetting } from './narrate.ts';
import { pairsPanel } from './pairs-panel.ts';
import { pathPanel } from './path-panel.ts';
import { Run, type Status } from './run.ts';
import { settingsPanel } from './settings-panel.ts';
import {
  DEFAULTS,
  LARGE,
  NARROW,
  TINY,
  configOf,
  readState,
  sameTable,
  writeState,
  type TableState,
} from './state.ts';
import { toolbar } from './toolbar.ts';
import './table.css';
import { texts } from '../texts.ts';

const TEXTS = texts.tableView;

/** Buckets of a block that are tried for one with records. */
const MOST_TRIED = 16;

class TableView implements View {
  private state: TableState;
  private status: Status = 'loading';
  private counters: Counters | null = null;
  private path: PathStep[] = [];
  private pairs: Collision[] = [];
  private info: PositionInfo | null = null;
  private buckets = 1;
  private score = '';
  private forecast: Forecast | null = null;
  private pace = { time: 0, nodes: 0, speed: null as number | null };
  private readonly run: Run;
  private readonly parts;

  constructor(root: HTMLElement, first: TableState) {
    this.state = first;
    this.run = new Run({
      status: (status) => this.onStatus(status),
      counters: (counters) => this.onCounters(counters),
      map: (cells) => this.parts.map.map.show(cells),
      line: (line) => this.onLine(line),
      position: (info) => this.onPosition(info),
      path: (path) => this.onPath(path),
      collisions: (pairs) => this.onPairs(pairs),
      table: (buckets) => this.onTable(buckets),
      ended: (answer) => this.onEnded(answer.counters, answer.san, answer.stopped),
      fault: (sentence) => this.onFault(sentence),
    });
    const change = (part: Partial<TableState>): void => this.change(part);
    this.parts = {
      bar: toolbar(this.run.client.shared, first.speed, {
        start: () => void this.run.start(this.state.depth),
        stop: () => void this.run.stop(),
        pause: () => this.run.pause(),
        resume: () => this.run.resume(),
        step: (unit) => void this.run.step(unit, this.state.depth),
        forget: () => void this.run.forget(),
        speed: (speed) => change({ speed }),
      }),
      map: mapPanel(first.by, (by) => change({ by })),
      counters: countersPanel(),
      settings: settingsPanel(first, change),
      board: boardPanel({
        move: (uci) => change({ moves: [...this.state.moves, uci] }),
        back: () => change({ moves: this.state.moves.slice(0, -1) }),
        fen: (fen) => change({ fen, moves: [] }),
        pick: (bucket) => change({ bucket }),
      }),
      cell: cellPanel((bucket) => change({ bucket })),
      path: pathPanel((bucket) => change({ bucket })),
      pairs: pairsPanel(() => void this.attempt(NARROW)),
      ledger: ledger((part) => void this.attempt(part)),
      compare: new ComparePanel(first, {
        client: this.run.client,
        borrow: () => this.run.lend(),
        giveBack: () => this.run.takeBack(),
        change,
        fen: () => this.info?.fen ?? this.state.fen,
      }),
      games: gamesPanel(),
      story: h('div', { class: 'story' }),
      fault: h('p', { class: 'notice', role: 'alert', hidden: true }),
    };
    this.parts.map.map.onPick = (bucket) => void this.pickBlock(bucket);
    this.parts.map.map.onResize = () => this.watch();
    this.lay(root);
    this.run.client.setSpeed(first.speed);
    void this.run.setPosition(first.fen, first.moves);
    void this.run.open(configOf(first));
    this.watch();
    this.tell();
  }

  show(address: Parameters<View['show']>[0]): void {
    const next = readState(address);
    this.apply(next);
    keepAddress(writeState(next));
  }

  hide(): void {
    if (this.run.client.shared) this.run.pause();
    else void this.run.stop();
  }

  /** Begins the search of a first visit, unless the reader asked for less motion. */
  greet(): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    void this.run.start(this.state.depth);
  }

  private lay(root: HTMLElement): void {
    const { parts } = this;
    const worth = button(TEXTS.searchWithATableAnd, () => void this.worth(), 'primary');
    const tiny = button(TEXTS.makeItTinyWatchIt, () => void this.attempt(TINY));
    const large = button(TEXTS.fill16Mib, () => void this.attempt(LARGE));
    set(
      root,
      h(
        'header',
        { class: 'lede' },
        h('h1', { id: 'title-table' }, TEXTS.theTableAlive),
        h(
          'p',
          {},
          TEXTS.aChessEngineReachesThe,
          h('em', {}, TEXTS.transpositionTable),
          TEXTS.remembersWhatItFoundThere,
        ),
        h('div', { class: 'row' }, worth, tiny, large),
      ),
      parts.fault,
      h(
        'div',
        { class: 'stage' },
        h(
          'section',
          { class: 'stage-map', 'aria-label': TEXTS.theMapOfTheTable },
          parts.bar.element,
          parts.map.element,
        ),
        h(
          'div',
          { class: 'stage-side' },
          h(
            'section',
            { class: 'panel tale', 'aria-labelledby': 'title-story' },
            h('h2', { id: 'title-story' }, TEXTS.whatItForgets),
            parts.story,
          ),
          parts.ledger.element,
          parts.counters.element,
        ),
        parts.settings.element,
      ),
      parts.compare.element,
      parts.games,
      h(
        'div',
        { class: 'thirds' },
        parts.board.element,
        h('div', { class: 'stack' }, parts.path.element, parts.cell.element, parts.pairs.element),
      ),
    );
  }

  /** Takes a change by the reader: shows it, writes the address, and makes what must be new. */
  private change(part: Partial<TableState>): void {
    const next = { ...this.state, ...part };
    this.apply(next);
    keepAddress(writeState(next));
  }

  private apply(next: TableState): void {
    const old = this.state;
    this.state = next;
    const { parts } = this;
    parts.settings.show(next);
    parts.compare.show(next);
    parts.bar.speed(next.speed);
    if (old.speed !== next.speed) this.run.client.setSpeed(next.speed);
    if (old.by !== next.by) {
      parts.map.colour(next.by);
      this.watch();
    }
    if (old.fen !== next.fen || old.moves.join() !== next.moves.join()) {
      void this.run.setPosition(next.fen, next.moves);
    }
    if (!sameTable(old, next)) {
      this.counters = null;
      this.path = [];
      const goesOn = this.run.running;
      void this.run.open(configOf(next));
      if (goesOn) void this.run.start(next.depth);
    }
    if (old.bucket !== next.bucket) void this.readCell();
    this.mark();
    this.tell();
  }

  /** Runs a search from an empty table with changed settings. */
  private async attempt(part: Partial<TableState>): Promise<void> {
    await this.run.stop();
    this.change({ ...part, bucket: null });
    await this.run.open(configOf(this.state));
    await this.run.forget();
    await this.run.start(this.state.depth);
    reveal(this.parts.map.element, 'nearest');
  }

  /** Runs the comparison of a table with none, as it stands on a first visit. */
  private async worth(): Promise<void> {
    await this.run.stop();
    this.change({ ...DEFAULTS, bucket: null });
    reveal(this.parts.compare.element, 'start');
    await this.parts.compare.start();
  }

  private watch(): void {
    const { map } = this.parts.map;
    void this.run.watch(this.state.by, map.layout().count);
  }

  private async pickBlock(first: number): Promise<void> {
    const { map } = this.parts.map;
    const end = Math.min(this.buckets, first + Math.min(map.block(), MOST_TRIED));
    let bucket = first;
    while (bucket < end - 1 && (await this.run.cell(bucket)).length === 0) bucket += 1;
    this.change({ bucket });
  }

  private async readCell(): Promise<void> {
    const { bucket } = this.state;
    let records: CellRecord[] = [];
    if (bucket !== null && bucket < this.buckets && this.status !== 'loading') {
      records = await this.run.cell(bucket);
    }
    if (this.state.bucket === bucket) {
      this.parts.cell.show(bucket, records);
      this.parts.map.say(
        bucket === null
          ? ''
          : TEXTS.bucket(num(bucket), counted(records.length, texts.nouns.record)),
      );
    }
  }

  private onStatus(status: Status): void {
    this.status = status;
    this.parts.bar.status(status);
    if (status === 'ready') {
      this.parts.bar.tell(
        this.counters === null ? TEXTS.ready : TEXTS.haltedAtNode(num(this.counters.nodes)),
      );
      void this.readCell();
    } else if (status === 'paused') this.parts.bar.tell(TEXTS.pausedStepByANode);
    else if (status === 'lent') this.parts.bar.tell(TEXTS.twoSettingsAreBeingCompared);
    if (status === 'running') {
      this.pace = { time: 0, nodes: 0, speed: null };
      this.forecast ??= new Forecast(this.state.depth);
    } else if (status === 'ready') this.forecast = null;
  }

  private onLine(line: Line): void {
    this.score = line.score;
    this.forecast?.mark(line.depth, line.nodes);
    this.parts.bar.tell(TEXTS.depth(line.depth, line.score, line.san));
  }

  /** Shows how far the search is, as its last iterations foretell. */
  private showProgress(nodes: number): void {
    const { speed } = this.pace;
    if (this.forecast === null || this.status !== 'running') return;
    const total = this.forecast.total();
    if (total === null || speed === null || speed === 0) this.parts.bar.progress.show(null, null);
    else this.parts.bar.progress.show(nodes / total, Math.max(0, total - nodes) / speed);
  }

  private onCounters(counters: Counters): void {
    this.counters = counters;
    const now = performance.now();
    if (this.pace.time === 0) this.pace = { time: now, nodes: counters.nodes, speed: null };
    else if (now - this.pace.time > 500) {
      const speed = ((counters.nodes - this.pace.nodes) * 1000) / (now - this.pace.time);
      this.pace = { time: now, nodes: counters.nodes, speed: Math.max(0, speed) };
    }
    this.parts.counters.show(counters, this.pace.speed, this.state.entries);
    this.parts.pairs.show(this.pairs, counters.falseMatches, this.state);
    this.showProgress(counters.nodes);
    this.tell();
  }

  private onPosition(info: PositionInfo): void {
    this.info = info;
    this.parts.board.show(info, this.state.moves);
    this.mark();
  }

  private onPath(path: PathStep[]): void {
    this.path = path;
    this.parts.path.show(path);
    this.mark();
    this.tell();
    if (this.state.bucket !== null) void this.readCell();
  }

  private onPairs(pairs: Collision[]): void {
    this.pairs = pairs;
    this.parts.pairs.show(this.pairs, this.counters?.falseMatches ?? 0, this.state);
  }

  private onTable(buckets: number): void {
    this.buckets = buckets;
    this.parts.map.setBuckets(buckets);
    this.parts.cell.setBuckets(buckets);
    this.parts.counters.show(null, null, this.state.entries);
    this.watch();
  }

  private onEnded(counters: Counters, best: string | null, stopped: boolean): void {
    this.counters = counters;
    this.parts.bar.tell(
      stopped
        ? TEXTS.stoppedAtNode(num(counters.nodes))
        : TEXTS.depthDoneAfterNodesIs(this.state.depth, num(counters.nodes), best ?? TEXTS.noMove),
    );
    if (!stopped) this.parts.ledger.add(entryOf(this.state, counters, this.score, this.path));
    this.tell();
  }

  private onFault(sentence: string | null): void {
    this.parts.fault.hidden = sentence === null;
    setText(this.parts.fault, sentence ?? '');
  }

  private mark(): void {
    this.parts.map.map.setMarks({
      path: this.path
        .filter((step) => step.move !== null)
        .map((step) => ({ bucket: step.bucket, known: step.record !== null })),
      picked: this.state.bucket,
      board: this.info?.bucket ?? null,
    });
  }

  private tell(): void {
    nameState('table', {
      title: TEXTS.theTableAlive2(entryName(this.state)),
      description: TEXTS.aChessSearchToDepth(this.state.depth),
    });
    const sentences = onForgetting(this.state, this.counters, this.path);
    const { story } = this.parts;
    if (story.children.length !== sentences.length) set(story, ...sentences.map(() => h('p')));
    sentences.forEach((sentence, index) => setText(story.children[index] as Element, sentence));
  }
}

/** Scrolls to a part of the view. */
function reveal(element: HTMLElement, block: 'nearest' | 'start'): void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block, behavior: still ? 'auto' : 'smooth' });
}

/** Makes the view in its section. */
export function mount(root: HTMLElement): View {
  let view: TableView | null = null;
  return {
    show: (address) => {
      if (view !== null) view.show(address);
      else {
        view = new TableView(root, readState(address));
        if (address.params.size === 0) view.greet();
      }
    },
    hide: () => view?.hide(),
  };
}
