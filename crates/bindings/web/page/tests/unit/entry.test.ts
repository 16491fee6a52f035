import { describe, expect, test } from 'vitest';
import { moveFromText, movesBetween, targets } from '../../src/play/entry';

const LEGAL = [
  { uci: 'g1f3', san: 'Nf3' },
  { uci: 'e1g1', san: 'O-O' },
  { uci: 'e1c1', san: 'O-O-O' },
  { uci: 'e7e8q', san: 'e8=Q+' },
  { uci: 'e7e8n', san: 'e8=N' },
  { uci: 'b2c3', san: 'bxc3' },
  { uci: 'f1c3', san: 'Bxc3' },
];

function uci(text: string): string | undefined {
  const entry = moveFromText(text, LEGAL);
  return 'move' in entry ? entry.move.uci : undefined;
}

describe('moves in text', () => {
  test.each([
    ['Nf3', 'g1f3'],
    ['nf3', 'g1f3'],
    ['g1f3', 'g1f3'],
    ['g1-f3', 'g1f3'],
    ['12. Nf3!', 'g1f3'],
    ['0-0', 'e1g1'],
    ['O-O-O', 'e1c1'],
    ['e8Q', 'e7e8q'],
    ['e8=Q+', 'e7e8q'],
    ['e7e8n', 'e7e8n'],
    ['bxc3', 'b2c3'],
    ['Bxc3', 'f1c3'],
  ])('%s is %s', (text, move) => {
    expect(uci(text)).toBe(move);
  });

  test('a fault names the moves that come near', () => {
    expect(moveFromText('Nc3', LEGAL)).toEqual({ fault: 'expected a legal move such as Nf3, found “Nc3”' });
    const entry = moveFromText('Rf3', LEGAL);
    expect('fault' in entry && entry.fault).toContain('“Rf3”');
    expect(moveFromText(' ', LEGAL)).toEqual({ fault: 'expected a move such as Nf3 or g1f3, found nothing' });
  });

  test('a promotion without its piece asks which', () => {
    const entry = moveFromText('e8', LEGAL);
    expect('fault' in entry && entry.fault).toContain('did you mean one of e8=Q+, e8=N?');
  });
});

describe('moves by squares', () => {
  test('a promotion gives every piece', () => {
    expect(movesBetween(LEGAL, 'e7', 'e8')).toHaveLength(2);
  });

  test("castling is the king's step, or its step onto the rook", () => {
    expect(movesBetween(LEGAL, 'e1', 'g1').map((move) => move.san)).toEqual(['O-O']);
    expect(movesBetween(LEGAL, 'e1', 'h1').map((move) => move.san)).toEqual(['O-O']);
    expect(movesBetween(LEGAL, 'e1', 'a1').map((move) => move.san)).toEqual(['O-O-O']);
    expect(movesBetween(LEGAL, 'e1', 'e2')).toEqual([]);
  });

  test('Chess960 castling is found by the goal of the king, too', () => {
    const legal = [{ uci: 'b1a1', san: 'O-O-O' }];
    expect(movesBetween(legal, 'b1', 'a1').map((move) => move.san)).toEqual(['O-O-O']);
    expect(movesBetween(legal, 'b1', 'c1').map((move) => move.san)).toEqual(['O-O-O']);
  });

  test('goals are named once', () => {
    expect(targets(LEGAL, 'e7')).toEqual(['e8']);
  });
});
