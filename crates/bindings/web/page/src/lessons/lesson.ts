/** The shape of a lesson: a short text beside a picture that the reader changes. */

import { fresh } from '../controls.ts';
import { h } from '../dom.ts';
import type { Client } from '../worker/client.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.lesson;

/** What a lesson gets from the page. */
export interface Context {
  client: Client;
  /** Writes the lesson's part of the address. */
  keep(params: URLSearchParams): void;
  /** Shows a fault in words, or takes the last one away. */
  fault(fault: unknown): void;
}

/** A lesson on the page. */
export interface Lesson {
  text: HTMLElement;
  picture: HTMLElement;
  /** Shows the state that the address holds. */
  show(params: URLSearchParams): void;
}

export interface LessonKind {
  title: string;
  /** A question that the lesson answers, for the list of lessons. */
  question: string;
  load(): Promise<{ make(context: Context): Lesson }>;
}

/** Makes a part of a picture with its title. */
export function panel(title: string, ...parts: (HTMLElement | null)[]): HTMLElement {
  const id = fresh('part');
  const head = h('h2', { id }, title);
  return h('section', { class: 'panel', 'aria-labelledby': id }, head, ...parts);
}

/** Makes a text of paragraphs. */
export function prose(...parts: (string | Node)[]): HTMLElement {
  return h(
    'div',
    { class: 'prose' },
    ...parts.map((part) => (typeof part === 'string' ? h('p', {}, part) : part)),
  );
}

/** Makes an excerpt of the book with its source. */
export function fromBook(html: string, chapter: string, file: string): HTMLElement {
  const body = h('div', {});
  // The text is made from the project's own files when the site is built.
  body.innerHTML = html;
  for (const table of body.querySelectorAll('table')) {
    const frame = h('div', {
      class: 'scroll-x',
      tabindex: 0,
      role: 'group',
      'aria-label': TEXTS.tableFromTheBook,
    });
    table.replaceWith(frame);
    frame.append(table);
  }
  const source = h('a', { href: `./docs/${file.replace(/md$/, 'html')}` }, chapter);
  return h(
    'figure',
    { class: 'excerpt' },
    html === '' ? null : body,
    h(
      'figcaption',
      { class: 'small quiet' },
      file.startsWith('book/') ? TEXTS.fromTheBook : TEXTS.fromTheMeasurements,
      source,
    ),
  );
}

/** Makes the line that names the sources of a lesson. */
export function sources(...names: string[]): HTMLElement {
  return h('p', { class: 'small quiet sources' }, TEXTS.sources(names.join('; ')));
}

/** Returns a text whose powers, written as 10^5, are raised. */
export function powers(text: string): (string | Node)[] {
  return text
    .split(/(\^-?\w+)/)
    .map((part) => (part.startsWith('^') ? h('sup', {}, part.slice(1)) : part));
}
