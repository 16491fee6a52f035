/** The style sheets of the views: none writes a class that another view uses for something else. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const source = new URL('../../src/', import.meta.url);

/** Returns the classes that the style sheets of a folder name. */
function classes(folder: string): Set<string> {
  const sheets = readdirSync(new URL(folder, source)).filter((name) => name.endsWith('.css'));
  const names = sheets.flatMap((name) => {
    const text = readFileSync(new URL(`${folder}/${name}`, source), 'utf8').replace(/\/\*.*?\*\//gs, '');
    return [...text.matchAll(/\.([a-z][\w-]*)/g)].map((found) => found[1] ?? '');
  });
  return new Set(names);
}

test('no two views share a class that the common style sheets do not have', () => {
  const common = classes('styles');
  const views = ['table', 'lessons', 'play', 'board'];
  const owners = new Map<string, string[]>();
  for (const view of views) {
    for (const name of classes(view)) {
      if (!common.has(name)) owners.set(name, [...(owners.get(name) ?? []), view]);
    }
  }
  expect([...owners].filter(([, views]) => views.length > 1)).toEqual([]);
});
