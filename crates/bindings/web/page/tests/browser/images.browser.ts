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
  /** Whether the picture is of where `act` scrolled to, not of the beginning. */
  scrolled?: boolean;
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

/** Annotates the game on the board and plays two moves of a better line. */
const annotate = async (page: Page): Promise<void> => {
  await page.locator('.annotate:enabled').click();
  await page.getByText('The game is annotated').waitFor({ state: 'attached', timeout: 60_000 });
  await page.getByRole('button', { name: 'Next mistake' }).click();
  await page.locator('.better .line-move').nth(1).click();
  await page.locator('.variation').waitFor();
  await page.locator('.better').scrollIntoViewIfNeeded();
};

const GAME = 'moves=e2e4,e7e5,g1f3,b8c6,f1c4,g8f6,d2d3,f8c5,c2c3,d7d6,e1g1,e8g8';
/** A trap in the Italian Game, into which White falls. */
const TRAP = 'moves=e2e4,e7e5,g1f3,b8c6,f1c4,c6d4,f3e5,d8g5,e5f7,g5g2,h1f1,g2e4,c4e2,d4f3';
const PHONE = { width: 390, height: 844, scheme: 'dark' } as const;
const PICTURES: readonly Picture[] = [
  { name: 'web-table', hash: '#table?speed=0', act: search },
  { name: 'web-table-phone', hash: '#table?entries=1024&speed=0&depth=7', width: 360, height: 760, scheme: 'dark', act: search },
  {
    name: 'web-worth',
    scrolled: true,
    hash: '#table?depth=8',
    act: async (page) => {
      await page.getByRole('button', { name: 'Search with a table and without' }).click();
      await page.locator('.outcome', { hasText: 'are saved' }).waitFor();
    },
  },
  { name: 'web-lessons', hash: '#lessons/4?policy=ageing&step=17' },
  { name: 'web-lessons-phone', hash: '#lessons/3', width: 360, height: 760, scheme: 'dark' },
  { name: 'web-play', hash: `#play?do=analyse&lines=3&${GAME}`, width: 1440, height: 900, act: analyse },
  { name: 'web-play-phone', hash: `#play?do=analyse&lines=3&${GAME}`, ...PHONE, act: analyse },
  { name: 'web-play-review', hash: `#play?do=analyse&${TRAP}`, width: 1440, height: 900, act: annotate },
  { name: 'web-play-review-phone', hash: `#play?do=analyse&${TRAP}`, ...PHONE, scrolled: true, act: annotate },
];

for (const { name, act, scrolled, ...options } of PICTURES) {
  test(name, async () => {
    mkdirSync(IMAGES, { recursive: true });
    const { page, close } = await open(options);
    await page.waitForFunction(() => document.querySelector('section.view:not([hidden]) h1') !== null);
    await act?.(page);
    await page.waitForTimeout(500);
    if (scrolled !== true) await page.evaluate(() => scrollTo(0, 0));
    const path = join(IMAGES, `${name}.png`);
    await page.screenshot({ path, animations: 'disabled' });
    expect(statSync(path).size).toBeLessThanOrEqual(LIMIT);
    await close();
  });
}
