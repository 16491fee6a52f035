/**
 * Types of every call into the engine's WebAssembly.
 *
 * The Rust side is `crates/bindings/web`; its exports stand in `src/bindings.rs` there. Most calls return a
 * JSON text: `JSON.parse` gives the type that the comment beside the method names. A call that can
 * fail throws a string that a reader may see as it is.
 *
 * `cargo xtask web` writes the module into `src/pkg`: `palimpsest.js`, `palimpsest_bg.wasm`. Load it with
 *
 *     import init, * as module from '../pkg/palimpsest.js';
 *     await init({ module_or_path: bytesOrUrl });
 *     const wasm = module as unknown as Wasm;
 */

/** A JSON text that parses to `T`. */
export type Json<T> = string & { readonly __json?: T };

/** Parses the answer of a call to its type. */
export function parse<T>(text: Json<T>): T {
  return JSON.parse(text) as T;
}

// ---------------------------------------------------------------- a table that one looks into

/**
 * always: the newest record wins; depth: the deeper one of the two; two-tier: one slot for the deeper
 * record and one for the newest; breuker: two slots and the size of the subtree (Breuker's two-big);
 * ageing: buckets of four whose old records go first; rival: Rival Chess's two tables.
 */
export type Policy = 'always' | 'depth' | 'two-tier' | 'breuker' | 'ageing' | 'rival';
/** off: no table; moves: a hit gives its move only; all: a hit may also end the node. */
export type TableUse = 'off' | 'moves' | 'all';

export interface Config {
  /** A power of two from 64 to 16777216 (256 MiB of records of 16 bytes). */
  entries: number;
  policy: Policy;
  /** Bits of the key that a record is compared by: one of 16, 18, 20, 24, 28, 32, 40, 48, 64. */
  keyBits: number;
  use: TableUse;
  /**
   * true: plain alpha-beta, which visits every node that its bounds leave. It shows the worth of a table
   * best; depth 5 or 6 is enough then. false, the default: the engine's own search.
   */
  plain?: boolean;
}

export interface PositionInfo {
  fen: string;
  /** Legal moves in UCI notation, castling as the king's two steps unless the game is Chess960. */
  legal: string[];
  /** 16 hexadecimal digits. */
  key: string;
  bucket: number;
}

export interface Counters {
  nodes: number;
  probes: number;
  hits: number;
  /** Nodes that a record ended. */
  cutoffs: number;
  stores: number;
  /** Stores that removed a record of another position. */
  evictions: number;
  /** Stores that took an empty place: the number of occupied places. */
  filled: number;
  /** Stores over an older record of the same position. */
  renewed: number;
  /** Stores that the policy turned away. */
  refused: number;
  /** Hits whose record belongs to another position: two positions that share the compared bits. */
  falseMatches: number;
  /** Occupied slots in thousandths. */
  hashfull: number;
  /** Occupied slots in thousandths by age in searches: 0, 1, 2, 3 and more. */
  byAge: [number, number, number, number];
  /** Iteration that runs. */
  depth: number;
}

export interface Line {
  depth: number;
  /** "0.34", "-1.20", "mate in 3", "mated in 2": from the side to move's view. */
  score: string;
  pv: string[];
  san: string;
  nodes: number;
}

export interface SearchAnswer {
  best: string | null;
  san: string | null;
  stopped: boolean;
  counters: Counters;
}

export type BoundName = 'exact' | 'lower' | 'upper';

export interface CellRecord {
  bucket: number;
  slot: number;
  /** Bits of the key that the record keeps, in hexadecimal. */
  key: string;
  draft: number;
  bound: BoundName;
  /** In words, like Line.score. */
  score: string;
  /** UCI notation, or null. */
  move: string | null;
  /** In SAN where the position is known. */
  san: string | null;
  /** Nodes of the subtree, as exactly as a record keeps them (five binary digits). */
  nodes: number;
  /** Searches ago, 0 is the present one. */
  age: number;
  /** Hits of its bucket since the table was made, at most 65535. */
  hits: number;
  /** The record's position where it is known. */
  fen: string | null;
}

export interface PathStep {
  ply: number;
  /** The move that leads on from this position, or null at the end. */
  move: string | null;
  san: string | null;
  fen: string;
  bucket: number;
  record: CellRecord | null;
}

