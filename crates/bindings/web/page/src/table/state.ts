/** The settings of the table view, as the address bar and the controls hold them. */

import { choiceParam, fenFromParam, fenToParam, numberParam, type Address } from '../address.ts';
import { bytes, counted } from '../words.ts';
import type { Config, MapBy, Policy, TableUse } from '../wasm.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.state;

/** Everything that a link to the table view holds. */
export interface TableState extends Config {
  plain: boolean;
  by: MapBy;
  fen: string;
  /** Moves from `fen`, in UCI notation. */
  moves: string[];
  /** Iterations to search. */
  depth: number;
  /** Nodes a second; 0 is as fast as the machine. */
  speed: number;
  /** The bucket that is looked into, or null. */
  bucket: number | null;
  /** The other setting of a comparison. */
  other: Config;
}

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** Positions to search; all but the first are those of the book's chapter "Why a table?". */
export const POSITIONS = [
  { name: TEXTS.startOfTheGame, fen: START },
  {
    name: TEXTS.italianGame,
    fen: 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3',
  },
  {
    name: TEXTS.aMiddleGameFullOf,
    fen: 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  },
  { name: TEXTS.anEndgameWithRooks, fen: '8/5pk1/R3p1p1/1r1pP2p/3P1P1P/4K1P1/8/8 w - - 0 40' },
  { name: TEXTS.kingsAndBlockedPawnsFine, fen: '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1' },
] as const;

/** Bytes of a record in the tables of the page. */
export const RECORD_BYTES = 16;
export const LEAST_BITS = 6;
export const MOST_BITS = 24;
/** Sizes of the table in records: 64 to 16777216. */
export const SIZES = Array.from(
  { length: MOST_BITS - LEAST_BITS + 1 },
  (_, i) => 2 ** (LEAST_BITS + i),
);
export const KEY_BITS = [16, 18, 20, 24, 28, 32, 40, 48, 64] as const;
export const SPEEDS = [20, 100, 200, 1_000, 5_000, 50_000, 0] as const;
export const MOST_DEPTH = 60;

export const POLICIES: readonly { value: Policy; label: string; rule: string }[] = [
  { value: 'always', label: TEXTS.always, rule: TEXTS.theNewestRecordWinsWhatever },
  {
    value: 'depth',
    label: TEXTS.deeper,
    rule: TEXTS.aRecordGoesOnlyFor,
  },
  {
    value: 'two-tier',
    label: TEXTS.twoTier,
    rule: TEXTS.eachBucketHasAPlace,
  },
  {
    value: 'breuker',
    label: TEXTS.breuker,
    rule: TEXTS.twoPlacesTheRecordWith,
  },
  {
    value: 'ageing',
    label: TEXTS.ageing,
    rule: TEXTS.bucketsOfFourTheRecord,
  },
  {
    value: 'rival',
    label: TEXTS.rival,
    rule: TEXTS.aDeeperRecordStaysWhile,
  },
];

export const USES: readonly { value: TableUse; label: string; title: string }[] = [
  { value: 'all', label: TEXTS.all, title: TEXTS.allARecordMayEnd },
  {
    value: 'moves',
    label: TEXTS.movesOnly,
    title: TEXTS.movesOnlyARecordGives,
  },
  { value: 'off', label: TEXTS.off, title: TEXTS.offTheSearchHasNo },
];

export const COLOURINGS: readonly { value: MapBy; label: string; title: string }[] = [
  { value: 'draft', label: TEXTS.draft, title: TEXTS.draftHowManyPliesDeep },
  { value: 'bound', label: TEXTS.bound, title: TEXTS.boundExactLowerOrUpper },
  { value: 'age', label: TEXTS.age, title: TEXTS.ageHowManySearchesAgo },
  { value: 'hits', label: TEXTS.hits, title: TEXTS.hitsHowOftenTheRecords },
  { value: 'occupancy', label: TEXTS.filled, title: TEXTS.filledHowManyPlacesOf },
];

/** Depth to which the whole engine searches at first. */
const ENGINE_DEPTH = 14;
/** Depths of the plain search, without a table too, that end within two seconds, by position. */
const PLAIN_DEPTHS = [6, 6, 5, 8, 13] as const;

/** Returns the depth at first: for the plain search one that ends soon even without a table. */
export function usualDepth(plain: boolean, fen: string): number {
  if (!plain) return ENGINE_DEPTH;
  const known = PLAIN_DEPTHS[POSITIONS.findIndex((each) => each.fen === fen)];
  if (known !== undefined) return known;
  const men = (fen.split(' ')[0] ?? '').replace(/[^a-z]/gi, '').length;
  return men <= 7 ? 9 : men <= 14 ? 7 : 5;
}

/** The experiment of a first visit: rooks, in whose ending many orders of moves meet, and a plain search. */
export const DEFAULTS: TableState = {
  entries: 4096,
  policy: 'ageing',
  keyBits: 64,
  use: 'all',
  plain: true,
  by: 'draft',
  fen: POSITIONS[3].fen,
  moves: [],
  depth: usualDepth(true, POSITIONS[3].fen),
  speed: 5_000,
  bucket: null,
  other: { entries: 4096, policy: 'ageing', keyBits: 64, use: 'off' },
};

/**
 * The invitation of the page: so few places that each new record costs an old one, in a position where many
 * orders of moves meet, and a plain search, so that each forgotten record shows as nodes that are searched again.
 */
