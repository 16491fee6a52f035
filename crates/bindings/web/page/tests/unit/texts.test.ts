/** All texts that the page shows stand in `src/texts.ts`: no other file has one, and each of them is used. */

import { readdirSync, readFileSync } from 'node:fs';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, test } from 'vitest';
import { filled } from '../../shell-plugin';
import { texts } from '../../src/texts';

const source = new URL('../../src/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, source), 'utf8');
/** The sources but the texts themselves, types, and the address, whose words are those of links. */
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /(?<!\.d)\.ts$/.test(name) && !/^pkg|^(texts|wasm|address)\.ts$/.test(name),
);

interface Node {
  type: string;
  [key: string]: unknown;
}

/** Attributes and options that a reader sees or hears, and those whose text is for the browser alone. */
const SHOWN = /^(aria-label|aria-valuetext|title|placeholder|label|question|description|legend)$/;
const HIDDEN = /^(class|d|style|points|transform|viewBox|type|role|id|for|href|src|slice|fen|param|value|accept|font|labelFont|cssClass|media)$/;
/** Functions whose first text the reader sees, and those whose texts are names for the browser. */
const TELLS = /^(button|field|choice|select|slider|panel|fold|prose|say|tell|report)$/;
const NAMES =
  /^(querySelector|querySelectorAll|closest|matches|matchMedia|getElementById|addEventListener|setProperty|getContext|call|emit|choiceParam|numberParam|colourOf|css|getItem|setItem|Worker|URL|Error|fresh|toggle|replace|replaceAll|join|split|startsWith|endsWith|includes|set|get|has|test)$/;
/** The beginnings and marks of texts for the browser, of positions, and of tags of PGN. */
const CODE = /^\(|^[\w-]+\/[\w-]+\/\S+ [wb] |system-ui|^rgb\(|^(rotate|translate)\(|^nav a\[|^<svg|^input, |inset-inline|^expected a/;
const TAGS = ['Result', 'Opening', 'Variation', 'SubVariation', 'PlyCount', 'Termination', 'Event', 'Date'];

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const nameOf = (value: unknown): string => {
  if (!isNode(value)) return '';
  return String(value.name ?? value.value ?? (isNode(value.property) ? value.property.name : ''));
};

/** Returns a literal's text, with a mark for each part that is computed; null for what is no text. */
function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateLiteral') return null;
  return (node.quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join('\u0001');
}

/** Says whether a text looks like English: it begins with a capital, or has words with blanks between them. */
function looksLikeWords(text: string): boolean {
  return /^\W*[A-Z][a-z]/.test(text) || /[A-Za-z]\S* \S*[A-Za-z\u0001]|\u0001.{0,3} [a-z]|[a-z]:? \u0001/.test(text);
}

/** Says whether a reader sees the text of a literal with these nodes around it, the nearest last. */
function isShown(node: Node, around: Node[]): boolean {
  const text = textOf(node);
  if (text === null || !/[A-Za-z]{2}/.test(text) || CODE.test(text) || TAGS.includes(text)) return false;
  const parent = around.at(-1);
  if (parent === undefined || parent.type === 'SwitchCase') return false;
  if (parent.type === 'BinaryExpression' && /^[!=]=/.test(String(parent.operator))) return false;
  if (parent.type === 'Property' && SHOWN.test(nameOf(parent.key))) return parent.value === node;
  if (parent.type === 'AssignmentExpression' && nameOf(parent.left) === 'textContent') return true;
  const call = around.findLast(({ type }) => type === 'CallExpression' || type === 'NewExpression');
  if (call !== undefined && call === parent) {
    const name = nameOf(call.callee);
    const at = (call.arguments as unknown[]).indexOf(node);
    if (name === 'h' || name === 's') return at >= 2;
    if (name === 'setAttribute') return at === 1 && SHOWN.test(nameOf((call.arguments as unknown[])[0]));
    if (name === 'setText' || (name === 'set' && (call.callee as Node).type === 'Identifier')) return at > 0;
    if (TELLS.test(name)) return at === 0 || name === 'prose';
    if (NAMES.test(name)) return false;
  }
  return looksLikeWords(text);
}

/** Collects the shown texts of a file. */
function shownTexts(code: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown, around: Node[]): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, around);
    if (!isNode(value)) return;
    if (/^TS(?!As|NonNull|Satisfies|ParameterProperty)|^Import|^ExportAll/.test(value.type)) return;
    // A key of an object, and what stands in an attribute for the browser.
    if (value.type === 'Property' && HIDDEN.test(nameOf(value.key))) return;
    if (value.type === 'Property' && value.computed !== true) return visit(value.value, [...around, value]);
    if (isShown(value, around)) found.push(textOf(value) ?? '');
    for (const part of Object.values(value)) visit(part, [...around, value]);
  };
  visit(parseAst(code, { lang: 'ts' }), []);
  return found;
}

describe('the check', () => {
  test.each([
    ["h('p', {}, 'no')", 'no'],
    ["h('p', { title: 'away' })", 'away'],
    ['status.textContent = `${count} moves`', '\u0001 moves'],
    ["button('go', act)", 'go'],
    ["const told = ok ? 'Read' : ''", 'Read'],
    ["say('The game is over.' + more)", 'The game is over.'],
  ])('sees the text of %s', (code, text) => {
    expect(shownTexts(code)).toEqual([text]);
  });

  test.each([
    "h('p', { class: 'quiet small' })",
    "if (kind === 'Enter') go()",
    "type Word = 'Play' | 'Stop'",
    "import a from 'Some place'",
    "box.querySelector('nav a')",
  ])('takes %s for no text', (code) => {
    expect(shownTexts(code)).toEqual([]);
  });
});

test.each(files)('%s shows no text of its own', (name) => {
  expect(shownTexts(read(name))).toEqual([]);
});

test('the frame of the page has no text of its own, and all that it names', () => {
  const html = read('../index.html');
  expect(html.replace(/<[^>]*>/g, '').replace(/\{\{\w+\}\}/g, '').trim()).toBe('');
  expect(html.match(/(?:aria-label|alt)="[^{]/g)).toBeNull();
  for (const text of Object.values(texts.shell)) expect(filled(html)).toContain(text);
});

test('each text is used', () => {
  const all = files.map(read).join('\n');
  const unused = Object.entries(texts).flatMap(([section, words]) =>
    Object.keys(words)
      .filter((word) => !['shell', 'pieces'].includes(section) && !new RegExp(`(texts\\.${section}|TEXTS)\\.${word}\\b`).test(all))
      .map((word) => `${section}.${word}`),
  );
  expect(unused).toEqual([]);
});