export interface Collision {
  /** Compared bits that both positions share. */
  key: string;
  /** Whole keys of the stored and of the probed position. */
  keys: [string, string];
  /** null where the search has forgotten which position that was. */
  fenStored: string | null;
  fenProbed: string;
  atNodes: number;
}

export type MapBy = 'occupancy' | 'draft' | 'bound' | 'age' | 'hits';

/** Is called with the counts and returns the number of nodes until the next call; 0 stops the search. */
export type Tick = (counters: Json<Counters>) => number;

export interface Playground {
  set_position(fen: string, moves: string): Json<PositionInfo>;
  /**
   * `limits` is Json<{ depth?: number; nodes?: number; tick?: number }>; `tick` is the number of nodes to the
   * first call (1024 if absent). `map`, `cell`, `counters` may be called from inside `tick` and `line`.
   */
  search(limits: string, tick: Tick, line: (line: Json<Line>) => void): Json<SearchAnswer>;
  counters(): Json<Counters>;
  /**
   * One byte a cell: 0 empty, else 1 to 255. occupancy: share of filled slots; draft: mean draft × 8; bound:
   * 85 upper, 170 lower, 255 exact (the most frequent of the cell); age: 255 this search, 170, 85, 1 older;
   * hits: 32 × log2(1 + hits of the cell). A cell is a block of `ceil(buckets / cells)` buckets.
   */
  map(by: MapBy, cells: number): Uint8Array;
  /** The map of a caller that asks again and again: every second cell is of the call before. */
  next_map(by: MapBy, cells: number): Uint8Array;
  buckets(): number;
  slots_per_bucket(): number;
  cell(bucket: number): Json<CellRecord[]>;
  /** Throws when the FEN is not legal. */
  bucket_of(fen: string): number;
  path(): Json<PathStep[]>;
  collisions(): Json<Collision[]>;
  new_game(): void;
  free(): void;
}

export interface CompareRow {
  depth: number;
  nodesA: number;
  nodesB: number;
  scoreA: string;
  scoreB: string;
}

/** One side at a depth. */
export interface Half {
  side: 'A' | 'B';
  depth: number;
  nodes: number;
  score: string;
}

/** Is called after each iteration of one side; returns false to stop. */
export type CompareTick = (row: Json<Half>) => boolean;

// ---------------------------------------------------------------- lessons

/** Lesson 1: two orders of moves. */
export interface TwoOrders {
  /** Moves in SAN, one array an order; both end in `meet`. */
  orders: { moves: string[]; uci: string[]; fens: string[]; keys: string[] }[];
  meet: string;
  /**
   * Positions of the small tree, by ply; a position that more than one path reaches stands once with all its
   * parents. `move` is the SAN of the first parent's move.
   */
  tree: { id: number; ply: number; fen: string; parents: number[]; moves: string[] }[];
  /** Nodes of a plain search of this position to each depth, with a table and without. */
  rows: { depth: number; paths: number; positions: number; nodesWith: number; nodesWithout: number }[];
}

/** Lesson 2: features of one move. */
export interface KeyChange {
  features: {
    /** "white knight b1", "black to move", "white may castle king's side", "en passant on the d-file" */
    feature: string;
    key: string;
    /** true: the feature comes in; false: it goes out. */
    in: boolean;
    /** The position's key after this XOR. */
    running: string;
  }[];
  before: string;
  after: string;
  /** The key of the child made from nothing; equal to `after`. */
  fromNothing: string;
  pawnBefore: string;
  pawnAfter: string;
  fenBefore: string;
  fenAfter: string;
  san: string;
}

/** Lesson 2: keys that XOR to zero. */
export interface Dependent {
  /** A bad generator's keys with their features: they XOR to zero. */
  generator: string;
  bad: { feature: string; key: string; running: string }[];
  /** The keys of the same features in our table, whose XOR is not zero. */
  ours: { feature: string; key: string; running: string }[];
  /** What the certificate proves of our keys. */
  certificate: { features: number; distance: number; bits: number; sentence: string };
  /** Two legal positions that differ in these features alone, so that `bad` is equal. */
  positions: { fen: string; bad: string; ours: string }[];
}

export type TreeKind = 'exact' | 'lower' | 'upper' | 'cut-by-table' | 'move-only' | 'pruned' | 'leaf';

