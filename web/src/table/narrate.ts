/** What the table did, in sentences. */

import { moveInWords } from '../board/squares.ts';
import { counted, num, percent } from '../words.ts';
import type { CellRecord, Config, Counters, PathStep } from '../wasm.ts';
import { ruleOf } from './state.ts';

/** Returns how many positions of the best line the table still knows. */
export function lineKnown(path: readonly PathStep[]): { known: number; of: number } {
  // The last position of a line is the one that the search did not look beyond.
  const inner = path.filter((step) => step.move !== null);
  return { known: inner.filter((step) => step.record !== null).length, of: inner.length };
}

/** Returns the sentences on forgetting, for the state of a search. */
export function onForgetting(
  config: Config,
  counters: Counters | null,
  path: readonly PathStep[],
): string[] {
  if (config.use === 'off') {
    return ['There is no table. Each position is searched as often as the search meets it.'];
  }
  if (counters === null || counters.stores === 0) {
    return [
      `The table is empty: it has room for ${counted(config.entries, 'record')}.`,
      ruleOf(config.policy),
    ];
  }
  const sentences: string[] = [];
  if (counters.evictions === 0) {
    sentences.push(
      `${counted(counters.stores, 'record')} written, none forgotten: there is room for ${num(config.entries)}.`,
    );
  } else {
    sentences.push(
      `${counted(counters.stores, 'record')} written into ${num(config.entries)} places. ` +
        `${num(counters.evictions)} of them threw out the record of another position: ` +
        `${percent(counters.evictions, counters.stores)} of all writes forget something.`,
    );
  }
  const { known, of } = lineKnown(path);
  if (of > 0) {
    sentences.push(
      known === of
        ? `It still knows all ${counted(of, 'position')} of its own best line.`
        : `Of the ${counted(of, 'position')} of its own best line it still knows ${num(known)}.`,
    );
  }
  if (counters.evictions > 0)
    sentences.push(
      `Its rule: ${ruleOf(config.policy).replace(/^./, (first) => first.toLowerCase())}`,
    );
  return sentences;
}

/** Returns a record in words. */
export function recordInWords(record: CellRecord): string {
  const where = { exact: 'at', lower: 'at or above', upper: 'at or below' }[record.bound];
  const depth =
    record.draft <= 0
      ? 'Captures only were searched'
      : `Searched ${counted(record.draft, 'ply', 'plies')} deep`;
  const move =
    record.move === null
      ? 'No move is known.'
      : `Best move ${moveInWords(record.fen, record.move)}.`;
  return `${depth}: the side to move stands ${where} ${record.score}. ${move}`;
}

/** Returns how old a record is, what it cost and how often its bucket was of use. */
export function ageInWords(record: CellRecord): string {
  const age =
    record.age === 0
      ? 'written in this search'
      : record.age === 1
        ? 'written in the search before'
        : `written ${record.age} searches ago`;
  const cost = record.nodes > 0 ? `, from a subtree of about ${counted(record.nodes, 'node')}` : '';
  return `${age}${cost}; its bucket gave ${counted(record.hits, 'hit')}`;
}
