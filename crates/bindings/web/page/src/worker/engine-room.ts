/** The worker's side of every call: holds the table and the player, and calls the WebAssembly. */

import { parse, type GoRequest, type MapBy, type Player, type Playground, type Valued, type Wasm } from '../wasm';
import type { ControlDesk } from './control';
import { Mode } from './control';
import { Governor } from './governor';
import type { Call, Events, MapFrame, Service } from './service';

/** A map takes at most this share of the time: the next one waits for this many times its cost. */
const MAP_REST = 6;

export type Emit = <E extends keyof Events>(
  name: E,
  value: Events[E],
  transfer?: Transferable[],
) => void;

export class EngineRoom implements Service {
  private table: Playground | null = null;
  private board: Player | null = null;
  private watched: { by: MapBy; cells: number } | null = null;
  private mapDue = 0;
  /** Sends an event of the call that runs. */
  private emit: Emit = () => undefined;

  constructor(
    private readonly wasm: Wasm,
    private readonly desk: ControlDesk | null,
    private readonly answerLetters: () => void,
  ) {}

  /** Makes one call; its events go to `emit`. */
  call(call: Call, emit: Emit): unknown {
    const outer = this.emit;
    this.emit = emit;
    try {
      const method = this[call.method] as (...args: unknown[]) => unknown;
      return method.apply(this, call.args);
    } finally {
      this.emit = outer;
    }
  }

  // ---------------------------------------------------------------- the table

  openTable(...[config]: Parameters<Service['openTable']>) {
    // The old table goes first: a phone may not have the memory for two.
    this.table?.free();
    this.table = null;
    this.table = new this.wasm.Playground(JSON.stringify(config));
    return { buckets: this.table.buckets(), slotsPerBucket: this.table.slots_per_bucket() };
  }

  setPosition(fen: string, moves: string[]) {
    return parse(this.playground().set_position(fen, moves.join(' ')));
  }

  search(...[limits]: Parameters<Service['search']>) {
    const table = this.playground();
    const emit = this.emit;
    let newest = table.counters();
    const governor = new Governor(this.desk, {
      answerLetters: this.answerLetters,
      now: () => performance.now(),
      report: () => {
        const counters = parse(newest);
        emit('counters', counters);
        this.sendMap(emit, counters.nodes, false);
      },
    });
    const answer = parse(
      table.search(
        JSON.stringify({ ...limits, tick: 1 }),
        (counters) => {
          newest = counters;
          return governor.next(parse(counters).nodes);
        },
        (line) => {
          governor.iterationEnded();
          emit('line', parse(line));
        },
      ),
    );
    emit('counters', answer.counters);
    this.sendMap(emit, answer.counters.nodes, true);
    return answer;
  }

  watch(by: MapBy | null, cells: number): void {
    this.watched = by === null ? null : { by, cells };
    this.mapDue = 0;
  }

  map(by: MapBy, cells: number): MapFrame {
    const table = this.playground();
    return { by, cells: table.map(by, cells), nodes: parse(table.counters()).nodes };
  }

  counters() {
    return parse(this.playground().counters());
  }

  cell(bucket: number) {
    return parse(this.playground().cell(bucket));
  }

  bucketOf(fen: string): number {
    return this.playground().bucket_of(fen);
  }

  path() {
    return parse(this.playground().path());
  }

  collisions() {
    return parse(this.playground().collisions());
  }

  forgetTable(): void {
    this.playground().new_game();
  }

  compare(...[a, b, fen, depth]: Parameters<Service['compare']>) {
    const emit = this.emit;
    return parse(
      this.wasm.compare(JSON.stringify(a), JSON.stringify(b), fen, depth, (row) => {
        emit('row', parse(row));
        return this.desk?.mode() !== Mode.stop;
      }),
    );
  }

  /** Sends the map if it is due; the `last` one of a search at any rate, and whole. */
  private sendMap(emit: Emit, nodes: number, last: boolean): void {
    if (this.watched === null) return;
    const start = performance.now();
    if (!last && start < this.mapDue) return;
    const { by, cells } = this.watched;
    const table = this.playground();
    const picture = last ? table.map(by, cells) : table.next_map(by, cells);
    const end = performance.now();
    this.mapDue = end + (end - start) * MAP_REST;
    emit('map', { by, cells: picture, nodes }, [picture.buffer]);
  }

  private playground(): Playground {
    if (this.table === null) throw 'expected a table, found none: open one first';
    return this.table;
  }

  // ---------------------------------------------------------------- the player

  openPlayer(hashMib: number) {
    this.board?.free();
    this.board = null;
    this.board = new this.wasm.Player(hashMib);
    return this.state();
  }

  setUp(fen: string, moves: string[]) {
    return parse(this.player().set_up(fen, moves.join(' ')));
  }

  state() {
    return parse(this.player().state());
  }

  make(move: string) {
    return parse(this.player().make(move));
  }

  undo() {
    return parse(this.player().undo());
  }

  go(request: GoRequest) {
    const emit = this.emit;
    return parse(
      this.player().go(
        JSON.stringify(request),
        () => this.desk?.mode() !== Mode.stop,
        (event) => {
          emit('info', parse(event));
        },
      ),
    );
  }

  pgn(tags: Record<string, string>): string {
    return this.player().pgn(JSON.stringify(tags));
  }

  openFile(bytes: Uint8Array) {
    return parse(this.player().open_file(bytes));
  }

  openedGame(index: number) {
    return parse(this.player().opened_game(index));
  }

  saveHash(): Uint8Array {
    return this.player().save_hash();
  }

  loadHash(bytes: Uint8Array): string {
    return this.player().load_hash(bytes);
  }

  resize(mib: number): number {
    this.player().resize(mib);
    return this.player().hash_mib();
  }

  newGame(): void {
    this.player().new_game();
  }

  private player(): Player {
    if (this.board === null) throw 'expected a player, found none: open one first';
    return this.board;
  }

  // ---------------------------------------------------------------- lessons

  twoOrders(...args: Parameters<Service['twoOrders']>) {
    return parse(this.wasm.lesson_two_orders(...args));
  }

  keys(...args: Parameters<Service['keys']>) {
    return parse(this.wasm.lesson_keys(...args));
  }

  dependent() {
    return parse(this.wasm.lesson_dependent());
  }

  bounds(...args: Parameters<Service['bounds']>) {
    return parse(this.wasm.lesson_bounds(...args));
  }

  replacement(...args: Parameters<Service['replacement']>) {
    return parse(this.wasm.lesson_replacement(...args));
  }

  birthday(...args: Parameters<Service['birthday']>) {
    return parse(this.wasm.lesson_birthday(...args));
  }

  falseRecord() {
    return parse(this.wasm.lesson_false_record());
  }

  torn(...args: Parameters<Service['torn']>) {
    return parse(this.wasm.lesson_torn(...args));
  }

  chess960(number: number): string {
    return this.wasm.chess960_fen(number);
  }

  judge(positions: Valued[], moves: string[]) {
    return parse(this.wasm.judge(JSON.stringify({ positions, moves })));
  }

  levelElos() {
    return parse(this.wasm.level_elos());
  }

  version(): string {
    return this.wasm.version();
  }
}
