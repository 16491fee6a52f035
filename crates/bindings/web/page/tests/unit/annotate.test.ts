import { expect, test } from 'vitest';
import { annotatedPgn, withNote, type Found } from '../../src/play/annotate';
import { newRecord, play } from '../../src/play/game';
import type { Judged } from '../../src/wasm';

const GAME = play(play(newRecord(), { uci: 'f2f3', san: 'f3' }), { uci: 'e7e5', san: 'e5' });
const LINE = { pv: [], san: '' };

test('a move that is judged bad is marked, with the better one and its line', () => {
  const line = { pv: ['e2e4', 'e7e5'], san: 'e4 e5' };
  const before = { score: { cp: 30, points: 0.53 }, turn: 'w', best: 'e2e4', san: 'e4', line } satisfies Found;
  const after = { score: { cp: 90, points: 0.58 }, turn: 'b', best: 'e7e5', san: 'e5', line: LINE } satisfies Found;
  const cost = { judgement: 'mistake', glyph: '?', loss: 120, accuracy: 61.5 } satisfies Judged;
  const move = withNote(GAME, 0, before, after, cost).moves[0];
  expect(move?.glyph).toBe('?');
  expect(move?.note).toBe('−0.90; better is e4 (+0.30)');
  expect(move?.judgement).toMatchObject({ before: { cp: 30 }, after: { cp: -90 }, loss: 120, line: ['e2e4', 'e7e5'] });
  const unmarked = withNote(GAME, 0, before, after, { judgement: null, glyph: '', loss: 0, accuracy: 100 }).moves[0];
  expect([unmarked?.glyph, unmarked?.note, unmarked?.judgement?.accuracy]).toEqual(['', '', 100]);
});

test('notes stand behind their moves in a PGN', () => {
  const game = { ...GAME, moves: GAME.moves.map((move, at) => (at === 0 ? { ...move, glyph: '?', note: 'weak' } : move)) };
  const pgn = '[White "f3"]\n[Result "*"]\n\n1. f3 e5 *\n';
  expect(annotatedPgn(pgn, game)).toBe('[White "f3"]\n[Result "*"]\n\n1. f3? {weak} e5 *\n');
});
