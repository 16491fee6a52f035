// Writes the list of the built files and a version made from their contents into dist/sw.js, so that the
// service worker keeps exactly this build. `npm run build` calls it last.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join, relative, sep } from 'node:path';

const dist = process.argv[2] ?? fileURLToPath(new URL('../dist/', import.meta.url));

const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== 'sw.js' && !entry.name.endsWith('.map'))
  .map((entry) => relative(dist, join(entry.parentPath, entry.name)).split(sep).join('/'))
  .sort();

const hash = createHash('sha256');
for (const file of files) hash.update(file).update(readFileSync(join(dist, file)));
const version = hash.digest('hex').slice(0, 12);
// The address of the folder stands for its index.html: that is what a reader opens.
const kept = files.map((file) => (file === 'index.html' ? './' : `./${file}`));

const path = join(dist, 'sw.js');
const text = readFileSync(path, 'utf8');
const built = text
  .replace("const VERSION = 'unbuilt';", `const VERSION = '${version}';`)
  .replace('const FILES = [];', `const FILES = ${JSON.stringify(kept)};`);
if (built === text) throw new Error('expected the marks of sw.js to be replaced, found none');
writeFileSync(path, built);
console.log(`sw.js: version ${version}, ${files.length} files`);
