/** What the page ships: the licences of all its parts, and a policy that runs no foreign script. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json';
import { DIST, open, PACKAGE, startBrowser } from './harness';

startBrowser();

const TEXT = /\.(css|html|js|svg|txt)$/;

/** Returns the names and texts of the page's files. */
function texts(): [string, string][] {
  const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((name) => TEXT.test(name));
  return files.map((name) => [name, readFileSync(join(DIST, name), 'utf8')]);
}

test('the page names the licences of its parts, and a reader can open them', async () => {
  const { page, close } = await open();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.getByRole('link', { name: 'Licences of all parts' }).click();
  await page.waitForURL('**/third-party.txt');
  const text = (await page.textContent('body')) ?? '';
  for (const name of [...Object.keys(manifest.dependencies), 'vite', 'serde', 'wasm-bindgen']) {
    expect(text).toMatch(new RegExp(`^${name} \\d.*: `, 'm'));
  }
  expect(text).toContain('Chessnut, chess pieces by Alexis Luengas: Apache-2.0');
  expect(text).toContain('Apache License');
  await close();
});

test('the npm package has the licences of its crates alone', () => {
  const text = readFileSync(join(PACKAGE, 'third-party.txt'), 'utf8');
  expect(text).toMatch(/^wasm-bindgen \d.*: MIT OR Apache-2.0$/m);
  expect(text).not.toContain('Chessnut');
});

test('no file of the page is under a licence that asks for the same one', () => {
  for (const [name, text] of texts()) {
    expect(/CC BY-SA|by-sa|ShareAlike/i.test(text), name).toBe(false);
  }
});

test('the pieces of all views are of one file', async () => {
  const sprites = readdirSync(join(DIST, 'assets')).filter((name) => /pieces.*\.svg$|standard.*\.svg$/.test(name));
  expect(sprites).toHaveLength(1);
  const { page, close } = await open({ hash: '#play?side=both' });
  await page.locator('.cm-chessboard use[href="#wk"], .cm-chessboard use').first().waitFor();
  await close();
});

test('the page runs no script that stands in it, and sends nothing elsewhere', async () => {
  for (const [, tag] of (texts().find(([name]) => name === 'index.html')?.[1] ?? '').matchAll(/<script([^>]*)>/g)) {
    expect(tag).toContain(' src="./');
  }
  const { page, context } = await open();
  const blocked = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const found: string[] = [];
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
          found.push(effectiveDirective);
          if (found.length === 3) resolve(found.sort());
        });
        const script = document.createElement('script');
        script.textContent = 'document.title = "foreign"';
        document.head.append(script);
        const foreign = document.createElement('script');
        foreign.src = 'https://example.org/foreign.js';
        document.head.append(foreign);
        fetch('https://example.org/').catch(() => undefined);
      }),
  );
  expect(blocked).toEqual(['connect-src', 'script-src-elem', 'script-src-elem']);
  expect(await page.title()).not.toBe('foreign');
  await context.close();
});
