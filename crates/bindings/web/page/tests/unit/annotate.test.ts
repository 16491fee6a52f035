import { expect, test } from 'vitest';
import { annotatedPgn, withNote, type Judged } from '../../src/play/annotate';
import { newRecord, play } from '../../src/play/game';

const GAME = play(play(newRecord(), { uci: 'f2f3', san: 'f3' }), { uci: 'e7e5', san: 'e5' });
const LINE = { pv: [], san: '' };

test('a move that gives much away is marked, with the better one', () => {
  const before = { score: { cp: 30 }, turn: 'w', best: 'e2e4', san: 'e4', line: { pv: ['e2e4', 'e7e5'], san: 'e4 e5' } } satisfies Judged;
  const after = { score: { cp: 90 }, turn: 'b', best: 'e7e5', san: 'e5', line: LINE } satisfies Judged;
  const move = withNote(GAME, 0, before, after).moves[0];
  expect(move?.glyph).toBe('?');
  expect(move?.note).toBe('−0.90; better is e4 (+0.30)');
  expect(move?.judgement).toMatchObject({ before: { cp: 30 }, after: { cp: -90 }, line: ['e2e4', 'e7e5'] });
});

test('the best move is never marked', () => {
  const before = { score: { cp: 300 }, turn: 'w', best: 'f2f3', san: 'f3', line: LINE } satisfies Judged;
  const after = { score: { cp: 90 }, turn: 'b', best: null, san: null, line: LINE } satisfies Judged;
  expect(withNote(GAME, 0, before, after).moves[0]?.glyph).toBe('');
});

test('notes stand behind their moves in a PGN', () => {
  const game = { ...GAME, moves: GAME.moves.map((move, at) => (at === 0 ? { ...move, glyph: '?', note: 'weak' } : move)) };
  const pgn = '[White "f3"]\n[Result "*"]\n\n1. f3 e5 *\n';
  expect(annotatedPgn(pgn, game)).toBe('[White "f3"]\n[Result "*"]\n\n1. f3? {weak} e5 *\n');
});
