/** The board that takes moves: its size in each view, at each width, after each change of the window. */

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { open, startBrowser } from './harness';

startBrowser();

/** Widths and heights of windows: two phones, a tablet both ways, a phone on its side, a laptop, a desk. */
const WINDOWS = [
  [360, 640],
  [390, 844],
  [768, 1024],
  [844, 390],
  [1024, 768],
  [1440, 900],
] as const;
const VIEWS = {
  table: '#table?entries=1024',
  lessons: '#lessons/3',
  analyse: '#play?do=analyse&side=both',
  play: '#play?side=both',
};

interface Size {
  place: number;
  drawing: number;
  height: number;
  /** The board, its panel and the window do not overlap. */
  fits: boolean;
  /** Pixels of a letter of a file. */
  letter: number;
  /** Squares whose middle another element covers. */
  covered: string[];
  /** Pixels written into elements above the drawing. */
  inline: string;
}

async function measure(page: Page, view: 'play' | 'table'): Promise<Size> {
  await page.locator(`#view-${view} .played-board`).waitFor({ state: 'attached' });
  // A phone shows the table's position when its reader unfolds it.
  if (view === 'table') await page.evaluate(() => document.querySelectorAll('#view-table details').forEach((fold) => fold.setAttribute('open', '')));
  await page.locator(`#view-${view} .played-board [data-piece=wk]`).waitFor();
  return page.evaluate((section) => {
    const board = document.querySelector(`#view-${section} .played-board`);
    const svg = board?.querySelector('svg');
    if (!board || !svg) throw new Error('there is no board');
    const place = board.getBoundingClientRect();
    const drawing = svg.getBoundingClientRect();
    const side = document.querySelector(`#view-${section} .side`)?.getBoundingClientRect();
    const beside = side === undefined || side.left >= place.right || side.top >= place.bottom;
    const covered = [...svg.querySelectorAll('.square')].filter((square) => {
      square.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = square.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) !== square;
    });
    scrollTo(0, 0);
    const letter = svg.querySelector('.coordinate.file');
    const size = letter === null ? 0 : Number.parseFloat(getComputedStyle(letter).fontSize);
    return {
      place: place.width,
      drawing: drawing.width,
      height: drawing.height,
      fits: beside && place.left >= 0 && place.right <= innerWidth && document.body.scrollWidth <= innerWidth,
      letter: (size * drawing.width) / 800,
      covered: covered.map((square) => square.getAttribute('data-square') ?? ''),
      inline: [board, svg.parentElement].map((element) => element?.getAttribute('style') ?? '').join(''),
    };
  }, view);
}

function isWhole(size: Size): void {
  expect(size.drawing).toBeCloseTo(size.place, 1);
  expect(size.height).toBeCloseTo(size.place, 1);
  expect(size).toMatchObject({ fits: true, covered: [], inline: '' });
  expect(size.letter).toBeGreaterThanOrEqual(11);
}

describe.each(WINDOWS)('in a window of %i × %i', (width, height) => {
  test('the board is as large from each view', async () => {
    const sizes: number[] = [];
    for (const from of Object.values(VIEWS)) {
      const { page, close } = await open({ hash: from, width, height });
      await page.locator('section.view:not([hidden]) h1').waitFor();
      await page.getByRole('link', { name: 'Play' }).click();
      const size = await measure(page, 'play');
      isWhole(size);
      sizes.push(size.place);
      await close();
    }
    expect(new Set(sizes.map((size) => size.toFixed(1))).size, sizes.join(' ')).toBe(1);
    expect(sizes[0]).toBeGreaterThan(260);
  });

  test('the board is as large after a rotation as without one', async () => {
    for (const [view, hash] of [['play', VIEWS.analyse], ['table', VIEWS.table]] as const) {
      const { page, close } = await open({ hash, width, height });
      const before = await measure(page, view);
      isWhole(before);
      await page.setViewportSize({ width: height, height: width });
      isWhole(await measure(page, view));
      await page.setViewportSize({ width, height });
      const after = await measure(page, view);
      isWhole(after);
      expect(after.place).toBeCloseTo(before.place, 1);
      await close();
    }
  });
});

test('a piece is dragged at the size of its square after the window has shrunk', async () => {
  const { page, close } = await open({ hash: '#play?side=both', width: 1440, height: 900 });
  await measure(page, 'play');
  await page.setViewportSize({ width: 800, height: 800 });
  const middle = async (square: string): Promise<[number, number, number]> => {
    const box = await page.locator(`#view-play .square[data-square=${square}]`).boundingBox();
    if (box === null) throw new Error(`there is no square ${square}`);
    return [box.x + box.width / 2, box.y + box.height / 2, box.width];
  };
  const [fromX, fromY, square] = await middle('e2');
  const [toX, toY] = await middle('e4');
  await page.mouse.move(fromX, fromY);
  await page.mouse.down();
  await page.mouse.move(fromX, fromY - 20);
  await page.mouse.move(toX, toY);
  const dragged = await page.locator('.cm-chessboard-draggable-piece').boundingBox();
  expect(Math.abs((dragged?.width ?? 0) - square)).toBeLessThan(1);
  expect(Math.abs((dragged?.x ?? 0) + square / 2 - toX)).toBeLessThan(2);
  expect(Math.abs((dragged?.y ?? 0) + square / 2 - toY)).toBeLessThan(2);
  await page.mouse.up();
  await page.locator('.moves .move', { hasText: 'e4' }).waitFor();
  await close();
});

test.each(['light', 'dark'] as const)('the letters of the files stand out in the %s scheme', async (scheme) => {
  const { page, close } = await open({ hash: '#play?side=both', scheme, width: 390, height: 844 });
  await measure(page, 'play');
  const { ratio, onSquares } = await page.evaluate(() => {
    const one = (name: string): Element => {
      const found = document.querySelector(`#view-play .played-board ${name}`);
      if (found === null) throw new Error(`there is no ${name}`);
      return found;
    };
    const light = (element: Element): number => {
      const channels = getComputedStyle(element).fill.match(/[\d.]+/g)?.map(Number) ?? [];
      const [r = 0, g = 0, b = 0] = channels.map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const [letter, frame] = [light(one('.coordinate.file')), light(one('.border'))];
    const squares = one('.border-inner').getBoundingClientRect();
    const texts = [...document.querySelectorAll('#view-play .coordinate')];
    const onSquares = texts.filter((text) => {
      const box = text.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      return x > squares.left && x < squares.right && y > squares.top && y < squares.bottom;
    });
    return {
      ratio: (Math.max(letter, frame) + 0.05) / (Math.min(letter, frame) + 0.05),
      onSquares: onSquares.length,
    };
  });
  expect(ratio).toBeGreaterThanOrEqual(4.5);
  expect(onSquares).toBe(0);
  await close();
});