/** Lesson 3: an alpha-beta tree of a small game. */
export interface BoundsTree {
  /** The rules of the game in a sentence. */
  game: string;
  nodes: {
    id: number;
    parent: number | null;
    /** Position of the game in words. */
    label: string;
    /** Move that leads here, in words; empty at the root. */
    move: string;
    ply: number;
    alpha: number | null;
    beta: number | null;
    value: number | null;
    kind: TreeKind;
    /** What the node stored or found, in a sentence. */
    note: string;
    /** Order of visits; null if it was pruned. */
    order: number | null;
  }[];
  visited: number;
  pruned: number;
  tableCuts: number;
  value: number;
}

/** Lesson 4: a stream of records into a small table. */
export interface SmallRecord {
  id: number;
  name: string;
  /** Bucket that its key selects. */
  bucket: number;
  draft: number;
  /** Nodes of its subtree. */
  nodes: number;
  bound: BoundName;
  generation: number;
}

export interface Replacement {
  policy: Policy;
  buckets: number;
  slots: number;
  steps: {
    record: SmallRecord;
    bucket: number;
    /** Slot that the record went to; null: it was refused. */
    slot: number | null;
    /** Record that was forgotten, or null. */
    victim: SmallRecord | null;
    /** Why, in a sentence. */
    why: string;
    /** The table after the step: [bucket][slot]. */
    table: (SmallRecord | null)[][];
  }[];
  /** Of all records, those that a later probe still finds, and the sum of their subtrees. */
  kept: number;
  forgotten: number;
  nodesKept: number;
  nodesForgotten: number;
}

/** Lesson 5: the birthday curve. */
export interface Birthday {
  bits: number;
  /** Number of positions at which half of all runs have a pair of equal keys. */
  half: number;
  curve: { positions: number; expected: number; observed: number }[];
  /** Published table of how often errors come by bits of key, recomputed from the formula. */
  gillogly: { title: string; source: string; columns: string[]; rows: (string | number)[][] };
}

/** Lesson 5: the game that a false record loses. */
export interface FalseRecord {
  story: string;
  fen: string;
  plies: {
    ply: number;
    fen: string;
    san: string;
    wide: string;
    narrow: string;
    side: 'white' | 'black';
    falseMatches: number;
  }[];
  wideBits: number;
  narrowBits: number;
  /** Of each search, in plies. */
  depth: number;
  result: string;
  /** The same game with wide keys, in SAN, and its result. */
  wideMoves: string[];
  wideResult: string;
  /** Two positions that share the narrow key: the second is that after the winning move. */
  pair: { key: string; fenStored: string; fenProbed: string } | null;
}

/** Lesson 6: two writers, two words. */
export interface Torn {
  steps: {
    step: string;
    /** A sentence on the step. */
    text: string;
    word0: string;
    word1: string;
    /** What a reader would see now: the reader whose key is A's and the one whose key is B's. */
    readA: Reading;
    readB: Reading;
  }[];
  torn: boolean;
  refused: boolean;
  sentence: string;
}
export interface Reading {
  found: boolean;
  /** "A", "B" or "mixed": whose data a reader gets. */
  data: 'A' | 'B' | 'mixed' | null;
  verdict: string;
}

// ---------------------------------------------------------------- play and analyse

export interface PositionState {
  fen: string;
  chess960: boolean;
  turn: 'w' | 'b';
  legal: { uci: string; san: string }[];
  check: boolean;
  /** claim: the game goes on unless a player claims the draw. */
  outcome: null | { result: '1-0' | '0-1' | '1/2-1/2'; reason: string; claim: boolean };
  /** Moves from the start of the game. */
  san: string[];
  uci: string[];
  plies: number;
  startFen: string;
  /** The opening of the game, if its name is known. */
  opening: null | { eco: string; name: string };
}

export interface GoRequest {
  /** 0 to 20, 20 is full strength. */
  level?: number;
  elo?: number;
  /** Of the random stream that a limited level draws from. */
  seed?: number;
  depth?: number;
  nodes?: number;
  /** Milliseconds. */
  movetime?: number;
  /** 1 to 5. */
  lines?: number;
}

/** A score, and the points from 0 to 1 that its side may expect. */
export type Score = ({ cp: number } | { mate: number }) & { points: number };

