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
  const { page, close } = await open({ hash: '#lessons/1?position=start&depth=4&moves=4' });
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

test('lesson 1 opens with its question; the boards meet when the reader has made the moves', async () => {
  const { page, close } = await open({ hash: '#lessons/1' });
  await shows(page, ['Can they meet again', 'One position, one key. Will both boards be equal again?']);
  const made = page.getByLabel('Half-moves made');
  expect(await made.inputValue()).toBe('0');
  await made.fill('4');
  await shows(page, ['The same position by two ways, and the same key']);
  expect(new URL(page.url()).hash).toBe('#lessons/1?moves=4');
  await close();
});

test('the links of the book lead to its chapters', async () => {
  const { page, close } = await open({ hash: '#lessons/5' });
  await page.getByRole('link', { name: 'Keys with a guarantee' }).first().click();
  await page.locator('h1', { hasText: 'Keys with a guarantee' }).waitFor();
  const links = await page.locator('main a[href*=".html"]').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect([link, (await page.request.get(link)).status()]).toEqual([link, 200]);
  await page.getByRole('link', { name: 'Palimpsest' }).click();
  await page.locator('#view-table h1').waitFor();
  await close();
});

test('the legend of a curve is filled: colours in its marks and numbers of the last point', async () => {
  const { page, close } = await open({ hash: '#lessons/1?depth=3' });
  await page.locator('.u-legend .u-value').first().waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.lesson-picture .scroll-x tbody tr').length === 3);
  const values = await page.locator('.u-legend .u-value').allTextContents();
  expect(values[0]).toBe('3');
  for (const value of values) expect(value).toMatch(/\d/);
  const fills = await page.locator('.u-series .u-marker').evaluateAll((marks) => marks.map((mark) => getComputedStyle(mark).backgroundColor));
  for (const fill of fills.slice(-2)) expect(fill).not.toMatch(/, 0\)$|transparent/);
  await close();
});

test('many runs of lesson 5 tell how far they are', async () => {
  const { page, close } = await open({ hash: '#lessons/5?bits=24&runs=2000' });
  await page.locator('.lesson-picture .progress', { hasText: /about .* more/ }).waitFor();
  await page.locator('.lesson-picture .progress').first().waitFor({ state: 'hidden', timeout: 60_000 });
  await page.locator('.lesson-picture .u-legend').first().waitFor();
  await close();
});
