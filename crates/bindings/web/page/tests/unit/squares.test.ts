import { expect, test } from 'vitest';
import { spriteName } from '../../src/board/squares';
import { PIECES, pieceName, readPlacement, writePlacement } from '../../src/play/squares';
import { START_FEN } from '../../src/play/game';

test.each([START_FEN, '8/8/8/8/8/8/8/8', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R', '7k/8/8/8/8/8/8/K7'])(
  'a placement is written as it was read: %s',
  (fen) => {
    expect(writePlacement(readPlacement(fen))).toBe(fen.split(' ')[0]);
  },
);

test('squares are named from White', () => {
  const placement = readPlacement(START_FEN);
  expect(placement.size).toBe(32);
  expect(placement.get('e1')).toBe('K');
  expect(placement.get('d8')).toBe('q');
  expect(placement.get('e4')).toBeUndefined();
});

test('every piece has a name and a picture', () => {
  expect(new Set(PIECES.map(pieceName)).size).toBe(12);
  expect(new Set(PIECES.map(spriteName)).size).toBe(12);
  expect(pieceName('n')).toBe('black knight');
  expect(spriteName('K')).toBe('wk');
});
