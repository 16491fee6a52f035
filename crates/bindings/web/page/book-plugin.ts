/**
 * Lets a lesson import its text from the book: `import text from 'book:book/why-a-table.md/why-a-table/1-2'`.
 *
 * The address names a file under docs/, the heading of a section as an anchor, and the paragraphs, lists or
 * tables of it, counted from 1. The page gets HTML that is made when the site is built, so the book stays the
 * only source; an anchor that the book has lost fails the build. The built site has the cited files, and those
 * that they link to, as pages below docs/, so that the links of an excerpt are links.
 */

import { existsSync, readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import { POLICY } from './csp-plugin.ts';

const SCHEME = 'book:';
const DOCS = resolve(import.meta.dirname, '../../../../docs');

/** Returns the file under docs/ that a link of another one leads to, or null if it leads elsewhere. */
function fileOf(href: string, from: string): string | null {
  const [path = ''] = href.split('#');
  if (/^[a-z]+:/.test(href) || path === '') return null;
  const file = posix.join(posix.dirname(from), path);
  return file.startsWith('..') || !existsSync(resolve(DOCS, file)) ? null : file;
}

/** Returns the address of the page of a file, as a link to it ends. */
function pageOf(file: string, href: string): string {
  return file.replace(/\.md$/, '.html') + (/#.*$/.exec(href)?.[0] ?? '');
}

/** Returns a reader of a file under docs/; `toDocs` leads from the page that shows it to docs/, `has` knows the pages. */
function readerOf(file: string, toDocs: string, has: (file: string) => boolean): Marked {
  return new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens);
        if (/^https?:/.test(href)) return `<a href="${href}" rel="noreferrer">${text}</a>`;
        if (href.startsWith('#')) return `<a href="${pageOf(`${toDocs}${file}`, href)}">${text}</a>`;
        const target = fileOf(href, file);
        // What the site does not have becomes its text.
        if (target === null || !target.endsWith('.md') || !has(target)) return text;
        return `<a href="${toDocs}${pageOf(target, href)}">${text}</a>`;
      },
      image({ href, text }: Tokens.Image) {
        const target = fileOf(href, file);
        return target === null ? text : `<img src="${toDocs}${target}" alt="${text}" loading="lazy">`;
      },
    },
  });
}

/** Returns the files under docs/ that a file links to or shows. */
function neighbours(file: string): string[] {
  const text = readFileSync(resolve(DOCS, file), 'utf8');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, href = '']) => fileOf(href, file) ?? []);
}

/** Returns the anchor of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .trim()
    .replaceAll(/ +/g, '-');
}

/** The book writes powers as 2^64. */
function powers(html: string): string {
  return html.replaceAll(/(\d)\^(-?\d+)/g, '$1<sup>$2</sup>');
}

/** Returns the HTML of an excerpt; the file's text and the address are given. */
export function excerpt(text: string, address: string): string {
  const marked = readerOf(address.replace(/\.md\/.*$/, '.md'), './docs/', () => true);
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
  return powers(marked.parser(chosen));
}

/** Returns the page of a file under docs/. */
function chapter(file: string, style: string, has: (file: string) => boolean): string {
  const text = readFileSync(resolve(DOCS, file), 'utf8');
  const title = /^# (.*)$/m.exec(text)?.[1] ?? file;
  const root = '../'.repeat(file.split('/').length);
  const body = readerOf(file, `${root}docs/`, has).parse(text, { async: false });
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Palimpsest: ${title.replaceAll('`', '')}</title>
    <link rel="icon" href="${root}icon.svg" type="image/svg+xml" />
    <script src="${root}first-paint.js"></script>
    <link rel="stylesheet" href="${root}${style}" />
  </head>
  <body>
    <header class="top"><a class="mark" href="${root}#table"><span aria-hidden="true" class="mark-cells"></span>Palimpsest</a></header>
    <main class="chapter">
${powers(body).replaceAll('<table>', '<div class="scroll-x" tabindex="0" role="group" aria-label="Table"><table>').replaceAll('</table>', '</table></div>')}
    </main>
  </body>
</html>
`;
}

/** Returns the plugin. */
export function book(): Plugin {
  const cited = new Set<string>();
  return {
    name: 'book',
    // The style sheets have their names by then.
    enforce: 'post',
    resolveId: (id) => (id.startsWith(SCHEME) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${SCHEME}`)) return null;
      const address = id.slice(SCHEME.length + 1);
      const name = address.replace(/\.md\/.*$/, '.md');
      cited.add(name);
      const file = resolve(DOCS, name);
      this.addWatchFile(file);
      return `export default ${JSON.stringify(excerpt(readFileSync(file, 'utf8'), address))};`;
    },
    generateBundle(_, bundle) {
      const style = Object.keys(bundle).find((name) => /index-[^/]*\.css$/.test(name));
      if (style === undefined) throw new Error('expected the style sheet of the page, found none');
      const files = new Set([...cited, ...[...cited].flatMap(neighbours)]);
      const pages = [...files].filter((name) => name.endsWith('.md'));
      for (const page of pages) {
        const source = chapter(page, style, (name) => pages.includes(name));
        this.emitFile({ type: 'asset', fileName: `docs/${pageOf(page, '')}`, source });
        for (const shown of neighbours(page).filter((name) => name.endsWith('.svg'))) files.add(shown);
      }
      for (const name of [...files].filter((each) => each.endsWith('.svg'))) {
        const source = readFileSync(resolve(DOCS, name));
        this.emitFile({ type: 'asset', fileName: `docs/${name}`, source });
      }
    },
  };
}
