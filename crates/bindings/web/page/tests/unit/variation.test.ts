import { describe, expect, test } from 'vitest';
import { enter, jump, line, movesShown, newRecord, play, takeBack, walk, type GameRecord } from '../../src/play/game';
import { betterLine } from '../../src/play/review';

const move = (uci: string) => ({ uci, san: uci });
const moves = (text: string) => text.split(' ').map(move);
const GAME: GameRecord = { ...newRecord(), moves: moves('f2f3 e7e5 g2g4 d8h4'), ply: 2 };
const INSIDE = enter(GAME, { at: 2, moves: moves('b1c3 d7d5 e2e4') }, 1);

describe('a variation', () => {
  test('the board walks through it in place of the game, which stays', () => {
    expect(movesShown(INSIDE)).toEqual(['f2f3', 'e7e5', 'b1c3']);
    expect(movesShown(walk(INSIDE, 99))).toEqual(['f2f3', 'e7e5', 'b1c3', 'd7d5', 'e2e4']);
    expect(INSIDE.moves).toEqual(GAME.moves);
  });

  test('walking before it, or a jump, comes back to the game', () => {
    expect(walk(INSIDE, 2).variation).toBeDefined();
    expect(walk(INSIDE, 1)).toEqual({ ...GAME, ply: 1, variation: undefined });
    expect(movesShown(jump(INSIDE, 4))).toEqual(['f2f3', 'e7e5', 'g2g4', 'd8h4']);
  });

  test('moves made in it, and taken back, change it and not the game', () => {
    const other = play(INSIDE, move('d7d6'));
    expect(line(other).map(({ uci }) => uci)).toEqual(['f2f3', 'e7e5', 'b1c3', 'd7d6']);
    expect(line(play(INSIDE, move('d7d5')))).toHaveLength(5);
    expect(takeBack(other, 1).variation?.moves).toEqual(moves('b1c3'));
    expect(takeBack(other, 2)).toEqual({ ...GAME, variation: undefined });
    expect(other.moves).toEqual(GAME.moves);
  });

  test('it is the better line of the mistake that follows on the board', () => {
    const level = { cp: 0, points: 0.5 };
    const judgement = { before: level, after: level, accuracy: 20, loss: 300, line: ['b1c3', 'd7d5'], san: 'Nc3 d5' };
    const marked = { ...GAME, moves: GAME.moves.map((one, at) => (at === 2 ? { ...one, glyph: '??', judgement } : one)) };
    const better = { at: 2, moves: [{ uci: 'b1c3', san: 'Nc3' }, { uci: 'd7d5', san: 'd5' }] };
    expect(betterLine(marked)).toEqual(better);
    expect(betterLine(enter(marked, better, 2))).toEqual(better);
    expect(betterLine({ ...marked, ply: 3 })).toBeNull();
  });
});
