/** What a table is worth to the whole engine: games at equal time, from the project's own measurements. */

import fine from 'book:records/bench/tactics.md/fines-position-70/3';
import matches from 'book:records/lab/README.md/what-a-table-is-worth/6';
import { fold } from '../controls.ts';
import { h } from '../dom.ts';
import { fromBook } from '../lessons/lesson.ts';
import { num } from '../words.ts';
import { readMatches, type Match } from './matches.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.gamesPanel;

const NAMES: Record<string, string> = {
  'both : no table': TEXTS.theWholeTableAgainstNone,
  'move only : no table': TEXTS.aTableThatOnlyOrders,
  'both : move only': TEXTS.theWholeTableAgainstOne,
};

/** Makes the panel. */
export function gamesPanel(): HTMLElement {
  return fold(
    TEXTS.theWholeEngineGames,
    'games',
    h('p', {}, TEXTS.theEnginePrunesByWhat),
    h('ul', { class: 'matches' }, ...readMatches(matches).map(matchOf)),
    h('p', {}, TEXTS.orHowSoonItFinds),
    fromBook(fine, TEXTS.tacticsAtEqualNodes, 'records/bench/tactics.md'),
    fromBook('', TEXTS.whatATableIsWorth, 'records/lab/README.md'),
  ).element;
}

function matchOf({ name, won, drawn, lost, elo }: Match): HTMLElement {
  const games = won + drawn + lost;
  const part = (count: number, kind: string): HTMLElement =>
    h('span', { class: kind, style: `width:${(100 * count) / games}%` }, String(count));
  return h(
    'li',
    {},
    h('span', {}, NAMES[name] ?? name, ': ', h('b', { class: 'numbers' }, TEXTS.elo(elo))),
    h(
      'span',
      { class: 'match-bar numbers', role: 'img', 'aria-label': TEXTS.wonDrawnLost(won, drawn, lost) },
      part(won, 'won'),
      part(drawn, 'drawn'),
      part(lost, 'lost'),
    ),
    h('span', { class: 'small quiet' }, TEXTS.gamesWonDrawnLost(num(games))),
  );
}
