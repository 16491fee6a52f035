/** What the table did, in sentences. */

import { moveInWords } from '../board/squares.ts';
import { counted, listed, num, percent } from '../words.ts';
import type { CellRecord, Config, Counters, PathStep } from '../wasm.ts';
import { ruleOf } from './state.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.narrate;

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
    TEXTS.tookAnEmptyPlace(num(filled)),
    TEXTS.replacedAnOlderRecordOf(num(renewed)),
    TEXTS.ofThemThrewOutThe(num(evictions), percent(evictions, written)),
  ];
  if (refused > 0) fates.push(TEXTS.moreWereTurnedAway(num(refused)));
  const why =
    written > config.entries && filled < config.entries ? TEXTS.theSamePositionNeedsNo : '';
  return TEXTS.writtenIntoPlacesSoOf(
    counted(written, texts.nouns.record),
    num(config.entries),
    listed(fates),
    fullness(counters, config.entries),
    why,
  );
}

/** Returns the sentences on forgetting, for the state of a search. */
export function onForgetting(
  config: Config,
  counters: Counters | null,
  path: readonly PathStep[],
): string[] {
  if (config.use === 'off') {
    return [TEXTS.thereIsNoTableEach];
  }
  if (counters === null || counters.stores === 0) {
    return [
      TEXTS.theTableIsEmptyIt(counted(config.entries, texts.nouns.record)),
      ruleOf(config.policy),
    ];
  }
  const sentences: string[] = [];
  if (counters.evictions === 0) {
    sentences.push(
      TEXTS.writtenNoneForgottenThere(
        counted(counters.stores, texts.nouns.record),
        num(config.entries),
      ),
    );
  } else {
    sentences.push(onStores(config, counters));
  }
  const { known, of } = lineKnown(path);
  if (of > 0) {
    sentences.push(
      known === of
        ? TEXTS.itStillKnowsAllOf(counted(of, texts.nouns.position))
        : TEXTS.ofTheOfItsOwn(counted(of, texts.nouns.position), num(known)),
    );
  }
  if (counters.evictions > 0)
    sentences.push(
      TEXTS.itsRule(ruleOf(config.policy).replace(/^./, (first) => first.toLowerCase())),
    );
  return sentences;
}

/** Returns a record in words. */
export function recordInWords(record: CellRecord): string {
  const where = { exact: TEXTS.at, lower: TEXTS.atOrAbove, upper: TEXTS.atOrBelow }[record.bound];
  const depth =
    record.draft <= 0
      ? TEXTS.capturesOnlyWereSearched
      : TEXTS.searchedDeep(counted(record.draft, texts.nouns.ply));
  const move =
    record.move === null
      ? TEXTS.noMoveIsKnown
      : TEXTS.bestMove(moveInWords(record.fen, record.move));
  return TEXTS.theSideToMoveStands(depth, where, record.score, move);
}

/** Returns how old a record is, what it cost and how often its bucket was of use. */
export function ageInWords(record: CellRecord): string {
  const age =
    record.age === 0
      ? TEXTS.writtenInThisSearch
      : record.age === 1
        ? TEXTS.writtenInTheSearchBefore
        : TEXTS.writtenSearchesAgo(record.age);
  const cost =
    record.nodes > 0 ? TEXTS.fromASubtreeOfAbout(counted(record.nodes, texts.nouns.node)) : '';
  return TEXTS.itsBucketGave(age, cost, counted(record.hits, texts.nouns.hit));
}
