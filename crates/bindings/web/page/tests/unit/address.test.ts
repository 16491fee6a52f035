import { describe, expect, it } from 'vitest';
import {
  choiceParam,
  fenFromParam,
  fenToParam,
  formatAddress,
  numberParam,
  parseAddress,
} from '../../src/address.ts';
import {
  DEFAULTS,
  POLICIES,
  SIZES,
  TINY,
  readConfig,
  readState,
  writeConfig,
  writeState,
} from '../../src/table/state.ts';

describe('an address', () => {
  it('names a view, a page of it and values', () => {
    const address = parseAddress('#lessons/4?policy=depth&step=3');
    expect(address.view).toBe('lessons');
    expect(address.page).toBe('4');
    expect(address.params.get('policy')).toBe('depth');
    expect(formatAddress(address)).toBe('#lessons/4?policy=depth&step=3');
  });

  it('that is empty or unknown shows the table', () => {
    for (const hash of ['', '#', '#nonsense/7', '#tables?x=1'])
      expect(parseAddress(hash).view).toBe('table');
    expect(parseAddress('#nonsense/7').page).toBe('');
  });

  it('gives numbers in their range only', () => {
    const params = new URLSearchParams('a=12&b=-3&c=1e3&d=99');
    expect(numberParam(params, 'a', 1, 20, 5)).toBe(12);
    for (const name of ['b', 'c', 'd', 'absent'])
      expect(numberParam(params, name, 1, 20, 5)).toBe(5);
  });

  it('gives words among the choices only', () => {
    const params = new URLSearchParams('x=yes&y=perhaps');
    expect(choiceParam(params, 'x', ['yes', 'no'], 'no')).toBe('yes');
    expect(choiceParam(params, 'y', ['yes', 'no'], 'no')).toBe('no');
  });

  it('holds a position that a reader can read', () => {
    const fen = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
    const text = formatAddress({
      view: 'table',
      page: '',
      params: new URLSearchParams({ fen: fenToParam(fen) }),
    });
    expect(text).toContain('r3k2r/p1ppqpb1/');
    expect(text).not.toMatch(/[ %+]/);
    expect(fenFromParam(parseAddress(text).params.get('fen') ?? '')).toBe(fen);
  });
});

describe('the state of the table view', () => {
  it('comes back from its own address', () => {
    const state = {
      ...TINY,
      moves: ['e2e4', 'e7e5', 'a7a8q'],
      keyBits: 20,
      plain: true,
      use: 'moves' as const,
      by: 'hits' as const,
      bucket: 17,
      other: { entries: 1024, policy: 'rival' as const, keyBits: 32, use: 'off' as const },
    };
    expect(readState(parseAddress(formatAddress(writeState(state))))).toEqual(state);
  });

  it('leaves defaults out', () => {
    expect(formatAddress(writeState(DEFAULTS))).toBe('#table');
    expect(readState(parseAddress('#table'))).toEqual(DEFAULTS);
  });

  it('survives nonsense', () => {
    const state = readState(
      parseAddress('#table?entries=17&policy=best&key=8&depth=900&moves=e4,e2e4&vs=1,2'),
    );
    expect(state).toEqual({ ...DEFAULTS, moves: ['e2e4'] });
    expect(SIZES).toContain(readState(parseAddress('#table?entries=1000')).entries);
  });

  it('writes each setting as one word', () => {
    for (const { value } of POLICIES) {
      const config = { entries: 4096, policy: value, keyBits: 24, use: 'all' as const };
      expect(readConfig(writeConfig(config))).toEqual(config);
    }
    for (const word of [
      null,
      '',
      '4096',
      '4097,always,64,all',
      '4096,always,8,all',
      '4096,always,64,some',
    ]) {
      expect(readConfig(word)).toBeNull();
    }
  });
});
