import { expect, test } from 'vitest';
import { figure, forWhite, inWords, shortFigure } from '../../src/play/score';

test('a score is turned to White', () => {
  expect(forWhite({ cp: 30, points: 0.6 }, 'w')).toEqual({ cp: 30, points: 0.6 });
  expect(forWhite({ cp: 30, points: 0.6 }, 'b')).toEqual({ cp: -30, points: 0.4 });
  expect(forWhite({ mate: 2, points: 1 }, 'b')).toEqual({ mate: -2, points: 0 });
});

test('figures and words', () => {
  expect(figure({ cp: 34, points: 0.5 })).toBe('+0.34');
  expect(figure({ cp: -120, points: 0.5 })).toBe('−1.20');
  expect(figure({ cp: 0, points: 0.5 })).toBe('0.00');
  expect(figure({ mate: -3, points: 0.5 })).toBe('−#3');
  const short = [{ cp: -34 }, { cp: 1204 }, { mate: -3 }].map((score) => shortFigure({ ...score, points: 0 }));
  expect(short).toEqual(['0.3', '12.0', '#3']);
  expect(inWords({ mate: 1, points: 0.5 })).toBe('White mates in 1 move');
  expect(inWords({ cp: -150, points: 0.5 })).toBe('Black is 1.50 pawns ahead');
});
