/** The page on a host that sends no headers: isolated by the service worker, offline, and without either. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { DIST, open, startBrowser } from './harness';
import { serve, type Site } from './server';

startBrowser();

let site: Site;
beforeAll(async () => {
  site = await serve({ 'folder/': DIST, '': DIST }, false);
});
afterAll(async () => {
  await site.close();
});

test('the page works offline after the first visit, in a folder of a host without headers', async () => {
  const own = await serve({ 'folder/': DIST }, false);
  const { page, errors } = await open({ site: { ...own, url: `${own.url}folder/` } });
  await page.waitForFunction(() => globalThis.crossOriginIsolated, undefined, { timeout: 20_000 });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await own.close();
  await page.goto(`${own.url}folder/#play?side=both`);
  await page.reload();
  await page.locator('.play-status', { hasText: 'White to move' }).waitFor();
  expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(true);
  await page.getByLabel('Your move').fill('e4');
  await page.getByRole('button', { name: 'Play it' }).click();
  await page.locator('.move', { hasText: 'e4' }).waitFor();
  await page.goto(`${own.url}folder/#lessons/1`);
  await page.locator('#view-lessons h1').waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
});

test('without shared memory the page says what it cannot do, and stop still works', async () => {
  const { page, close } = await open({ site, noServiceWorker: true, hash: '#table?entries=1024&depth=40' });
  expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(false);
  await page.getByText('Pause and step need memory').waitFor();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForTimeout(500);
  expect(await page.getByRole('button', { name: 'Pause' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor();
  await close();
});

test('without shared memory the engine moves at once when it is told to', async () => {
  const { page, close } = await open({ site, noServiceWorker: true, hash: '#play?level=20' });
  await page.locator('.play-status', { hasText: 'White to move' }).waitFor();
  await page.getByLabel('It thinks for at most').selectOption('10000');
  await page.getByLabel('Your move').fill('e4');
  await page.getByRole('button', { name: 'Play it' }).click();
  await page.waitForTimeout(1000);
  await page.getByRole('button', { name: 'Move now' }).click();
  await page.locator('.move').nth(1).waitFor({ timeout: 5000 });
  await close();
});
