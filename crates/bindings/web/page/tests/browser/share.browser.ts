/** What a reader hands on: the link of a state, its title, and pictures as PNG files. */

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { open, startBrowser } from './harness';

startBrowser();

const meta = (page: Page, name: string): Promise<string | null> =>
  page.locator(`meta[property="og:${name}"]`).getAttribute('content');

test('the head of the page names the state that its link holds', async () => {
  const { page, close } = await open({ hash: '#table?entries=64&policy=always' });
  await page.waitForFunction(() => document.title.includes('Always, 64'));
  expect(await meta(page, 'title')).toBe(await page.title());
  expect(await meta(page, 'url')).toContain('entries=64');
  const image = (await meta(page, 'image')) ?? '';
  expect((await page.request.get(image)).headers()['content-type']).toBe('image/png');
  await page.getByRole('link', { name: 'Lessons' }).click();
  await page.waitForFunction(() => document.title === 'Palimpsest: lesson 1, Why a table');
  expect(await meta(page, 'title')).toBe(await page.title());
  await page.getByRole('link', { name: 'Table', exact: true }).click();
  await page.waitForFunction(() => document.title.includes('Always, 64'));
  await close();
});

test('the link of a state is copied, and the map becomes a picture of its size', async () => {
  const { page, context, close } = await open({ hash: '#table?entries=128&depth=3' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const share = page.locator('.stage-map .share');
  await share.getByRole('button', { name: 'Copy link' }).click();
  await share.getByText('The link is copied.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  const saved = page.waitForEvent('download');
  await share.getByRole('button', { name: 'Save the map' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('palimpsest-table.png');
  const bytes = readFileSync(await file.path());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  const width = await page.locator('canvas.map').evaluate((map) => (map as HTMLCanvasElement).width);
  expect(bytes.readUInt32BE(16)).toBe(width);
  await close();
});

test('the played board becomes a picture from the side of the reader, and the title names its opening', async () => {
  const { page, close } = await open({ hash: '#play?side=both&moves=e2e4,c7c5', noServiceWorker: true });
  await page.waitForFunction(() => document.title === 'Palimpsest: Sicilian Defense, 1… c5');
  expect(await meta(page, 'title')).toBe(await page.title());
  expect(await meta(page, 'description')).toContain('White to move');
  expect(await meta(page, 'url')).toBe(page.url());
  const picture = async (): Promise<Buffer> => {
    const saved = page.waitForEvent('download');
    await page.locator('#view-play .share').getByRole('button', { name: 'Save the board' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('palimpsest-game.png');
    return readFileSync(await file.path());
  };
  const white = await picture();
  expect([white.readUInt32BE(16), white.readUInt32BE(20)]).toEqual([1080, 1080]);
  await page.getByRole('button', { name: 'Flip the board' }).click();
  expect((await picture()).equals(white)).toBe(false);
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.waitForFunction(() => document.title === "Palimpsest: King's Pawn Game, 1. e4");
  await close();
});

test('the board becomes a picture with its squares and pieces', async () => {
  const { page, context, close } = await open({ hash: '#table?entries=128&depth=3&fen=8/8/4k3/8/8/4K3/8/R7_w_-_-_0_1', noServiceWorker: true });
  await page.getByText('so it belongs in').waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the board' }).click();
  const bytes = readFileSync(await (await saved).path());
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1080, 1080]);
  // Another page reads the picture: the policy of this one lets no test fetch it.
  const reader = await context.newPage();
  await reader.goto(`${new URL(page.url()).origin}/blank`);
  const seen = await reader.evaluate(async (base64) => {
    const blob = await (await fetch(`data:image/png;base64,${base64}`)).blob();
    const bitmap = await createImageBitmap(blob);
    const canvas = new OffscreenCanvas(1080, 1080);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('no canvas');
    context.drawImage(bitmap, 0, 0);
    const colours = (x: number, y: number, side: number): string[] => {
      const { data } = context.getImageData(x, y, side, side);
      const words = new Uint32Array(data.buffer);
      return [...new Set(words)].map((word) => (word & 0xffffff).toString(16));
    };
    return { a2: colours(10, 820, 100), b2: colours(145, 820, 100), a1: colours(10, 955, 100).length };
  }, bytes.toString('base64'));
  expect([seen.a2.length, seen.b2.length]).toEqual([1, 1]);
  expect(seen.a2).not.toEqual(seen.b2);
  expect(seen.a1).toBeGreaterThan(2);
  await close();
});

test('without a clipboard the link stands there for copying by hand', async () => {
  const { page, close } = await open({ hash: '#table?entries=128&depth=3', noPolicy: true });
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  const share = page.locator('.stage-map .share');
  await share.getByRole('button', { name: 'Copy link' }).click();
  expect(await share.getByLabel('Link').inputValue()).toBe(page.url());
  await close();
});
