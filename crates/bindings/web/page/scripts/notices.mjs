// The notices of third parties in the page and in the npm package: the npm packages whose modules were bundled,
// the chess pieces, and the crates in the WebAssembly, whose notices `cargo xtask web` writes.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** The notices of the crates. */
const CRATES = 'src/pkg/third-party.txt';

/** The file of the notices in what is built. */
export const FILE = 'third-party.txt';

const PIECES = 'board/pieces.svg';
const RULE = '-'.repeat(70);

/** Returns the npm package that a module is from, or null for a module of ours. */
export function packageOf(id) {
  // Helpers that a bundler adds.
  const helper = /^\0(vite|rolldown)\//.exec(id);
  if (helper !== null) return helper[1];
  const found = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id);
  return found === null ? null : found[1].replaceAll('\\', '/');
}

/** Returns the notice of an npm package: a line for the list, and the text of its licence. */
function notice(name) {
  const folder = path(`node_modules/${name}`);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^(licen[sc]e|copying)/i.test(entry));
  if (file === undefined) throw new Error(`${name}: expected a file with its licence, found none`);
  // vite names the packages that it contains itself; none of them is in the page.
  const [text] = readFileSync(join(folder, file), 'utf8').split('# Licenses of bundled dependencies');
  return { line: `${name} ${version}: ${license}`, text };
}

/** Returns the notice of the pieces. */
function pieces() {
  return {
    line: 'Chessnut, chess pieces by Alexis Luengas: Apache-2.0',
    text:
      'Copyright 2015 Alexis Luengas (https://github.com/LexLuengas/chessnut-pieces)\n\n' +
      'Changes: the twelve files stand in one, scaled, without the identifiers of their parts.\n\n' +
      readFileSync(path('../../../../LICENSE-APACHE'), 'utf8'),
  };
}

/** Returns the notices of what is built from these modules. */
export function notices(ids) {
  const names = new Set(ids.map(packageOf).filter((name) => name !== null));
  const parts = [...names].sort().map(notice);
  if (ids.some((id) => id.replaceAll('\\', '/').includes(PIECES))) parts.push(pieces());
  const crates = path(CRATES);
  if (!existsSync(crates)) throw new Error(`expected ${crates}, found none: run cargo xtask web first`);
  const texts = parts.map(({ line, text }) => `${RULE}\n${line}\n\n${text.trim()}\n`);
  const list = parts.length === 0 ? [] : ['Packages and pictures\n', `${parts.map(({ line }) => line).join('\n')}\n`];
  return [...list, ...texts, ...(parts.length === 0 ? [] : [RULE]), readFileSync(crates, 'utf8')].join('\n');
}

/** Returns the plugin that puts the notices into the page. */
export function noticesPlugin() {
  return {
    name: 'notices',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE, source: notices([...this.getModuleIds()]) });
    },
  };
}
