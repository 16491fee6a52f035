// Runs the browser tests in the system's Chromium: `npm run browser [-- --long] [-- NAME…]`. The page must be
// built before (`npm run build`). `--long` watches the frames of a search for a minute instead of ten seconds.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const names = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const options = process.argv.slice(2).filter((word) => word.startsWith('--'));
const unknown = options.filter((option) => option !== '--long');
if (unknown.length > 0) {
  console.error(`expected --long or names of tests, found ${unknown.join(' ')}`);
  process.exit(2);
}

const chromium = process.env.CHROMIUM ?? PLACES.find(existsSync);
if (chromium === undefined || !existsSync(chromium)) {
  console.log('SKIPPED: the browser tests need Chromium: apt-get install -y chromium, or set CHROMIUM to its path');
  process.exit(0);
}
for (const built of ['dist/index.html', 'npm/dist/palimpsest.js', 'src/pkg/palimpsest_bg.wasm']) {
  if (existsSync(fileURLToPath(new URL(`../../${built}`, import.meta.url)))) continue;
  console.error(`expected ${built}, found none: run cargo xtask web, or npm run build and npm run package`);
  process.exit(1);
}
if (process.env.PALIMPSEST === undefined) {
  console.log('SKIPPED the comparison with the program: set PALIMPSEST to its path, or run cargo xtask web --check');
}

process.env.CHROMIUM = chromium;
process.env.PALIMPSEST_LONG = options.includes('--long') ? 'yes' : '';
const config = fileURLToPath(new URL('./vitest.config.ts', import.meta.url));
const vitest = await startVitest('test', names, { config, watch: false });
await vitest?.close();
