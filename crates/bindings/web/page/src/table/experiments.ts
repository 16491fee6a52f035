/** The next searches worth trying, and the names of settings. */

import { num } from '../words.ts';
import type { Config } from '../wasm.ts';
import { DEFAULTS, POSITIONS, policyName, usualDepth, type TableState } from './state.ts';

/** A change of the settings with the words of its button. */
export interface Experiment {
  label: string;
  part: Partial<TableState>;
}

/** Returns the experiments that follow a search with these settings. */
export function nextExperiments(config: Config): Experiment[] {
  if (config.use !== 'all') return [{ label: 'Give the table back', part: { use: 'all' } }];
  // Nodes to a depth of the whole engine compare two different searches.
  if (config.plain !== true && config.keyBits >= 32)
    return [{ label: 'See what a table saves: the plain search', part: DEFAULTS }];
  if (config.keyBits < 32) return [{ label: 'Compare all 64 bits again', part: { keyBits: 64 } }];
  const bigger: Experiment = {
    label: 'Give it 64 times the room',
    part: { entries: Math.min(2 ** 24, config.entries * 64) },
  };
  const none: Experiment = { label: 'Take the table away', part: { use: 'off', speed: 0 } };
  switch (config.policy) {
    case 'always':
      return [
        { label: 'Let it keep the deeper record instead', part: { policy: 'depth' } },
        bigger,
      ];
    case 'depth':
      return [
        { label: 'One place for the deepest, one for the newest', part: { policy: 'two-tier' } },
        bigger,
      ];
    case 'two-tier':
      return [{ label: 'Buckets of four, old records first', part: { policy: 'ageing' } }, bigger];
    default:
      return config.entries < 4096 ? [bigger, none] : [none];
  }
}

/** Returns the settings of an entry in a few words. */
export function entryName(config: Config): string {
  if (config.use === 'off') return 'no table';
  const parts = [policyName(config.policy), num(config.entries)];
  if (config.use === 'moves') parts.push('moves only');
  if (config.keyBits < 64) parts.push(`${config.keyBits} bits`);
  return parts.join(', ');
}

/** Returns the comparisons that are worth trying after one with these settings. */
export function nextComparisons({ fen, entries, depth }: TableState): Experiment[] {
  const kings = POSITIONS[4].fen;
  const captures = POSITIONS[2].fen;
  const at = (where: string): Partial<TableState> => ({
    fen: where,
    moves: [],
    depth: usualDepth(true, where),
  });
  const next: Experiment[] = [{ label: 'One ply deeper', part: { depth: depth + 1 } }];
  if (fen !== kings) next.push({ label: 'Kings and blocked pawns', part: at(kings) });
  if (fen !== captures) next.push({ label: 'A middle game of captures', part: at(captures) });
  if (fen === kings || fen === captures)
    next.push({ label: 'The rooks again', part: at(DEFAULTS.fen) });
  next.push(
    entries > 64
      ? { label: 'A table of 64 records', part: { entries: 64 } }
      : { label: 'A table of 4,096 records', part: { entries: 4096 } },
  );
  return next;
}
