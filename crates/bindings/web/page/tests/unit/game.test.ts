import { describe, expect, test } from 'vitest';
import { annotate, jump, moveNumber, movesShown, newRecord, numbered, play, takeBack } from '../../src/play/game';

const E4 = { uci: 'e2e4', san: 'e4' };
const E5 = { uci: 'e7e5', san: 'e5' };
const C5 = { uci: 'c7c5', san: 'c5' };

describe('a game', () => {
  test('a move at the end grows the line', () => {
    const game = play(play(newRecord(), E4), E5);
    expect(movesShown(game)).toEqual(['e2e4', 'e7e5']);
    expect(game.ply).toBe(2);
  });

  test('the move of the game itself keeps the rest, another one forgets it', () => {
    const game = jump(play(play(newRecord(), E4), E5), 0);
    expect(play(game, E4).moves).toHaveLength(2);
    const other = play(jump(game, 1), C5);
    expect(other.moves.map((move) => move.san)).toEqual(['e4', 'c5']);
  });

  test('a jump stays inside of the game', () => {
    const game = play(newRecord(), E4);
    expect(jump(game, -3).ply).toBe(0);
    expect(jump(game, 9).ply).toBe(1);
    expect(movesShown(jump(game, 0))).toEqual([]);
  });

  test('taking back forgets the moves', () => {
    const game = play(play(newRecord(), E4), E5);
    expect(takeBack(game, 1).moves).toEqual([E4]);
    expect(takeBack(game, 5).moves).toEqual([]);
  });

  test('an annotation belongs to one move', () => {
    const game = annotate(play(play(newRecord(), E4), E5), 1, { glyph: '?', note: 'better is c5' });
    expect(game.moves[0]?.glyph).toBeUndefined();
    expect(game.moves[1]).toEqual({ ...E5, glyph: '?', note: 'better is c5' });
  });

  test('moves are numbered from the FEN', () => {
    const black = '8/8/8/8/8/8/8/K1k5 b - - 0 17';
    expect(moveNumber(black, 0)).toEqual({ number: 17, white: false });
    expect(moveNumber(black, 1)).toEqual({ number: 18, white: true });
    expect(moveNumber(newRecord().start, 2)).toEqual({ number: 2, white: true });
  });

  test('lines carry the numbers of the game', () => {
    const { start } = newRecord();
    expect(numbered(start, 4, ['Bb5', 'a6', 'Ba4'])).toBe('3. Bb5 a6 4. Ba4');
    expect(numbered(start, 5, ['a6', 'Ba4'])).toBe('3… a6 4. Ba4');
  });
});
