import { expect, test } from 'vitest';
import { levelNames } from '../../src/play/opponent';

test('a level is named with its Elo, one below the measured ones with a bound', () => {
  const names = levelNames([null, null, 607, 671]);
  expect(names.slice(0, 4)).toEqual([
    '0 of 20, below 607 Elo',
    '1 of 20, below 607 Elo',
    '2 of 20, about 607 Elo',
    '3 of 20, about 671 Elo',
  ]);
  expect(names[4]).toBe('4 of 20');
  expect([names[20], names.length]).toEqual(['full strength', 21]);
});
