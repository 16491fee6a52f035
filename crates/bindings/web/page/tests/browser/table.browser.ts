/** The landing view: the map of a table while a search writes it. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { parse, type Config, type Counters } from '../../src/wasm';
import { cornerOf, layOut } from '../../src/table/layout';
import { library, open, startBrowser } from './harness';

startBrowser();

const CONFIG: Config = { entries: 1024, policy: 'ageing', keyBits: 64, use: 'all' };
const DEPTH = 6;
const ENGINE = 'search=engine&fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1';
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

const picture = (page: Page): Promise<string> =>
  page.locator('canvas.map').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());

async function searched(page: Page): Promise<void> {
  await page.locator('.told', { hasText: /Depth \d+ done after/ }).waitFor();
}

test('the map changes while the search runs, and rests while it is paused', async () => {
  const { page, close } = await open({ hash: '#table?entries=4096&depth=30&speed=2000' });
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForTimeout(500);
  const first = await picture(page);
  await page.waitForTimeout(1000);
  const second = await picture(page);
  expect(second).not.toBe(first);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.locator('.told', { hasText: 'Paused' }).waitFor();
  // The glow of the last changes fades first.
  await page.waitForTimeout(1500);
  const third = await picture(page);
  await page.waitForTimeout(500);
  expect(await picture(page)).toBe(third);
  await close();
});

test('one step is one node', async () => {
  const { page, close } = await open({ hash: '#table?entries=1024&depth=30&speed=100' });
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForTimeout(300);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.waitForTimeout(300);
  const nodes = async (): Promise<number> => {
    const text = await page.locator('.counters dd').first().textContent();
    return Number((text ?? '').replace(/\D/g, ''));
  };
  const before = await nodes();
  for (let step = 1; step <= 3; step++) {
    await page.getByRole('button', { name: 'One node' }).click();
    await page.waitForFunction(
      (count) => Number((document.querySelector('.counters dd')?.textContent ?? '').replace(/\D/g, '')) === count,
      before + step,
    );
  }
  await close();
});

test('a clicked cell is the bucket that the library gives, with the records of the same search', async () => {
  const wasm = await library();
  const table = new wasm.Playground(JSON.stringify(CONFIG));
  table.set_position(START, '');
  const answer = parse(table.search(JSON.stringify({ depth: DEPTH }), () => 4096, () => undefined));
  const bucket = table.bucket_of(START);
  const records = parse(table.cell(bucket));
  expect(records.length).toBeGreaterThan(0);

  const { page, close } = await open({ hash: `#table?entries=${CONFIG.entries}&speed=0&depth=${DEPTH}&${ENGINE}` });
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await searched(page);
  const nodes = await page.locator('.counters dd').first().textContent();
  expect(Number((nodes ?? '').replace(/\D/g, ''))).toBe(answer.counters.nodes);

  const size = await page.locator('canvas.map').evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    return { width: canvas.width, height: canvas.height, shown: canvas.clientWidth };
  });
  const layout = layOut(table.buckets(), size.width, size.height);
  const corner = cornerOf(layout, bucket);
  const scale = size.shown / size.width;
  const middle = { x: (corner.x + layout.side / 2) * scale, y: (corner.y + layout.side / 2) * scale };
  await page.locator('canvas.map').click({ position: middle });
  await page.waitForFunction((wanted) => location.hash.includes(`bucket=${wanted}`), bucket);
  await page.locator('.record').first().waitFor();
  expect(await page.locator('.record code').allTextContents()).toEqual(records.map((record) => record.key));
  await close();
});

test('counters are those of the library', async () => {
  const wasm = await library();
  const config: Config = { entries: 64, policy: 'always', keyBits: 64, use: 'all' };
  const table = new wasm.Playground(JSON.stringify(config));
  table.set_position(START, '');
  const { counters } = parse(table.search('{"depth":5}', () => 4096, () => undefined));
  const { page, close } = await open({ hash: `#table?entries=64&policy=always&speed=0&depth=5&${ENGINE}` });
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await searched(page);
  const shown = await page.locator('.counters div').evaluateAll((rows) =>
    Object.fromEntries(rows.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd span')?.textContent?.replace(/\D/g, '')])),
  );
  const expected: Partial<Record<string, keyof Counters>> = {
    Nodes: 'nodes', Hits: 'hits', Cutoffs: 'cutoffs', Forgotten: 'evictions', 'False matches': 'falseMatches',
  };
  for (const [label, key] of Object.entries(expected)) {
    if (key !== undefined) expect([label, Number(shown[label])]).toEqual([label, counters[key]]);
  }
  expect(counters.evictions).toBeGreaterThan(0);
  await close();
});

test('narrow keys give false matches, shown as two boards; counter and panel agree while it searches', async () => {
  const fen = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R_w_KQkq_-_0_1';
  const { page, close } = await open({ hash: `#table?entries=256&policy=always&key=16&speed=5000&depth=20&search=engine&fen=${fen}` });
  const both = (): Promise<[number, number, number]> =>
    page.evaluate(() => {
      const digits = (text: string | null | undefined): number => Number((text ?? '').replace(/\D/g, '') || 0);
      const row = [...document.querySelectorAll('.counters div')].find((each) => each.textContent?.startsWith('False matches'));
      const told = /believed ([\d,]+) false/.exec(document.querySelector('.pairs-told')?.textContent ?? '')?.[1];
      return [digits(row?.querySelector('dd span')?.textContent), digits(told), document.querySelectorAll('.pairs figure').length];
    });
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForFunction(() => /believed [\d,]+ false/.test(document.querySelector('.pairs-told')?.textContent ?? ''));
  await page.locator('.pairs figure').first().waitFor();
  // It still searches.
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
  for (let look = 0; look < 10; look++) {
    const [counted, told, drawn] = await both();
    expect(counted).toBeGreaterThan(0);
    expect(told).toBe(counted);
    expect(drawn).toBeGreaterThan(0);
    await page.waitForTimeout(100);
  }
  await page.locator('.pairs svg.mini').first().waitFor();
  await close();
});

test('a table of 16 MiB says why more records than places leave places empty', async () => {
  const { page, close } = await open({ hash: '#table?depth=1' });
  await page.getByRole('button', { name: 'Fill 16 MiB' }).click();
  await page.locator('.told', { hasText: 'Depth 20 done after' }).waitFor({ timeout: 60_000 });
  const story = (await page.locator('.story').textContent()) ?? '';
  const number = (pattern: RegExp): number => Number((pattern.exec(story)?.[1] ?? '').replaceAll(',', ''));
  const written = number(/([\d,]+) records written into 1,048,576 places/);
  const fates = [/([\d,]+) took an empty place/, /([\d,]+) replaced an older record of the same position/, /([\d,]+) of them threw out/].map(number);
  expect(written).toBeGreaterThan(2 ** 20);
  expect(fates.reduce((sum, fate) => sum + fate)).toBe(written);
  const full = `${((100 * (fates[0] ?? 0)) / 2 ** 20).toFixed(1)} %`;
  expect(story).toContain(`So ${full} of the places are taken: the same position needs no second place`);
  expect(await page.locator('.fullness .numbers').textContent()).toBe(full);
  await close();
});

test('the default experiment: a table saves three quarters of the nodes and finds the same value', async () => {
  const { page, close } = await open({ hash: '#table?depth=8' });
  await page.getByRole('button', { name: 'Search with a table and without' }).click();
  await page.locator('.outcome', { hasText: 'are saved' }).waitFor();
  const outcome = (await page.locator('.outcome').textContent()) ?? '';
  expect(outcome).toContain('To depth 8: 102,691 nodes with Ageing, 4,096, 457,379 with no table, 4.5 times as many.');
  expect(outcome.replaceAll('\u00a0', ' ')).toContain('78 % are saved. Both find the same value, -0.44');
  const rows = await page.locator('.compare-result tbody tr').evaluateAll((all) =>
    all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
  );
  expect(rows).toHaveLength(8);
  for (const [, , valueA, , valueB] of rows) expect(valueA).toBe(valueB);
  // The picture grows with the depth.
  const heights = await page.locator('.saving > span').evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().height));
  expect(heights.every((height, depth) => depth === 0 || height >= (heights[depth - 1] ?? 0) - 1)).toBe(true);
  expect(heights.at(-1)).toBeGreaterThan(5 * (heights[2] ?? 0));
  await close();
});

test('the whole engine is compared by games, with the numbers of the laboratory', async () => {
  const { page, close } = await open({ hash: '#table?depth=1' });
  const games = page.locator('.games');
  expect(await games.textContent()).toContain('The whole table against none: +299 ± 50 Elo');
  expect(await games.locator('.match-bar').first().getAttribute('aria-label')).toBe('158 won, 37 drawn, 13 lost');
  // Even where the search above is the engine's, the comparison is of the plain search at a depth that ends.
  const { page: other, close: closeOther } = await open({ hash: `#table?${ENGINE}` });
  await other.getByRole('button', { name: 'Run both' }).click();
  await other.locator('.outcome', { hasText: 'To depth 6' }).waitFor();
  await closeOther();
  await page.getByRole('link', { name: 'What a table is worth' }).click();
  await page.locator('h1', { hasText: 'What a table is worth' }).waitFor();
  await close();
});

test('whatever takes long tells how far it is, and a comparison can be stopped', async () => {
  const { page, close } = await open({ hash: '#table?depth=12&speed=1000' });
  await page.getByRole('button', { name: 'Run both' }).click();
  await page.locator('.compare .progress', { hasText: /about .* more/ }).waitFor();
  await page.locator('.compare').getByRole('button', { name: 'Stop' }).click();
  await page.locator('.outcome', { hasText: 'Stopped.' }).waitFor();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.locator('.toolbar .progress', { hasText: /about .* more/ }).waitFor();
  await close();
});

test('half of the map is above the fold, and a phone folds what it need not show', async () => {
  const { page, close } = await open({ hash: '#table?depth=5&speed=0', width: 1440, height: 900 });
  const box = await page.locator('canvas.map').boundingBox();
  expect((box?.y ?? 900) + (box?.height ?? 0) / 2).toBeLessThan(900);
  await close();
  const phone = await open({ hash: '#table?depth=5&speed=0', width: 390, height: 844, phone: true });
  await phone.page.getByRole('button', { name: 'Search', exact: true }).click();
  await searched(phone.page);
  expect(await phone.page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3000);
  await phone.page.getByText('Settings', { exact: true }).click();
  await phone.page.getByLabel('Search to depth').waitFor();
  await phone.close();
});
