import { beforeEach, expect, test, vi } from 'vitest';
import { newRecord, START_FEN, type GameMove, type GameRecord } from '../../src/play/game';
import { recall, remember } from '../../src/play/memory';

const level = { cp: 0, points: 0.5 };
const judgement = { before: level, after: level, accuracy: 50, loss: 90, line: [], san: '' };
const plain = (text: string): GameMove[] => text.split(' ').map((uci) => ({ uci, san: uci }));
const judged = (text: string): GameRecord => ({
  ...newRecord(),
  moves: plain(text).map((move) => ({ ...move, glyph: '?', judgement })),
});
const glyphs = (text: string, start = START_FEN) => recall(start, plain(text)).map((move) => move.glyph ?? '');

let room: number;
let stored: Map<string, string>;

beforeEach(() => {
  [room, stored] = [Infinity, new Map()];
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => {
      if (text.length > room) throw new DOMException('full', 'QuotaExceededError');
      stored.set(name, text);
    },
  });
});

test('a game has its annotations again, and one that begins like it those of its beginning', () => {
  remember(judged('a2a3 a7a6 b2b3'));
  expect(glyphs('a2a3 a7a6 b2b3')).toEqual(['?', '?', '?']);
  expect(glyphs('a2a3 a7a6 c2c3 c7c6')).toEqual(['?', '?', '', '']);
  expect(glyphs('b2b3')).toEqual(['']);
  expect(glyphs('a2a3', '8/8/8/8/8/8/8/K1k5 w - - 0 1')).toEqual(['']);
  expect(recall(START_FEN, plain('a2a3'))[0]?.judgement).toEqual(judgement);
});

test('a game annotated in part has what was annotated', () => {
  const { moves, ...game } = judged('a2a3 a7a6');
  remember({ ...game, moves: [...moves.slice(0, 1), ...plain('a7a6')] });
  expect(glyphs('a2a3 a7a6')).toEqual(['?', '']);
});

test('the newest games are kept, as many as there is room for', () => {
  for (let at = 0; at < 30; at++) remember(judged(`m${at} n${at}`));
  expect([9, 10, 29].map((at) => glyphs(`m${at}`)[0])).toEqual(['', '?', '?']);
  room = (stored.get('annotations-1') ?? '').length / 2;
  remember(judged('last move'));
  expect([10, 29].map((at) => glyphs(`m${at}`)[0])).toEqual(['', '?']);
  expect(glyphs('last move')).toEqual(['?', '?']);
});

test.each(['no JSON', 'null', '7', '[{}]', '[null]'])('%s in the storage of another program is no fault', (text) => {
  stored.set('annotations-1', text);
  expect(glyphs('a2a3')).toEqual(['']);
  vi.stubGlobal('localStorage', undefined);
  remember(judged('a2a3'));
  expect(glyphs('a2a3')).toEqual(['']);
});
