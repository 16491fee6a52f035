import { expect, test } from 'vitest';
import { newRecord, type GameRecord } from '../../src/play/game';
import { accuracy, mistakeAhead, nextMistake } from '../../src/play/review';

const level = { cp: 0, points: 0.5 };
const even = { before: level, after: level, loss: 0, line: [], san: '' };
const move = (accuracy: number, glyph = '') => ({ uci: 'a1a2', san: 'Ra2', glyph, judgement: { ...even, accuracy } });
const GAME: GameRecord = { ...newRecord(), moves: [move(100), move(40, '?'), move(80), move(60, '??')] };

test('each side has the mean accuracy of its own moves', () => {
  expect([accuracy(GAME, true), accuracy(GAME, false)]).toEqual([90, 50]);
  const black = { ...GAME, start: '4k3/8/8/8/8/8/8/4K3 b - - 0 1' };
  expect([accuracy(black, true), accuracy(black, false)]).toEqual([50, 90]);
  expect(accuracy(newRecord(), true)).toBeNull();
});

test('the next mistake is the next marked move, and the first again after the last', () => {
  expect([0, 1, 2, 3, 4].map((ply) => nextMistake({ ...GAME, ply }))).toEqual([1, 3, 3, 1, 1]);
  expect([0, 1, 4].map((ply) => mistakeAhead({ ...GAME, ply })?.glyph)).toEqual([undefined, '?', undefined]);
  expect(nextMistake(newRecord())).toBeNull();
});