/** A position as a search valued it, from the side to move's view. */
export interface Valued {
  score: Score;
  best: string | null;
}

/** The cost of a move, as `palimpsest analyse` judges it. */
export interface Judged {
  judgement: 'inaccuracy' | 'mistake' | 'blunder' | null;
  /** "?!", "?", "??" or empty. */
  glyph: string;
  /** In centipawns. */
  loss: number;
  /** In per cent. */
  accuracy: number;
}

export interface LineEvent {
  type: 'line';
  multipv: number;
  depth: number;
  seldepth: number;
  /** From the side to move's view. */
  score: Score;
  bound: BoundName;
  /** Win, draw, loss in thousandths. */
  wdl: [number, number, number] | null;
  pv: string[];
  san: string;
  nodes: number;
  /** Nodes a second. */
  nps: number;
  hashfull: number;
}

export interface GoAnswer {
  best: string | null;
  san: string | null;
  ponder: string | null;
  score: Score | null;
  nodes: number;
  depth: number;
}

/** A game of an opened file, as a list shows it; unknown names are empty. */
export interface GameRow {
  white: string;
  black: string;
  event: string;
  date: string;
  result: string;
  plies: number;
  /** Code and name, or empty. */
  opening: string;
  /** Number of places that had to be read around. */
  faults: number;
}

export interface OpenedGame {
  tags: Record<string, string>;
  startFen: string;
  /** UCI notation. */
  moves: string[];
  san: string[];
  fen: string;
  result: string;
  faults: string[];
}

/** Is called about every 1024 nodes; returns true to go on, false to stop. */
export type Poll = (nodes: number) => boolean;

export interface Player {
  set_up(fen: string, moves: string): Json<PositionState>;
  state(): Json<PositionState>;
  make(move: string): Json<PositionState>;
  undo(): Json<PositionState>;
  go(request: string, poll: Poll, event: (event: Json<LineEvent>) => void): Json<GoAnswer>;
  pgn(tags: string): string;
  /** Opens games in PGN, moves, or positions as FEN or EPD; throws if there is neither. */
  open_file(bytes: Uint8Array): Json<GameRow[]>;
  opened_game(index: number): Json<OpenedGame>;
  save_hash(): Uint8Array;
  /** Returns what was loaded, in a sentence. */
  load_hash(bytes: Uint8Array): string;
  resize(mib: number): void;
  hash_mib(): number;
  new_game(): void;
  free(): void;
}

// ---------------------------------------------------------------- UCI for foreign pages

export interface Uci {
  /**
   * Obeys a line. `poll` is called about once in 1,024 nodes: true stops the search, 2 is the ponder hit. A search
   * without a limit ends by it alone. Returns false after `quit`.
   */
  command(line: string, poll: () => boolean | 2): boolean;
  free(): void;
}

// ---------------------------------------------------------------- the module

export interface Wasm {
  Playground: new (config: string) => Playground;
  Player: new (hashMib: number) => Player;
  Uci: new (out: (line: string) => void) => Uci;
  compare(
    configA: string,
    configB: string,
    fen: string,
    depth: number,
    tick: CompareTick,
  ): Json<CompareRow[]>;
  lesson_two_orders(fen: string, depth: number): Json<TwoOrders>;
  lesson_keys(fen: string, move: string): Json<KeyChange>;
  lesson_dependent(): Json<Dependent>;
  lesson_bounds(seed: number, useTable: boolean): Json<BoundsTree>;
  lesson_replacement(
    policy: Policy,
    entries: number,
    seed: number,
    steps: number,
  ): Json<Replacement>;
  lesson_birthday(bits: number, tries: number, seed: number): Json<Birthday>;
  lesson_false_record(): Json<FalseRecord>;
  /** `order` is a list of steps like "A0,B0,A1,B1"; `xor` switches the check on. */
  lesson_torn(order: string, xor: boolean): Json<Torn>;
  /** Chess960 start number 0 to 959 to a FEN. */
  chess960_fen(number: number): string;
  /** `game` is Json<{ positions: Valued[]; moves: string[] }>, with one move less than positions. */
  judge(game: string): Json<Judged[]>;
  /** The Elo of each level; null where it was not measured. */
  level_elos(): Json<(number | null)[]>;
  version(): string;
}
