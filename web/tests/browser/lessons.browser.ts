/** The figures of the lessons are those of the library: the same WebAssembly, called in node. */

import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { POSITIONS } from '../../src/table/state';
import { parse, type Wasm } from '../../src/wasm';
import { num } from '../../src/words';
import { library, open, startBrowser } from './harness';

startBrowser();

let wasm: Wasm;
beforeAll(async () => {
  wasm = await library();
});

/** Waits until all of the texts stand in the lesson. */
async function shows(page: Page, texts: string[]): Promise<void> {
  const missing = (): Promise<string[]> =>
    page.evaluate((wanted) => {
      const shown = (document.querySelector('#view-lessons')?.textContent ?? '').replace(/\s+/g, ' ');
      return wanted.filter((text) => !shown.includes(text));
    }, texts);
  for (let wait = 0; wait < 100; wait++) {
    if ((await missing()).length === 0) return;
    await page.waitForTimeout(100);
  }
  expect(await missing()).toEqual([]);
}

test('lesson 1: nodes with and without a table', async () => {
  const answer = parse(wasm.lesson_two_orders(POSITIONS[0].fen, 4));
  expect(answer.orders[0]?.keys.at(-1)).toBe(answer.orders[1]?.keys.at(-1));
  const last = answer.rows.at(-1);
  expect(last?.nodesWith).toBeLessThan(last?.nodesWithout ?? 0);
  const { page, close } = await open({ hash: '#lessons/1?position=start&depth=4' });
  await shows(page, [
    ...answer.rows.flatMap((row) => [num(row.nodesWith), num(row.nodesWithout), num(row.positions)]),
    answer.orders[0]?.keys.at(-1) ?? 'no key',
  ]);
  await close();
});

test('lesson 2: the keys of a move', async () => {
  const fen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
  const change = parse(wasm.lesson_keys(fen, 'b1c3'));
  expect(change.after).toBe(change.fromNothing);
  expect(change.pawnAfter).toBe(change.pawnBefore);
  const dependent = parse(wasm.lesson_dependent());
  const { page, close } = await open({ hash: `#lessons/2?fen=${fen.replaceAll(' ', '_')}&move=b1c3` });
  await shows(page, [change.before, ...change.features.map((feature) => feature.feature), ...dependent.bad.map((each) => each.key), dependent.ours.at(-1)?.running ?? 'no key', dependent.certificate.sentence]);
  await close();
});

for (const use of [true, false]) {
  test(`lesson 3: a tree ${use ? 'with' : 'without'} a table`, async () => {
    const tree = parse(wasm.lesson_bounds(1, use));
    expect(tree.tableCuts > 0).toBe(use);
    const { page, close } = await open({ hash: `#lessons/3?table=${use ? 'yes' : 'no'}` });
    await shows(page, [num(tree.visited), tree.game]);
    await close();
  });
}

test('lesson 4: what each policy forgets', async () => {
  const policies = ['always', 'depth', 'two-tier', 'breuker', 'ageing', 'rival'] as const;
  const streams = policies.map((policy) => parse(wasm.lesson_replacement(policy, 8, 1, 24)));
  expect(new Set(streams.map((stream) => stream.nodesForgotten)).size).toBeGreaterThan(1);
  const { page, close } = await open({ hash: '#lessons/4' });
  await shows(page, streams.map((stream) => `${num(stream.forgotten)} records`));
  await close();
});

test('lesson 5: the birthday curve', async () => {
  const birthday = parse(wasm.lesson_birthday(12, 100, 1));
  const { page, close } = await open({ hash: '#lessons/5' });
  await shows(page, [num(birthday.half), ...birthday.gillogly.rows.flatMap((row) => row.map(String))]);
  await close();
});

test('lesson 6: a torn record, with the check and without', async () => {
  const order = ['A0', 'B0', 'B1', 'A1'].join(',');
  const plain = parse(wasm.lesson_torn(order, false));
  const checked = parse(wasm.lesson_torn(order, true));
  expect([plain.torn, plain.refused, checked.refused]).toEqual([true, false, true]);
  const { page, close } = await open({ hash: `#lessons/6?order=${order}` });
  await shows(page, [plain.sentence]);
  await close();
  const other = await open({ hash: `#lessons/6?order=${order}&xor=yes` });
  await shows(other.page, [checked.sentence]);
  await other.close();
});
