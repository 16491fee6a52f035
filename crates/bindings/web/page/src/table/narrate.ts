/** What the table did, in sentences. */

import { moveInWords } from '../board/squares.ts';
import { counted, listed, num, percent } from '../words.ts';
import type { CellRecord, Config, Counters, PathStep } from '../wasm.ts';
import { ruleOf } from './state.ts';

/** Returns how many positions of the best line the table still knows. */
export function lineKnown(path: readonly PathStep[]): { known: number; of: number } {
  // The last position of a line is the one that the search did not look beyond.
  const inner = path.filter((step) => step.move !== null);
  return { known: inner.filter((step) => step.record !== null).length, of: inner.length };
}

/** Returns the share of the places that are taken, with a decimal. */
export function fullness({ filled }: Counters, places: number): string {
  return `${((100 * filled) / places).toFixed(1)} %`;
}

/** Returns what became of the stores: why so many records take so few places. */
function onStores(config: Config, counters: Counters): string {
  const { stores, evictions, filled, renewed, refused } = counters;
  const written = stores - refused;
  const fates = [
    `${num(filled)} took an empty place`,
    `${num(renewed)} replaced an older record of the same position`,
    `${num(evictions)} of them threw out the record of another (${percent(evictions, written)})`,
  ];
  if (refused > 0) fates.push(`${num(refused)} more were turned away`);
  const why =
    written > config.entries && filled < config.entries
      ? ': the same position needs no second place, and a full bucket forgets while others are empty'
      : '';
  return (
    `${counted(written, 'record')} written into ${num(config.entries)} places: ${listed(fates)}. ` +
    `So ${fullness(counters, config.entries)} of the places are taken${why}.`
  );
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
    sentences.push(onStores(config, counters));
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
