/**
 * Lets a lesson import its text from the book: `import text from 'book:book/why-a-table.md/why-a-table/1-2'`.
 *
 * The address names a file under docs/, the heading of a section as an anchor, and the paragraphs, lists or
 * tables of it, counted from 1. The page gets HTML that is made when the site is built, so the book stays the
 * only source; an anchor that the book has lost fails the build.
 */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';

const SCHEME = 'book:';
const DOCS = resolve(import.meta.dirname, '../docs');

// The site does not carry the book, so a link into it becomes its text.
const marked = new Marked({
  renderer: {
    link({ tokens }: Tokens.Link) {
      return this.parser.parseInline(tokens);
    },
  },
});

/** Returns the anchor of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .trim()
    .replaceAll(/ +/g, '-');
}

/** Returns the HTML of an excerpt; the file's text and the address are given. */
export function excerpt(text: string, address: string): string {
  const [, anchor = '', from = '1', to = from] =
    /\.md\/([a-z0-9-]+)\/(\d+)(?:-(\d+))?$/.exec(address) ?? [];
  const tokens = marked.lexer(text);
  const start = tokens.findIndex(
    (token) => token.type === 'heading' && anchorOf(token.text as string) === anchor,
  );
  if (start < 0) throw new Error(`${address}: expected a heading with this anchor, found none`);
  const section: Token[] = [];
  for (const token of tokens.slice(start + 1)) {
    if (token.type === 'heading') break;
    if (token.type !== 'space' && token.type !== 'code') section.push(token);
  }
  const chosen = section.slice(Number(from) - 1, Number(to));
  if (chosen.length < Number(to) - Number(from) + 1) {
    throw new Error(`${address}: expected ${to} blocks, found ${section.length}`);
  }
  if (/:\s*$/.test(chosen.at(-1)?.raw ?? '')) {
    throw new Error(
      `${address}: expected an excerpt that is whole, found one that ends in a colon`,
    );
  }
  // The book writes powers as 2^64.
  return marked.parser(chosen).replaceAll(/(\d)\^(-?\d+)/g, '$1<sup>$2</sup>');
}

/** Returns the plugin. */
export function book(): Plugin {
  return {
    name: 'book',
    resolveId: (id) => (id.startsWith(SCHEME) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${SCHEME}`)) return null;
      const address = id.slice(SCHEME.length + 1);
      const file = resolve(DOCS, address.replace(/\.md\/.*$/, '.md'));
      this.addWatchFile(file);
      return `export default ${JSON.stringify(excerpt(readFileSync(file, 'utf8'), address))};`;
    },
  };
}
