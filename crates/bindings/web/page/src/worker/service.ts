/** The calls that a page makes to its worker, with their types, and the messages between the two. */

import type {
  BoundsTree,
  Birthday,
  BoundName,
  CellRecord,
  Collision,
  CompareRow,
  Config,
  Counters,
  Dependent,
  FalseRecord,
  GoAnswer,
  GoRequest,
  Half,
  Judged,
  KeyChange,
  Line,
  LineEvent,
  GameRow,
  OpenedGame,
  MapBy,
  PathStep,
  Policy,
  PositionInfo,
  PositionState,
  Replacement,
  SearchAnswer,
  Torn,
  TwoOrders,
  Valued,
} from '../wasm';

export type { BoundName };

export interface TableInfo {
  buckets: number;
  slotsPerBucket: number;
}

/** A picture of the table: a byte a cell, as `Playground.map` describes. */
export interface MapFrame {
  by: MapBy;
  cells: Uint8Array;
  /** Nodes visited when the picture was made. */
  nodes: number;
}

/** Ends of a search of the table view; with neither the search runs until it is stopped. */
export interface TableLimits {
  depth?: number;
  nodes?: number;
}

/** Every call: its arguments and its answer. */
export interface Service {
  openTable(config: Config): TableInfo;
  setPosition(fen: string, moves: string[]): PositionInfo;
  search(limits: TableLimits): SearchAnswer;
  watch(by: MapBy | null, cells: number): void;
  map(by: MapBy, cells: number): MapFrame;
  counters(): Counters;
  cell(bucket: number): CellRecord[];
  bucketOf(fen: string): number;
  path(): PathStep[];
  collisions(): Collision[];
  forgetTable(): void;
  compare(a: Config, b: Config, fen: string, depth: number): CompareRow[];

  openPlayer(hashMib: number): PositionState;
  setUp(fen: string, moves: string[]): PositionState;
  state(): PositionState;
  make(move: string): PositionState;
  undo(): PositionState;
  go(request: GoRequest): GoAnswer;
  pgn(tags: Record<string, string>): string;
  openFile(bytes: Uint8Array): GameRow[];
  openedGame(index: number): OpenedGame;
  saveHash(): Uint8Array;
  loadHash(bytes: Uint8Array): string;
  resize(mib: number): number;
  newGame(): void;

  twoOrders(fen: string, depth: number): TwoOrders;
  keys(fen: string, move: string): KeyChange;
  dependent(): Dependent;
  bounds(seed: number, useTable: boolean): BoundsTree;
  replacement(policy: Policy, entries: number, seed: number, steps: number): Replacement;
  birthday(bits: number, tries: number, seed: number): Birthday;
  falseRecord(): FalseRecord;
  torn(order: string, xor: boolean): Torn;

  chess960(number: number): string;
  judge(positions: Valued[], moves: string[]): Judged[];
  levelElos(): (number | null)[];
  version(): string;
}

export type Method = keyof Service;
export type Args<M extends Method> = Parameters<Service[M]>;
export type Answer<M extends Method> = ReturnType<Service[M]>;

/** Events of the calls that take long. */
export interface Events {
  counters: Counters;
  map: MapFrame;
  line: Line;
  row: Half;
  info: LineEvent;
}

/** The calls that occupy the worker until they are stopped or done. */
export const LONG: ReadonlySet<Method> = new Set<Method>(['search', 'compare', 'go']);

/** The calls that a worker answers while a search runs, by a letter in the shared memory. */
export const MEANWHILE: ReadonlySet<Method> = new Set<Method>([
  'watch',
  'map',
  'counters',
  'cell',
  'bucketOf',
  'path',
  'collisions',
]);

export interface Call {
  id: number;
  method: Method;
  args: unknown[];
}

/** The first message to a worker: the shared memory, or null where the page has none. */
export interface Hello {
  control: SharedArrayBuffer | null;
}

export type Reply =
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'fault'; id: number; message: string }
  | { kind: 'event'; id: number; name: keyof Events; value: unknown };
