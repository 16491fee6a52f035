/** The next searches worth trying, and the names of settings. */

import { num } from '../words.ts';
import type { Config } from '../wasm.ts';
import { policyName, type TableState } from './state.ts';

/** A change of the settings with the words of its button. */
export interface Experiment {
  label: string;
  part: Partial<TableState>;
}

/** Returns the experiments that follow a search with these settings. */
export function nextExperiments(config: Config): Experiment[] {
  if (config.use !== 'all') return [{ label: 'Give the table back', part: { use: 'all' } }];
  if (config.keyBits < 32) return [{ label: 'Compare all 64 bits again', part: { keyBits: 64 } }];
  const bigger: Experiment = {
    label: 'Give it 64 times the room',
    part: { entries: Math.min(2 ** 24, config.entries * 64) },
  };
  const none: Experiment = { label: 'Take the table away', part: { use: 'off' } };
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
