/** What a table is worth to the whole engine: games at equal time, from the project's own measurements. */

import fine from 'book:bench/tactics.md/fines-position-70/3';
import matches from 'book:lab/worth.md/what-we-found/10';
import { fold } from '../controls.ts';
import { h } from '../dom.ts';
import { fromBook } from '../lessons/lesson.ts';
import { num } from '../words.ts';
import { readMatches, type Match } from './matches.ts';

const NAMES: Record<string, string> = {
  'both : no table': 'The whole table against none',
  'move only : no table': 'A table that only orders moves against none',
  'both : move only': 'The whole table against one that only orders moves',
};

/** Makes the panel. */
export function gamesPanel(): HTMLElement {
  return fold(
    'The whole engine: games',
    'games',
    h(
      'p',
      {},
      'The engine prunes by what its table says, so with a table and without it searches two different trees, ' +
        'and the one of fewer nodes may simply see less. What counts is who wins, with the same time for each move:',
    ),
    h('ul', { class: 'matches' }, ...readMatches(matches).map(matchOf)),
    h('p', {}, 'Or how soon it finds the only winning move, Kb1, of Fine’s position 70:'),
    fromBook(fine, 'Tactics at equal nodes', 'bench/tactics.md'),
    fromBook('', 'What a table is worth', 'lab/worth.md'),
  ).element;
}

function matchOf({ name, won, drawn, lost, elo }: Match): HTMLElement {
  const games = won + drawn + lost;
  const part = (count: number, kind: string): HTMLElement =>
    h('span', { class: kind, style: `width:${(100 * count) / games}%` }, String(count));
  return h(
    'li',
    {},
    h('span', {}, NAMES[name] ?? name, ': ', h('b', { class: 'numbers' }, `${elo} Elo`)),
    h(
      'span',
      { class: 'match-bar numbers', role: 'img', 'aria-label': `${won} won, ${drawn} drawn, ${lost} lost` },
      part(won, 'won'),
      part(drawn, 'drawn'),
      part(lost, 'lost'),
    ),
    h('span', { class: 'small quiet' }, `${num(games)} games: won, drawn, lost`),
  );
}
