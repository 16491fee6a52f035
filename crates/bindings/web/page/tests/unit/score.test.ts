import { expect, test } from 'vitest';
import { accuracyOf, figure, forWhite, glyphOf, inWords, whiteShare } from '../../src/play/score';

test('a score is turned to White', () => {
  expect(forWhite({ cp: 30 }, 'w')).toEqual({ cp: 30 });
  expect(forWhite({ cp: 30 }, 'b')).toEqual({ cp: -30 });
  expect(forWhite({ mate: 2 }, 'b')).toEqual({ mate: -2 });
});

test('figures and words', () => {
  expect(figure({ cp: 34 })).toBe('+0.34');
  expect(figure({ cp: -120 })).toBe('−1.20');
  expect(figure({ cp: 0 })).toBe('0.00');
  expect(figure({ mate: -3 })).toBe('−#3');
  expect(inWords({ mate: 1 })).toBe('White mates in 1 move');
  expect(inWords({ cp: -150 })).toBe('Black is 1.50 pawns ahead');
});

test("White's share is even at 0 and grows with the score", () => {
  expect(whiteShare({ cp: 0 })).toBe(0.5);
  expect(whiteShare({ cp: 400 })).toBeCloseTo(10 / 11);
  expect(whiteShare({ cp: -400 })).toBeCloseTo(1 / 11);
  expect(whiteShare({ mate: 4 })).toBe(1);
  expect(whiteShare({ mate: -4 })).toBe(0);
});

test('glyphs grow with the part of a point that a move gives away', () => {
  expect(glyphOf({ cp: 20 }, { cp: 15 })).toBe('');
  expect(glyphOf({ cp: 20 }, { cp: -40 })).toBe('?!');
  expect(glyphOf({ cp: 20 }, { cp: -120 })).toBe('?');
  expect(glyphOf({ cp: 20 }, { mate: -2 })).toBe('??');
  // A won game that stays won has no glyph.
  expect(glyphOf({ mate: 5 }, { cp: 900 })).toBe('');
});

test('the accuracy of a move is that of the published formula', () => {
  expect(accuracyOf({ cp: 0 }, { cp: -100 })).toBeCloseTo(66.2424, 3);
  expect(accuracyOf({ cp: 300 }, { cp: 100 })).toBeCloseTo(48.2144, 3);
  expect(accuracyOf({ mate: 1 }, { cp: 0 })).toBeCloseTo(8.5303, 3);
  expect(accuracyOf({ mate: 3 }, { mate: -4 })).toBe(0);
  expect(accuracyOf({ cp: 0 }, { cp: 50 })).toBe(100);
});
