/** The landing view: the map of a table while a search writes it. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { parse, type Config, type Counters } from '../../src/wasm';
import { cornerOf, layOut } from '../../src/table/layout';
import { library, open, startBrowser } from './harness';

startBrowser();

const CONFIG: Config = { entries: 1024, policy: 'ageing', keyBits: 64, use: 'all' };
const DEPTH = 6;
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

  const { page, close } = await open({ hash: `#table?entries=${CONFIG.entries}&speed=0&depth=${DEPTH}` });
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
  const { page, close } = await open({ hash: '#table?entries=64&policy=always&speed=0&depth=5' });
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

test('narrow keys give false matches, shown as two boards', async () => {
  const fen = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R_w_KQkq_-_0_1';
  const { page, close } = await open({ hash: `#table?entries=256&policy=always&key=16&speed=0&depth=20&fen=${fen}` });
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.locator('.told', { hasText: /done after/ }).waitFor({ timeout: 60_000 });
  const matches = page.locator('.counters div', { hasText: 'False matches' }).locator('dd span').first();
  expect(Number(((await matches.textContent()) ?? '').replace(/\D/g, ''))).toBeGreaterThan(0);
  await page.locator('.pairs svg.mini').nth(1).waitFor();
  await close();
});
