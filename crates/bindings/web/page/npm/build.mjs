// Builds the npm package `palimpsest` into npm/dist and measures it. `cargo xtask web` must have built the
// WebAssembly before. The package is not published.

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { FILE, notices } from '../scripts/notices.mjs';

/** The most that the package may take compressed: 1 MiB. */
const LIMIT = 1024 * 1024;

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../../../../..');
const dist = join(here, 'dist');
const wasm = join(here, '..', 'src', 'pkg', 'palimpsest_bg.wasm');

/** Bundles one entry into one file, and returns its modules. */
async function bundle(entry, file, format) {
  const build = await rolldown({
    input: join(here, 'src', entry),
    platform: 'browser',
    checks: { emptyImportMeta: false },
  });
  const { output } = await build.write({ file: join(dist, file), format, minify: true, codeSplitting: false });
  await build.close();
  return output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
}

/** Returns the version of the workspace. */
function version() {
  const manifest = readFileSync(join(root, 'Cargo.toml'), 'utf8');
  const found = /\[workspace\.package\][^[]*?\nversion\s*=\s*"([^"]+)"/.exec(manifest);
  if (found === null) throw new Error('expected a version in [workspace.package] of Cargo.toml, found none');
  return found[1];
}

const manifest = {
  name: 'palimpsest',
  version: version(),
  description: 'A chess engine in a Web Worker: UCI by messages, and a typed interface',
  license: 'MIT OR Apache-2.0',
  type: 'module',
  exports: {
    '.': { types: './index.d.ts', default: './index.js' },
    './palimpsest.js': './palimpsest.js',
    './palimpsest.wasm': './palimpsest.wasm',
  },
  types: './index.d.ts',
  sideEffects: ['./palimpsest.js'],
};

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
try {
  copyFileSync(wasm, join(dist, 'palimpsest.wasm'));
} catch {
  throw new Error(`expected ${wasm}, found none: run cargo xtask web first`);
}
const modules = [
  ...(await bundle('worker.ts', 'palimpsest.js', 'iife')),
  ...(await bundle('index.ts', 'index.js', 'es')),
];
writeFileSync(join(dist, FILE), notices(modules));
const tsc = fileURLToPath(import.meta.resolve('typescript/package.json')).replace('package.json', 'bin/tsc');
execFileSync(process.execPath, [tsc, '-p', join(here, 'tsconfig.json')], { stdio: 'inherit' });
copyFileSync(join(here, 'README.md'), join(dist, 'README.md'));
for (const licence of ['LICENSE-MIT', 'LICENSE-APACHE']) copyFileSync(join(root, licence), join(dist, licence));
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const packed = JSON.parse(execFileSync(npm, ['pack', '--json', '--ignore-scripts'], { cwd: dist, encoding: 'utf8' }));
const [tarball] = Array.isArray(packed) ? packed : Object.values(packed);
const size = statSync(join(dist, tarball.filename)).size;
console.log(`${tarball.filename}: ${size} bytes compressed, ${tarball.unpackedSize} bytes unpacked`);
if (size > LIMIT) throw new Error(`expected at most ${LIMIT} bytes, found ${size}`);
