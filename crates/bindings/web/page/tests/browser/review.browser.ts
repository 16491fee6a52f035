/** The review of an annotated game: the better line on the board, and what outlives a reload. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { open, startBrowser, type Opened } from './harness';

startBrowser();

/** Opens the fool's mate and annotates it; the board shows the position before the blunder. */
async function blunder(): Promise<Opened> {
  const opened = await open({ hash: '#play?do=analyse&moves=f2f3,e7e5,g2g4,d8h4' });
  const { page } = opened;
  await page.locator('.annotate:enabled').click();
  await page.getByText('The game is annotated').waitFor({ state: 'attached', timeout: 60_000 });
  await page.locator('.move', { hasText: 'e5' }).click();
  await page.locator('.better .line-move').nth(1).waitFor();
  return opened;
}

const current = (page: Page) => page.locator('.variation .line-move[aria-current]').textContent();
const pieceOn = (page: Page, square: string) =>
  page.locator(`#view-play .played-board [data-piece][data-square=${square}]`).waitFor({ state: 'attached' });
/** Returns the square to which a move of the line leads. */
const goalOf = (san: string): string => /([a-h][1-8])[^a-h]*$/.exec(san)?.[1] ?? 'a castle';

test('the better line of a mistake is played through by mouse', async () => {
  const { page, close } = await blunder();
  const address = page.url();
  const steps = page.locator('.better .line-move');
  const [first, second] = (await steps.allTextContents()) as [string, string];
  await steps.nth(1).click();
  await page.locator('.variation').waitFor();
  expect(await current(page)).toBe(second);
  await pieceOn(page, goalOf(second));
  await page.getByRole('button', { name: 'One move back' }).click();
  await page.locator('.variation .line-move[aria-current]', { hasText: first }).waitFor();
  expect(await page.locator('.play-status').textContent()).toBe('Variation: Black to move');
  // The game and its address stay.
  expect(await page.locator('.moves .move').allTextContents()).toEqual(expect.arrayContaining(['g4??', 'Qh4#']));
  expect(page.url()).toBe(address);
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await page.locator('.move[aria-current]', { hasText: 'e5' }).waitFor();
  expect(await page.locator('.variation').count()).toBe(0);
  // A move of the game leads out of a variation, too.
  await page.getByRole('button', { name: 'Play the better line' }).click();
  await page.locator('.variation').waitFor();
  await page.locator('.move', { hasText: 'Qh4#' }).click();
  await page.locator('.play-status', { hasText: '0-1' }).waitFor();
  expect(await page.locator('.variation').count()).toBe(0);
  await close();
});

test('the better line of a mistake is played through by keyboard', async () => {
  const { page, close } = await blunder();
  const names = await page.locator('.better .line-move').allTextContents();
  const body = page.locator('body');
  const at = async (index: number): Promise<void> => {
    await page.locator('.variation .line-move[aria-current]', { hasText: names[index] ?? '' }).waitFor();
  };
  await page.locator('h1:visible').first().click();
  await body.press('v');
  await at(0);
  await body.press('ArrowRight');
  await at(1);
  await body.press('ArrowLeft');
  await at(0);
  await body.press('End');
  await at(names.length - 1);
  await body.press('Escape');
  await page.locator('.move[aria-current]', { hasText: 'e5' }).waitFor();
  expect(await page.locator('.variation').count()).toBe(0);
  // The moves are buttons, and keep the focus while the board changes.
  await page.locator('.better .line-move').first().focus();
  await page.keyboard.press('Enter');
  await at(0);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await at(1);
  expect(await page.locator('.better .line-move:focus').textContent()).toBe(names[1]);
  await body.press('Escape');
  await page.locator('.variation').waitFor({ state: 'detached' });
  await close();
});

test('the figure in the evaluation bar fits on a phone', async () => {
  const { page, close } = await blunder();
  await page.setViewportSize({ width: 360, height: 640 });
  const figure = page.locator('.eval-figure');
  expect(await figure.textContent()).toMatch(/^\d+\.\d$/);
  expect(await figure.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0);
  await close();
});

test('annotations outlive a reload, and a game that begins alike has those of its beginning', async () => {
  const { page, close } = await blunder();
  const shown = async (): Promise<unknown[]> => [
    await page.locator('.moves .move').allTextContents(),
    await page.locator('.move-note').allTextContents(),
    await page.locator('.accuracy').textContent(),
    await page.locator('.graph-white').getAttribute('d'),
    await page.locator('.better').textContent(),
    await page.locator('.eval-bar').getAttribute('aria-label'),
  ];
  const before = await shown();
  expect(before[0]).toContain('g4??');
  await page.reload();
  await page.locator('.better .line-move').nth(1).waitFor();
  expect(await shown()).toEqual(before);
  await page.goto(page.url().replace(/moves=[^&]*/, 'moves=f2f3,e7e5,g2g4,d7d5').replace('ply=2', 'ply=3'));
  await page.locator('.move', { hasText: 'd5' }).waitFor();
  const marked = (before[0] as string[]).slice(0, 3);
  expect(await page.locator('.moves .move').allTextContents()).toEqual([...marked, 'd5']);
  await close();
});
