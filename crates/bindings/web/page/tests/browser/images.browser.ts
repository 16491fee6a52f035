/** The pictures of the page in docs/images, made from the page itself. */

import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { IMAGES, open, startBrowser, type OpenOptions } from './harness';

startBrowser();

/** The most that a picture may take. */
const LIMIT = 300 * 1024;

interface Picture extends OpenOptions {
  name: string;
  /** Brings the page into the state of the picture. */
  act?: (page: Page) => Promise<void>;
}

const search = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.locator('.told', { hasText: /done after/ }).waitFor({ timeout: 60_000 });
  // The glow of the last changes fades.
  await page.waitForTimeout(800);
};
const analyse = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.locator('.lines li').nth(2).waitFor();
  await page.waitForTimeout(3000);
};

const GAME = 'moves=e2e4,e7e5,g1f3,b8c6,f1c4,g8f6,d2d3,f8c5,c2c3,d7d6,e1g1,e8g8';
const PICTURES: readonly Picture[] = [
  { name: 'web-table', hash: '#table?speed=0', act: search },
  { name: 'web-table-phone', hash: '#table?entries=1024&speed=0&depth=7', width: 360, height: 760, scheme: 'dark', act: search },
  {
    name: 'web-worth',
    hash: '#table?depth=8',
    act: async (page) => {
      await page.getByRole('button', { name: 'Search with a table and without' }).click();
      await page.locator('.outcome', { hasText: 'are saved' }).waitFor();
    },
  },
  { name: 'web-lessons', hash: '#lessons/4?policy=ageing&step=17' },
  { name: 'web-lessons-phone', hash: '#lessons/3', width: 360, height: 760, scheme: 'dark' },
  { name: 'web-play', hash: `#play?do=analyse&lines=3&${GAME}`, act: analyse },
  { name: 'web-play-phone', hash: `#play?do=analyse&lines=3&${GAME}`, width: 360, height: 760, scheme: 'dark', act: analyse },
];

for (const { name, act, ...options } of PICTURES) {
  test(name, async () => {
    mkdirSync(IMAGES, { recursive: true });
    const { page, close } = await open(options);
    await page.waitForFunction(() => document.querySelector('section.view:not([hidden]) h1') !== null);
    await act?.(page);
    await page.waitForTimeout(500);
    if (name !== 'web-worth') await page.evaluate(() => scrollTo(0, 0));
    const path = join(IMAGES, `${name}.png`);
    await page.screenshot({ path, animations: 'disabled' });
    expect(statSync(path).size).toBeLessThanOrEqual(LIMIT);
    await close();
  });
}