export const TINY: TableState = {
  ...DEFAULTS,
  fen: POSITIONS[4].fen,
  entries: 64,
  policy: 'always',
  depth: 10,
  speed: 1_000,
};

/** The whole engine at full speed from the start of the game. */
const ENGINE: TableState = { ...DEFAULTS, plain: false, fen: START, speed: 0 };

/** The other invitation: a table of 16 MiB that the engine fills. */
export const LARGE: TableState = { ...ENGINE, entries: 2 ** 20, depth: 20 };

/** An engine whose records are compared by so few bits that positions are taken for each other. */
export const NARROW: TableState = { ...ENGINE, keyBits: 16, depth: 18 };

/** Returns the name of a size: its records, then its bytes. */
export function sizeName(entries: number): string {
  return `${counted(entries, texts.nouns.record)}, ${bytes(entries * RECORD_BYTES)}`;
}

/** Returns the name of a speed. */
export function speedName(nodes: number): string {
  return nodes === 0 ? TEXTS.fullSpeed : TEXTS.aSecond(counted(nodes, texts.nouns.node));
}

/** Returns the rule of a policy, in a sentence. */
export function ruleOf(policy: Policy): string {
  return POLICIES.find((known) => known.value === policy)?.rule ?? '';
}

/** Returns the label of a policy. */
export function policyName(policy: Policy): string {
  return POLICIES.find((known) => known.value === policy)?.label ?? policy;
}

/** Reads a table's settings from one word such as "1024,always,64,all"; null if it is not one. */
export function readConfig(word: string | null): Config | null {
  const [size, policy, bits, use] = (word ?? '').split(',');
  const entries = SIZES.find((known) => String(known) === size);
  const rule = POLICIES.find((known) => known.value === policy);
  const keyBits = Number(bits);
  const how = USES.find((known) => known.value === use);
  if (entries === undefined || rule === undefined || how === undefined) return null;
  if (!KEY_BITS.some((known) => known === keyBits)) return null;
  return { entries, policy: rule.value, keyBits, use: how.value };
}

/** Returns a table's settings as one word. */
export function writeConfig({ entries, policy, keyBits, use }: Config): string {
  return [entries, policy, keyBits, use].join(',');
}

/** Reads the settings from an address; what is absent or wrong takes its default. */
export function readState(address: Address): TableState {
  const { params } = address;
  const entries = numberParam(params, 'entries', 64, 2 ** MOST_BITS, DEFAULTS.entries);
  const words = (name: string): string | null => params.get(name);
  const plain = params.get('search') !== 'engine';
  const fen = fenFromParam(words('fen') ?? fenToParam(DEFAULTS.fen));
  return {
    entries: SIZES.find((size) => size >= entries) ?? DEFAULTS.entries,
    policy: choiceParam(
      params,
      'policy',
      POLICIES.map((p) => p.value),
      DEFAULTS.policy,
    ),
    keyBits: KEY_BITS.find((bits) => String(bits) === params.get('key')) ?? DEFAULTS.keyBits,
    plain,
    use: choiceParam(
      params,
      'use',
      USES.map((u) => u.value),
      DEFAULTS.use,
    ),
    by: choiceParam(
      params,
      'by',
      COLOURINGS.map((c) => c.value),
      DEFAULTS.by,
    ),
    fen,
    moves: (words('moves') ?? '')
      .split(',')
      .filter((move) => /^[a-h][1-8][a-h][1-8][qrbn]?$/.test(move)),
    depth: numberParam(params, 'depth', 1, MOST_DEPTH, usualDepth(plain, fen)),
    speed: numberParam(params, 'speed', 0, 10_000_000, DEFAULTS.speed),
    other: readConfig(params.get('vs')) ?? DEFAULTS.other,
    bucket: params.has('bucket') ? numberParam(params, 'bucket', 0, 2 ** MOST_BITS, 0) : null,
  };
}

/** Returns the address of a state; defaults are left out, so that links stay short. */
export function writeState(state: TableState): Address {
  const params = new URLSearchParams();
  const put = (name: string, value: string | number, usual: string | number): void => {
    if (value !== usual) params.set(name, String(value));
  };
  put('entries', state.entries, DEFAULTS.entries);
  put('policy', state.policy, DEFAULTS.policy);
  put('key', state.keyBits, DEFAULTS.keyBits);
  put('use', state.use, DEFAULTS.use);
  if (!state.plain) params.set('search', 'engine');
  put('by', state.by, DEFAULTS.by);
  put('depth', state.depth, usualDepth(state.plain, state.fen));
  put('speed', state.speed, DEFAULTS.speed);
  put('fen', fenToParam(state.fen), fenToParam(DEFAULTS.fen));
  put('moves', state.moves.join(','), '');
  put('vs', writeConfig(state.other), writeConfig(DEFAULTS.other));
  if (state.bucket !== null) params.set('bucket', String(state.bucket));
  return { view: 'table', page: '', params };
}

/** Says whether two states need different tables. */
export function sameTable(a: Config, b: Config): boolean {
  return (
    a.entries === b.entries &&
    a.policy === b.policy &&
    a.keyBits === b.keyBits &&
    a.use === b.use &&
    (a.plain ?? false) === (b.plain ?? false)
  );
}

/** Returns the part of a state that makes a table. */
export function configOf(state: TableState): Config {
  const { entries, policy, keyBits, use, plain } = state;
  return { entries, policy, keyBits, use, plain };
}
