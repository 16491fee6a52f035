/** The next searches worth trying, and the names of settings. */

import { num } from '../words.ts';
import type { Config } from '../wasm.ts';
import { DEFAULTS, POSITIONS, policyName, usualDepth, type TableState } from './state.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.experiments;

/** A change of the settings with the words of its button. */
export interface Experiment {
  label: string;
  part: Partial<TableState>;
}

/** Returns the experiments that follow a search with these settings. */
export function nextExperiments(config: Config): Experiment[] {
  if (config.use !== 'all') return [{ label: TEXTS.giveTheTableBack, part: { use: 'all' } }];
  // Nodes to a depth of the whole engine compare two different searches.
  if (config.plain !== true && config.keyBits >= 32)
    return [{ label: TEXTS.seeWhatATableSaves, part: DEFAULTS }];
  if (config.keyBits < 32) return [{ label: TEXTS.compareAll64BitsAgain, part: { keyBits: 64 } }];
  const bigger: Experiment = {
    label: TEXTS.giveIt64TimesThe,
    part: { entries: Math.min(2 ** 24, config.entries * 64) },
  };
  const none: Experiment = { label: TEXTS.takeTheTableAway, part: { use: 'off', speed: 0 } };
  switch (config.policy) {
    case 'always':
      return [{ label: TEXTS.letItKeepTheDeeper, part: { policy: 'depth' } }, bigger];
    case 'depth':
      return [{ label: TEXTS.onePlaceForTheDeepest, part: { policy: 'two-tier' } }, bigger];
    case 'two-tier':
      return [{ label: TEXTS.bucketsOfFourOldRecords, part: { policy: 'ageing' } }, bigger];
    default:
      return config.entries < 4096 ? [bigger, none] : [none];
  }
}

/** Returns the settings of an entry in a few words. */
export function entryName(config: Config): string {
  if (config.use === 'off') return TEXTS.noTable;
  const parts = [policyName(config.policy), num(config.entries)];
  if (config.use === 'moves') parts.push(TEXTS.movesOnly);
  if (config.keyBits < 64) parts.push(TEXTS.bits(config.keyBits));
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
  const next: Experiment[] = [{ label: TEXTS.onePlyDeeper, part: { depth: depth + 1 } }];
  if (fen !== kings) next.push({ label: TEXTS.kingsAndBlockedPawns, part: at(kings) });
  if (fen !== captures) next.push({ label: TEXTS.aMiddleGameOfCaptures, part: at(captures) });
  if (fen === kings || fen === captures)
    next.push({ label: TEXTS.theRooksAgain, part: at(DEFAULTS.fen) });
  next.push(
    entries > 64
      ? { label: TEXTS.aTableOf64Records, part: { entries: 64 } }
      : { label: TEXTS.aTableOf4096, part: { entries: 4096 } },
  );
  return next;
}
