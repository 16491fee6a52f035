import { describe, expect, it } from 'vitest';
import { describe as inWords, moveInWords, pieces } from '../../src/board/squares.ts';
import { bitsOf, setBits } from '../../src/lessons/bits.ts';
import { placeNodes } from '../../src/lessons/game-tree.ts';
import { isOrder, nextSteps, orders } from '../../src/lessons/interleave.ts';
import { Forecast } from '../../src/progress.ts';
import { dearer, saved, verdict } from '../../src/table/compare-verdict.ts';
import { entryName, nextComparisons, nextExperiments } from '../../src/table/experiments.ts';
import { lineKnown, onForgetting, recordInWords } from '../../src/table/narrate.ts';
import { readMatches } from '../../src/table/matches.ts';
import { DEFAULTS, POLICIES, POSITIONS, TINY, usualDepth } from '../../src/table/state.ts';
import { bytes, counted, duration, listed, percent, short } from '../../src/words.ts';
import type { CellRecord, Counters, PathStep } from '../../src/wasm.ts';

const record: CellRecord = {
  bucket: 3,
  slot: 0,
  key: 'ab',
  draft: 5,
  bound: 'lower',
  score: '0.34',
  move: 'g1f3',
  san: 'Nf3',
  nodes: 40,
  age: 0,
  hits: 1,
  fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
};
const counters: Counters = {
  nodes: 900,
  probes: 800,
  hits: 200,
  cutoffs: 40,
  stores: 1000,
  evictions: 730,
  filled: 64,
  renewed: 206,
  refused: 0,
  falseMatches: 0,
  hashfull: 1000,
  byAge: [1000, 0, 0, 0],
  depth: 7,
};
const step = (move: string | null, known: boolean): PathStep => ({
  ply: 0,
  move,
  san: move,
  fen: '',
  bucket: 1,
  record: known ? record : null,
});

describe('numbers in words', () => {
  it('never round something to nothing or to all', () => {
    expect(percent(0, 1000)).toBe('0 %');
    expect(percent(1, 1000)).toBe('under 1 %');
    expect(percent(999, 1000)).toBe('over 99 %');
    expect(percent(1000, 1000)).toBe('100 %');
    expect(percent(5, 0)).toBe('0 %');
  });

  it('have their units', () => {
    expect(bytes(1024)).toBe('1 KiB');
    expect(bytes(256 << 20)).toBe('256 MiB');
    expect(counted(1, ['ply', 'plies'])).toBe('1 ply');
    expect(counted(1234, ['ply', 'plies'])).toBe('1,234 plies');
    expect(short(12_400)).toBe('12.4 k');
    expect(short(3_000_000)).toBe('3 M');
    expect(listed(['a', 'b', 'c'])).toBe('a, b and c');
  });
});

describe('a position in words', () => {
  it('names the pieces, side by side', () => {
    expect(inWords('8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1')).toBe(
      'White: king a1, pawns d5, a4, d4 and f4. Black: king a7, pawns d6, a5 and f5. White to move.',
    );
    expect(pieces('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1')).toHaveLength(32);
  });

  it('names the piece of a move where the board is known', () => {
    expect(moveInWords(record.fen, 'g1f3')).toBe('knight g1 to f3');
    expect(moveInWords(null, 'g1f3')).toBe('g1 to f3');
    expect(moveInWords('8/P7/8/8/8/5k2/8/6K1 w - - 0 1', 'a7a8q')).toBe(
      'pawn a7 to a8, becoming a queen',
    );
  });
});

