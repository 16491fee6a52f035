/** axe finds nothing to complain of on any view, in either scheme, on a desktop or a phone. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { open, startBrowser } from './harness';

startBrowser();

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const VIEWS = [
  '#table?entries=1024&depth=6',
  '#table?entries=1024&depth=6&bucket=3',
  '#lessons',
  ...[1, 2, 3, 4, 5, 6].map((lesson) => `#lessons/${lesson}`),
  '#play?moves=e2e4,e7e5',
  '#play?do=analyse&lines=3',
  '#play?do=analyse&moves=f2f3,e7e5,g2g4,d8h4',
  '#play?do=set-up',
  '#play?do=files',
];

/** Waits until a view has come to rest. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('section.view:not([hidden]) h1') !== null);
  await page.waitForTimeout(400);
}

async function complaints(page: Page): Promise<string[]> {
  // The page's policy refuses a script element; the debugger may run what it likes.
  await page.evaluate(readFileSync(AXE, 'utf8'));
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; help: string; nodes: { target: unknown; failureSummary: string }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help}: ${JSON.stringify(node.target)}: ${node.failureSummary}`),
    );
  });
}

for (const scheme of ['light', 'dark'] as const) {
  for (const width of [1280, 360]) {
    test(`axe is content in ${scheme} colours at ${width} pixels`, { timeout: 240_000 }, async () => {
      const found: string[] = [];
      for (const hash of VIEWS) {
        const { page, close } = await open({ hash, scheme, width });
        await settle(page);
        if (hash.includes('d8h4')) {
          await page.getByRole('button', { name: 'Annotate the game' }).click();
          await page.getByText('The game is annotated').waitFor({ state: 'attached' });
          await page.getByRole('button', { name: 'Next mistake' }).click();
        } else if (hash.includes('analyse')) {
          await page.getByRole('button', { name: 'Analyse' }).click();
          await page.locator('.lines li').first().waitFor();
        }
        if (hash.includes('set-up')) await page.getByRole('button', { name: 'Edit by hand' }).click();
        for (const complaint of await complaints(page)) found.push(`${hash} ${complaint}`);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (overflow > 0) found.push(`${hash}: ${overflow} pixels stand out at the right`);
        await close();
      }
      expect(found).toEqual([]);
    });
  }
}
