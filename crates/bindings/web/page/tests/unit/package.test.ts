import { beforeEach, describe, expect, test } from 'vitest';
import { readBest, readInfo, readOption } from '../../npm/src/lines';
import { UciSession, Wish, type Inner } from '../../npm/src/session';

/** An inner worker that records what it is sent; the test speaks for it. */
class Fake implements Inner {
  readonly sent: string[] = [];
  ended = false;
  constructor(readonly say: (line: string) => void) {}
  send(line: string): void {
    this.sent.push(line);
  }
  end(): void {
    this.ended = true;
  }
}

let inners: Fake[];
let out: string[];
let closed: boolean;

function session(wishes: Int32Array | null): UciSession {
  const make = (say: (line: string) => void): Inner => {
    const inner = new Fake(say);
    inners.push(inner);
    return inner;
  };
  return new UciSession(make, wishes, (line) => out.push(line), () => (closed = true));
}

beforeEach(() => {
  inners = [];
  out = [];
  closed = false;
});

describe('with shared memory', () => {
  let wishes: Int32Array;
  let uci: UciSession;
  beforeEach(() => {
    wishes = new Int32Array(1);
    uci = session(wishes);
  });

  test('stop and ponderhit are wishes, and a new search forgets them', () => {
    uci.command('go infinite');
    uci.command('ponderhit');
    expect(wishes[0]).toBe(Wish.ponderHit);
    uci.command('stop');
    expect(wishes[0]).toBe(Wish.stop);
    inners[0]?.say('bestmove e2e4');
    uci.command('go depth 3');
    expect(wishes[0]).toBe(Wish.none);
    expect(inners[0]?.sent).toEqual(['go infinite', 'go depth 3']);
  });

  test('isready is answered during a search, and the next commands wait for its end', () => {
    uci.command('go infinite');
    uci.command('isready');
    expect(out).toEqual(['readyok']);
    uci.command('position startpos');
    expect(inners[0]?.sent).toEqual(['go infinite']);
    inners[0]?.say('bestmove e2e4');
    expect(inners[0]?.sent).toEqual(['go infinite', 'position startpos']);
  });

  test('a stop without a search is not kept for the next one', () => {
    uci.command('stop');
    uci.command('go infinite');
    expect(wishes[0]).toBe(Wish.none);
  });

  test('a refused go ends without a best move', () => {
    uci.command('go depth many');
    inners[0]?.say('info string go: expected a number, found many');
    uci.command('isready');
    expect(inners[0]?.sent.at(-1)).toBe('isready');
  });

  test('quit ends both workers', () => {
    uci.command('quit');
    expect(inners[0]?.ended).toBe(true);
    expect(closed).toBe(true);
  });
});

describe('without shared memory', () => {
  test('stop ends the worker, replays the state and answers with the best line so far', () => {
    const uci = session(null);
    uci.command('setoption name Hash value 8');
    uci.command('setoption name Hash value 32');
    uci.command('position startpos moves e2e4');
    uci.command('go infinite');
    inners[0]?.say('info depth 3 multipv 1 score cp 20 nodes 9 pv e7e5 g1f3');
    inners[0]?.say('info depth 3 multipv 2 score cp 10 nodes 9 pv c7c5');
    uci.command('stop');
    expect(inners[0]?.ended).toBe(true);
    expect(inners[1]?.sent).toEqual(['setoption name Hash value 32', 'position startpos moves e2e4', 'isready']);
    expect(out.at(-1)).toBe('bestmove e7e5 ponder g1f3');
    // What the replay says is not for the page.
    inners[1]?.say('info string Hash');
    inners[1]?.say('readyok');
    expect(out.at(-1)).toBe('bestmove e7e5 ponder g1f3');
    uci.command('go depth 1');
    expect(inners[1]?.sent.at(-1)).toBe('go depth 1');
  });

  test('a search without a line yet searches one ply', () => {
    const uci = session(null);
    uci.command('go infinite');
    uci.command('stop');
    expect(inners[1]?.sent).toEqual(['isready', 'go depth 1']);
    inners[1]?.say('readyok');
    inners[1]?.say('bestmove g1f3');
    expect(out).toEqual(['bestmove g1f3']);
  });
});

describe('lines', () => {
  test('a line of thinking', () => {
    const line = 'info depth 9 seldepth 14 multipv 2 score cp -31 upperbound nodes 900 nps 4500 hashfull 3 time 200 pv e2e4 e7e5';
    expect(readInfo(line)).toEqual({
      depth: 9, seldepth: 14, multipv: 2, score: { cp: -31 }, bound: 'upper', wdl: null,
      nodes: 900, nps: 4500, time: 200, hashfull: 3, pv: ['e2e4', 'e7e5'],
    });
    expect(readInfo('info depth 2 score mate -1 wdl 0 0 1000 pv a1a2')).toMatchObject({ score: { mate: -1 }, wdl: [0, 0, 1000] });
    expect(readInfo('info string pv is a word')).toBeNull();
  });

  test('best moves', () => {
    expect(readBest('bestmove e2e4 ponder e7e5')).toEqual({ best: 'e2e4', ponder: 'e7e5' });
    expect(readBest('bestmove (none)')).toEqual({ best: null, ponder: null });
    expect(readBest('info depth 1')).toBeNull();
  });

  test('options', () => {
    expect(readOption('option name Clear Hash type button')).toMatchObject({ name: 'Clear Hash', type: 'button', default: null });
    expect(readOption('option name Hash type spin default 16 min 1 max 1024')).toMatchObject({ default: '16', min: 1, max: 1024 });
    expect(readOption('option name Style type combo default Sound var Sound var Wild One')).toMatchObject({
      default: 'Sound',
      choices: ['Sound', 'Wild One'],
    });
  });
});
