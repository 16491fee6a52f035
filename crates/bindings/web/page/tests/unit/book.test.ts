import { describe, expect, it } from 'vitest';
import { excerpt } from '../../book-plugin.ts';

const TEXT = `# A title

First, with a [link](book/why-a-table.md#what-it-costs), [none](gone.md) and 2^64.

\`\`\`rust
code();
\`\`\`

- one
- two

## Another: part?

Second.

It ends:
`;

describe('an excerpt of the book', () => {
  it('takes blocks of one section, without code', () => {
    const html = excerpt(TEXT, 'x.md/a-title/1-2');
    expect(html).toContain(
      'with a <a href="./docs/book/why-a-table.html#what-it-costs">link</a>, none and 2<sup>64</sup>',
    );
    expect(html).toContain('<li>two</li>');
    expect(html).not.toContain('code');
    expect(excerpt(TEXT, 'x.md/another-part/1')).toBe('<p>Second.</p>\n');
  });

  it('fails when the book has changed', () => {
    expect(() => excerpt(TEXT, 'x.md/gone/1')).toThrow('expected a heading');
    expect(() => excerpt(TEXT, 'x.md/a-title/1-3')).toThrow('found 2');
    expect(() => excerpt(TEXT, 'x.md/another-part/2')).toThrow('colon');
  });
});