describe('the story of the table', () => {
  it('tells what was forgotten, and how much of the best line is known', () => {
    const path = [step('e2e4', true), step('e7e5', false), step('g1f3', true), step(null, false)];
    expect(lineKnown(path)).toEqual({ known: 2, of: 3 });
    const told = onForgetting(TINY, counters, path).join(' ');
    expect(told).toContain('730 of them');
    expect(told).toContain('73 %');
    expect(told).toContain('Of the 3 positions of its own best line it still knows 2.');
  });

  it('says so if nothing was forgotten, or if there is no table', () => {
    expect(onForgetting(TINY, { ...counters, evictions: 0 }, [])[0]).toContain('none forgotten');
    expect(onForgetting({ ...TINY, use: 'off' }, counters, [])).toHaveLength(1);
    expect(onForgetting(TINY, null, [])[0]).toContain('empty');
  });

  it('reads a bound as one', () => {
    expect(recordInWords(record)).toBe(
      'Searched 5 plies deep: the side to move stands at or above 0.34. Best move knight g1 to f3.',
    );
    expect(recordInWords({ ...record, bound: 'upper', draft: 0, move: null })).toContain(
      'at or below 0.34. No move',
    );
  });

  it('offers another experiment after each policy, never the one that ran', () => {
    for (const { value } of POLICIES) {
      const config = { ...TINY, policy: value };
      const next = nextExperiments(config);
      expect(next.length).toBeGreaterThan(0);
      for (const { part } of next)
        expect(entryName({ ...config, ...part })).not.toBe(entryName(config));
    }
  });

  it('names the smaller of two node counts', () => {
    const rows = [{ depth: 9, nodesA: 500, nodesB: 1000, scoreA: '0', scoreB: '0' }];
    expect(verdict(rows, 'Ageing', 'no table').replace('\u00a0', ' ')).toBe(
      'To depth 9: 500 nodes with Ageing, 1,000 with no table, 2.0 times as many. 50 % are saved. ' +
        'Both find the same value, 0: nothing is lost.',
    );
    const turned = [{ depth: 9, nodesA: 1000, nodesB: 500, scoreA: '0.10', scoreB: '0.20' }];
    expect(verdict(turned, 'no table', 'Ageing')).toContain('500 nodes with Ageing, 1,000 with no');
    expect(verdict(turned, 'no table', 'Ageing')).toContain('The values differ at depth 9');
    expect(dearer(turned[0] as (typeof turned)[0])).toBe('A');
    expect(saved(turned[0] as (typeof turned)[0], 'A')).toBe(0.5);
    expect(saved(turned[0] as (typeof turned)[0], 'B')).toBe(-1);
    expect(verdict([], 'a', 'b')).toBe('Nothing was searched.');
  });

  it('offers comparisons by the plain search alone, each another one', () => {
    for (const { fen } of POSITIONS) {
      const state = { ...DEFAULTS, fen, depth: usualDepth(true, fen) };
      for (const { part } of nextComparisons(state)) {
        const next = { ...state, ...part };
        expect([next.fen, next.depth, next.entries]).not.toEqual([fen, state.depth, 4096]);
      }
    }
    const engine = nextExperiments({ ...DEFAULTS, plain: false });
    expect(engine.every(({ part }) => part.plain === true)).toBe(true);
  });

  it('says what became of each write, and why places stay empty', () => {
    const counts = { ...counters, stores: 1000, filled: 700, renewed: 200, evictions: 90, refused: 10 };
    const told = onForgetting({ ...TINY, entries: 800 }, counts, [])[0] ?? '';
    expect(told).toContain('990 records written into 800 places: 700 took an empty place, 200 replaced');
    expect(told).toContain('and 10 more were turned away');
    expect(told).toContain('So 87.5 % of the places are taken: the same position needs no second');
    const full = onForgetting({ ...TINY, entries: 700 }, counts, [])[0] ?? '';
    expect(full).toContain('So 100.0 % of the places are taken.');
  });
});

describe('the end of a search', () => {
  it('is foretold by the growth of its iterations', () => {
    const forecast = new Forecast(8);
    for (const [depth, work] of [[1, 10], [2, 20], [3, 40]] as const) {
      expect(forecast.total()).toBe(null);
      forecast.mark(depth, work);
    }
    expect(forecast.total()).toBeCloseTo(40 * 2 ** 5);
    // A later report of the same iteration takes the place of the first.
    forecast.mark(3, 80);
    expect(forecast.total()).toBeGreaterThan(40 * 2 ** 5);
    forecast.mark(8, 5000);
    expect(forecast.total()).toBe(5000);
  });

  it('is told in seconds, minutes or hours', () => {
    expect([0.2, 12, 300, 3 * 3600, 1e6].map(duration)).toEqual(['1 s', '12 s', '5 min', '3 hours', 'days']);
  });
});

describe('the matches of the laboratory', () => {
  it('are read from its table', () => {
    const html =
      '<table><tr><th>match</th></tr><tr><td>both : no table</td><td align="right">158</td>' +
      '<td>37</td><td>13</td><td>+299 ± 50</td></tr></table>';
    expect(readMatches(html)).toEqual([
      { name: 'both : no table', won: 158, drawn: 37, lost: 13, elo: '+299 ± 50' },
    ]);
  });
});

describe('the pictures of the lessons', () => {
  it('read a key from its highest bit', () => {
    const bits = bitsOf('8000000000000003');
    expect(bits).toHaveLength(64);
    expect(bits[0]).toBe(true);
    expect(bits.slice(62)).toEqual([true, true]);
    expect(setBits('8000000000000003')).toBe(3);
  });

  it('know the six orders of two writers', () => {
    const all = orders();
    expect(all).toHaveLength(6);
    expect(new Set(all.map((order) => order.join())).size).toBe(6);
    for (const order of all) expect(isOrder(order)).toBe(true);
    expect(isOrder(['A1', 'A0'])).toBe(false);
    expect(isOrder(['A0', 'A0'])).toBe(false);
    expect(nextSteps(['A0', 'B0', 'B1'])).toEqual(['A1']);
  });

  it('place a parent above the middle of its children, and no two leaves on one spot', () => {
    const nodes = [
      { id: 0, parent: null, ply: 0 },
      { id: 1, parent: 0, ply: 1 },
      { id: 2, parent: 0, ply: 1 },
      { id: 3, parent: 2, ply: 2 },
      { id: 4, parent: 2, ply: 2 },
    ];
    const places = placeNodes(nodes);
    const x = (id: number): number => places.get(id)?.x ?? NaN;
    expect(x(2)).toBe((x(3) + x(4)) / 2);
    expect(x(0)).toBe((x(1) + x(2)) / 2);
    expect(new Set([x(1), x(3), x(4)]).size).toBe(3);
    expect(places.get(4)?.y).toBeGreaterThan(places.get(2)?.y ?? 0);
  });
});
