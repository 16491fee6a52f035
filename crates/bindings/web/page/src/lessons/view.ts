/** The six lessons: a list of them, and the one that the address names. */

import { formatAddress, type Address } from '../address.ts';
import { faultText, h, set, setText } from '../dom.ts';
import { nameState } from '../share.ts';
import { keepAddress, type View } from '../view.ts';
import { clientOf } from '../worker/rooms.ts';
import type { Lesson, LessonKind } from './lesson.ts';
import './lessons.css';
import { texts } from '../texts.ts';

const TEXTS = texts.lessonsView;

const LESSONS: readonly LessonKind[] = [
  { title: TEXTS.whyATable, question: TEXTS.twoOrdersOfMovesMeet, load: () => import('./why.ts') },
  { title: TEXTS.keys, question: TEXTS.aPositionBecomesANumber, load: () => import('./keys.ts') },
  { title: TEXTS.bounds, question: TEXTS.aRecordNeedNotBe, load: () => import('./bounds.ts') },
  {
    title: TEXTS.replacement,
    question: TEXTS.somebodyMustGo,
    load: () => import('./replacement.ts'),
  },
  {
    title: TEXTS.collisions,
    question: TEXTS.twoPositionsOneNumber,
    load: () => import('./collisions.ts'),
  },
  {
    title: TEXTS.twoThreads,
    question: TEXTS.halfOfOneRecordHalf,
    load: () => import('./threads.ts'),
  },
];

/** Returns the number of the lesson that an address names, from 1. */
export function lessonNumber(page: string): number {
  const number = Number(page);
  return Number.isInteger(number) && number >= 1 && number <= LESSONS.length ? number : 1;
}

/** Makes the view in its section. */
export function mount(root: HTMLElement): View {
  const made = new Map<number, Lesson>();
  let shown = 0;
  const fault = h('p', { class: 'notice', role: 'alert', hidden: true });
  const links = LESSONS.map((lesson, index) =>
    h(
      'a',
      { href: `#lessons/${index + 1}` },
      h('span', { class: 'lesson-number', 'aria-hidden': 'true' }, String(index + 1)),
      h(
        'span',
        {},
        lesson.title,
        h('span', { class: 'small quiet lesson-question' }, lesson.question),
      ),
    ),
  );
  const title = h('h1', { id: 'title-lessons' });
  const text = h('div', { class: 'lesson-text' });
  const picture = h('div', { class: 'lesson-picture' });
  const onward = h('p', { class: 'lesson-onward' });
  set(
    root,
    h(
      'nav',
      { class: 'lesson-list', 'aria-label': TEXTS.lessons },
      h('ol', {}, ...links.map((link) => h('li', {}, link))),
    ),
    title,
    fault,
    h('div', { class: 'lesson' }, text, picture),
    onward,
  );
  const tell = (problem: unknown): void => {
    fault.hidden = problem === null;
    setText(fault, problem === null ? '' : faultText(problem));
  };

  const open = async (number: number, params: URLSearchParams): Promise<void> => {
    const kind = LESSONS[number - 1];
    if (kind === undefined) return;
    links.forEach((link, index) => {
      if (index === number - 1) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    });
    let lesson = made.get(number);
    if (lesson === undefined) {
      const { make } = await kind.load();
      lesson = make({
        client: clientOf('lessons'),
        fault: tell,
        keep: (next) => {
          const address: Address = { view: 'lessons', page: String(number), params: next };
          links[number - 1]?.setAttribute('href', formatAddress(address));
          if (shown === number) keepAddress(address);
        },
      });
      made.set(number, lesson);
    }
    if (shown !== number) return;
    if (picture.firstChild !== lesson.picture) {
      tell(null);
      setText(title, `${number}. ${kind.title}`);
      nameState('lessons', {
        title: TEXTS.lesson(number, kind.title),
        description: TEXTS.aLessonOnTranspositionTables(kind.question),
      });
      set(text, lesson.text);
      set(picture, lesson.picture);
      const next = LESSONS[number];
      set(
        onward,
        next === undefined
          ? h('a', { href: '#table' }, TEXTS.nowLookAtTheTable)
          : h('a', { href: `#lessons/${number + 1}` }, TEXTS.next(next.title)),
      );
    }
    lesson.show(params);
  };
  return {
    show: (address: Address) => {
      shown = lessonNumber(address.page);
      open(shown, address.params).catch(tell);
    },
    hide: () => {
      shown = 0;
    },
  };
}
