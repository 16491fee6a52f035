/** The game that one false record loses, move by move, with the scores of wide and of narrow keys. */

import { miniBoard } from '../board/mini.ts';
import { slider, type Field } from '../controls.ts';
import { h, set, setText } from '../dom.ts';
import type { Client } from '../worker/client.ts';
import type { FalseRecord } from '../wasm.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.falseGame;

/** Returns a move with its number; plies are counted from 0. */
function moveName(ply: FalseRecord['plies'][number]): string {
  return `${Math.floor(ply.ply / 2) + 1}${ply.side === 'white' ? '.' : ' …'} ${ply.san}`;
}

/** Returns moves of a game that White begins, with their numbers. */
function numbered(moves: readonly string[]): string {
  return moves.map((san, ply) => (ply % 2 === 0 ? `${ply / 2 + 1}. ${san}` : san)).join(' ');
}

/** The picture of the game on the page. */
export interface FalseGame {
  element: HTMLElement;
  /** Shows a move, counted from 0; asks for the game when it is first called. */
  show(move: number): void;
}

/** Makes the picture; `moved` is called with the move that the reader goes to. */
export function falseGame(
  client: Client,
  fault: (problem: unknown) => void,
  moved: (move: number) => void,
): FalseGame {
  const story = h('p', {});
  const sliderHost = h('div');
  const board = h('div', { class: 'one-board' });
  const told = h('div', { class: 'note', role: 'status' });
  const pair = h('div');
  const result = h('p', {});
  const element = h(
    'section',
    { class: 'panel', 'aria-labelledby': 'false-title' },
    h('h2', { id: 'false-title' }, TEXTS.theGameThatAFalse),
    story,
    sliderHost,
    h('div', { class: 'false-game' }, board, told),
    result,
    pair,
  );
  let asked = false;
  let at = 0;
  let known: FalseRecord | null = null;
  let field: Field<number> | null = null;

  const draw = (game: FalseRecord, index: number): void => {
    const ply = game.plies[index];
    if (ply === undefined) return;
    set(board, miniBoard(ply.fen));
    set(
      told,
      h('p', {}, h('b', {}, moveName(ply))),
      h(
        'dl',
        { class: 'scores numbers' },
        h('div', {}, h('dt', {}, TEXTS.withBits(game.wideBits)), h('dd', {}, ply.wide)),
        h('div', {}, h('dt', {}, TEXTS.withBits(game.narrowBits)), h('dd', {}, ply.narrow)),
      ),
      ply.falseMatches > 0 ? h('p', {}, TEXTS.falseMatchesAtThisMove(ply.falseMatches)) : null,
    );
  };

  const show = (game: FalseRecord): void => {
    setText(story, game.story);
    setText(
      result,
      TEXTS.theGameEndsWithKeys(
        game.result,
        game.wideBits,
        game.wideResult,
        numbered(game.wideMoves),
      ),
    );
    const names = game.plies.map(moveName);
    known = game;
    at = Math.min(at, names.length - 1);
    field = slider(TEXTS.move, names, at, (index) => {
      at = index;
      draw(game, index);
      moved(index);
    });
    set(sliderHost, field.element);
    draw(game, at);
    if (game.pair !== null) {
      set(
        pair,
        h(
          'figure',
          { class: 'pair' },
          h(
            'div',
            {},
            miniBoard(game.pair.fenStored, { label: TEXTS.stored }),
            h('p', { class: 'small quiet' }, TEXTS.storedCaption),
          ),
          h('span', { class: 'pair-sign', 'aria-hidden': 'true' }, '≠'),
          h(
            'div',
            {},
            miniBoard(game.pair.fenProbed, { label: TEXTS.askedFor }),
            h('p', { class: 'small quiet' }, TEXTS.askedForCaption),
          ),
          h(
            'figcaption',
            { class: 'small' },
            TEXTS.bothHaveTheBits,
            h('code', {}, game.pair.key),
            TEXTS.theRightOneStandsAfter,
          ),
        ),
      );
    }
  };
  return {
    element,
    show: (move) => {
      at = move;
      if (known !== null) {
        at = Math.min(at, known.plies.length - 1);
        field?.set(at);
        draw(known, at);
      }
      if (asked) return;
      asked = true;
      setText(story, TEXTS.theGameIsPlayedNow);
      client.call('falseRecord', []).then(show, (problem: unknown) => {
        asked = false;
        fault(problem);
      });
    },
  };
}
