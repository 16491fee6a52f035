/** Reads the lines of UCI that the engine writes. */

/** A score from the side to move's view: hundredths of a pawn, or moves to mate (negative: to be mated). */
export type Score = { cp: number } | { mate: number };

/** A line of thinking. */
export interface Info {
  depth: number;
  seldepth: number;
  /** Rank of the line, 1 is the best. */
  multipv: number;
  score: Score;
  /** Whether the score is a bound only. */
  bound: 'exact' | 'lower' | 'upper';
  /** Win, draw, loss in thousandths, if the option UCI_ShowWDL is on. */
  wdl: [number, number, number] | null;
  nodes: number;
  /** Nodes a second. */
  nps: number;
  /** Milliseconds. */
  time: number;
  /** Occupied part of the table in thousandths. */
  hashfull: number;
  /** Moves in UCI notation. */
  pv: string[];
}

/** An option of the engine, as the answer to `uci` declares it. */
export interface OptionInfo {
  name: string;
  type: string;
  default: string | null;
  min: number | null;
  max: number | null;
  choices: string[];
}

/** Reads an `info` line with a principal variation; returns null for any other. */
export function readInfo(line: string): Info | null {
  const words = line.split(/\s+/);
  const pv = words.indexOf('pv');
  if (words[0] !== 'info' || words[1] === 'string' || pv < 0) return null;
  const number = (name: string): number => {
    const at = words.indexOf(name);
    return at < 0 ? 0 : Number(words[at + 1]);
  };
  const wdl = words.indexOf('wdl');
  return {
    depth: number('depth'),
    seldepth: number('seldepth'),
    multipv: number('multipv') || 1,
    score: words.includes('mate') ? { mate: number('mate') } : { cp: number('cp') },
    bound: words.includes('lowerbound') ? 'lower' : words.includes('upperbound') ? 'upper' : 'exact',
    wdl: wdl < 0 ? null : [Number(words[wdl + 1]), Number(words[wdl + 2]), Number(words[wdl + 3])],
    nodes: number('nodes'),
    nps: number('nps'),
    time: number('time'),
    hashfull: number('hashfull'),
    pv: words.slice(pv + 1),
  };
}

/** Reads a `bestmove` line; returns null for any other. */
export function readBest(line: string): { best: string | null; ponder: string | null } | null {
  const [word, best, , ponder] = line.split(/\s+/);
  if (word !== 'bestmove') return null;
  const none = best === undefined || best === '(none)' || best === '0000';
  return { best: none ? null : best, ponder: ponder ?? null };
}

/** Reads an `option` line; returns null for any other. */
export function readOption(line: string): OptionInfo | null {
  const match = /^option name (.+?) type (\S+)(.*)$/.exec(line);
  if (match === null) return null;
  const [, name = '', type = '', rest = ''] = match;
  const value = (word: string): string | null =>
    new RegExp(` ${word} (.*?)(?= (?:default|min|max|var) |$)`).exec(rest)?.[1] ?? null;
  const number = (word: string): number | null => {
    const text = value(word);
    return text === null ? null : Number(text);
  };
  return {
    name,
    type,
    default: value('default'),
    min: number('min'),
    max: number('max'),
    choices: [...rest.matchAll(/ var (.*?)(?= var |$)/g)].map((found) => found[1] ?? ''),
  };
}
