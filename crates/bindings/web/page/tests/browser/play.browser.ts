/** The view to play and analyse, used as a reader uses it. */

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { open, startBrowser } from './harness';

startBrowser();

/** A mate in two: 1. Qh6 (or the like) is for the engine to find. */
const MATE_IN_TWO = '2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1';
/** White mates at once by Ra8. */
const MATE_IN_ONE = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1';

const board = (page: Page) => page.locator('#view-play .played-board');
const status = (page: Page) => page.locator('.play-status');
const moves = (page: Page) => page.locator('.moves .move').allTextContents();
const fenParam = (fen: string): string => fen.replaceAll(' ', '_');

async function ready(page: Page): Promise<void> {
  await page.locator('.play-status', { hasText: /to move|0-1|1-0|1\/2/ }).waitFor();
}

async function enter(page: Page, move: string): Promise<void> {
  await page.getByLabel('Your move').fill(move);
  await page.getByRole('button', { name: 'Play it' }).click();
}

async function clickMove(page: Page, from: string, to: string): Promise<void> {
  for (const square of [from, to]) await board(page).locator(`.square[data-square=${square}]`).click({ force: true });
}


describe('playing', () => {
  test('a click moves a piece and the engine answers', async () => {
    const { page, close } = await open({ hash: '#play?level=3' });
    await ready(page);
    await clickMove(page, 'e2', 'e4');
    await page.locator('.moves .move').nth(1).waitFor();
    expect((await moves(page))[0]).toBe('e4');
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.locator('.moves', { hasText: 'No moves yet' }).waitFor();
    await close();
  });

  test('a game is played to its end', async () => {
    const { page, close } = await open({ hash: `#play?side=both&fen=${fenParam(MATE_IN_ONE)}` });
    await ready(page);
    await enter(page, 'Ra8');
    await status(page).filter({ hasText: '1-0' }).waitFor();
    expect(await status(page).textContent()).toMatch(/mate/i);
    expect(await moves(page)).toEqual(['Ra8#']);
    await close();
  });

  test('a game against the engine goes on to a draw', async () => {
    const { page, close } = await open({ hash: '#play?level=1&fen=4k3/8/8/8/8/8/3Q4/4K3_w_-_-_90_60' });
    await ready(page);
    // The fifty moves run out after five more.
    for (let ply = 0; ply < 12; ply++) {
      if (/0-1|1-0|1\/2/.test((await status(page).textContent()) ?? '')) break;
      await enter(page, ply % 2 === 0 ? 'Kf1' : 'Ke1');
      await page.waitForFunction(
        (count) => {
          const text = document.querySelector('.play-status')?.textContent ?? '';
          const made = document.querySelectorAll('.moves .move').length;
          return /0-1|1-0|1\/2/.test(text) || (made >= count && /White/.test(text));
        },
        2 * ply + 2,
      );
    }
    expect(await status(page).textContent()).toMatch(/1\/2-1\/2/);
    await close();
  });

  test('moves by text are refused in words', async () => {
    const { page, close } = await open({ hash: '#play?side=both' });
    await ready(page);
    await enter(page, 'Nf6');
    expect(await page.locator('.fault[role=alert]').textContent()).toContain('Nf6');
    await enter(page, 'Nf3');
    await page.locator('.moves .move').first().waitFor();
    expect(await moves(page)).toEqual(['Nf3']);
    await close();
  });

  test('the keyboard walks through a game and moves pieces', async () => {
    const { page, close } = await open({ hash: '#play?side=both&moves=e2e4,e7e5' });
    await ready(page);
    await page.locator('.moves .move').nth(1).waitFor();
    await page.locator('body').press('ArrowLeft');
    await page.locator('.move[aria-current]', { hasText: 'e4' }).waitFor();
    await page.locator('body').press('End');
    await page.locator('.move[aria-current]', { hasText: 'e5' }).waitFor();
    const svg = board(page).locator('svg.cm-chessboard');
    await svg.focus();
    // From a1 to b1, take the knight, and put it on c3.
    for (const key of ['ArrowRight', 'Enter', 'ArrowRight', 'ArrowUp', 'ArrowUp', 'Enter']) await svg.press(key);
    await page.locator('.move', { hasText: 'Nc3' }).waitFor();
    await close();
  });

  test('a pawn promotes to the chosen piece', async () => {
    const { page, close } = await open({ hash: '#play?side=both&fen=8/P6k/8/8/8/8/8/K7_w_-_-_0_1' });
    await ready(page);
    await clickMove(page, 'a7', 'a8');
    await page.locator('.promotion-dialog-button-group[data-piece=wr] .promotion-dialog-button').click();
    await page.locator('.move', { hasText: 'a8=R' }).waitFor();
    await close();
  });
});

test('the engine begins when the reader plays Black, and rests in another view', async () => {
  const { page, close } = await open({ hash: '#play?level=20' });
  await ready(page);
  await page.getByLabel('It thinks for at most').selectOption('3000');
  await page.locator('label', { hasText: /^Black$/ }).first().click();
  await page.getByText('The engine thinks…').waitFor();
  await page.locator('.tabs label', { hasText: 'Analyse' }).click();
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.locator('.lines li').first().waitFor();
  expect(await moves(page)).toEqual([]);
  await page.locator('.tabs label', { hasText: 'Play' }).click();
  await page.locator('.moves .move').first().waitFor({ timeout: 15_000 });
  await page.locator('.play-status', { hasText: 'Black to move' }).waitFor();
  // Black is at the bottom.
  const rank = await board(page).locator('.coordinate.rank').first().textContent();
  expect(rank).toBe('1');
  await close();
});

test('a level says its Elo, which the engine measured', async () => {
  const { page, close } = await open({ hash: '#play?level=13' });
  await ready(page);
  const level = page.getByLabel('Level');
  await page.locator('.slider-head', { hasText: '13 of 20, about 1800 Elo' }).waitFor();
  expect(await level.getAttribute('aria-valuetext')).toBe('13 of 20, about 1800 Elo');
  await level.fill('20');
  await page.locator('.slider-head', { hasText: 'full strength' }).waitFor();
  await level.fill('0');
  await page.locator('.slider-head', { hasText: /^Level0 of 20, below 6\d\d Elo$/ }).waitFor();
  await close();
});

describe('analysing', () => {
  test('a mate in two is found, with its arrow and its bar', async () => {
    const { page, close } = await open({ hash: `#play?do=analyse&fen=${fenParam(MATE_IN_TWO)}` });
    await ready(page);
    await page.getByRole('button', { name: 'Analyse' }).click();
    await page.locator('.line-score', { hasText: '#2' }).waitFor({ timeout: 30_000 });
    await page.locator('.arrow-best').waitFor({ state: 'attached' });
    expect(await page.locator('.eval-bar').getAttribute('aria-label')).toContain('White mates in 2 moves');
    await close();
  });

  test('five lines are shown, and the analysis follows the board', async () => {
    const { page, close } = await open({ hash: '#play?do=analyse&lines=5' });
    await ready(page);
    await page.getByRole('button', { name: 'Analyse' }).click();
    await page.locator('.lines li').nth(4).waitFor();
    await enter(page, 'e4');
    await page.locator('.move', { hasText: 'e4' }).waitFor();
    await page.locator('.lines li').nth(4).waitFor();
    const first = await page.locator('.line-score').first().getAttribute('title');
    expect(first).toMatch(/^Play [a-hKQRBNO]/);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Analyse' }).waitFor();
    await close();
  });

  test('a game is annotated: the blunder is marked', async () => {
    const { page, close } = await open({ hash: '#play?do=analyse&moves=f2f3,e7e5,g2g4,d8h4' });
    await ready(page);
    await page.getByRole('button', { name: 'Annotate the game' }).click();
    await page.locator('.move', { hasText: 'g4??' }).waitFor({ timeout: 60_000 });
    expect(await page.locator('.move-note').last().textContent()).toContain('better is');
    await page.getByText('The game is annotated').waitFor({ state: 'attached', timeout: 60_000 });
    const accuracy = /^Accuracy: White (\d+\.\d) %, Black (\d+\.\d) %$/.exec((await page.locator('.accuracy').textContent()) ?? '');
    expect(Number(accuracy?.[1])).toBeLessThan(60);
    expect(Number(accuracy?.[2])).toBeGreaterThan(90);
    // The button shows the position before the blunder, and the move that was better.
    await page.locator('.move', { hasText: 'f3' }).click();
    await page.locator('.move[aria-current]', { hasText: 'f3' }).waitFor();
    await page.getByRole('button', { name: 'Next mistake' }).click();
    await page.locator('.better', { hasText: /^Better than 2\. g4\?\? \(−#1\) is 2\. [a-hNBRQK]\S* \S+/ }).waitFor();
    expect(await board(page).locator('.arrow-best').count()).toBe(1);
    expect(await board(page).locator('.arrow-other').count()).toBe(1);
    // A click on the graph jumps to the move below it.
    const graph = page.locator('.eval-graph');
    const { width = 0, height = 0 } = (await graph.boundingBox()) ?? {};
    await graph.click({ position: { x: width * 0.75, y: height / 2 } });
    await page.locator('.move[aria-current]', { hasText: 'g4' }).waitFor();
    expect(await graph.locator('.graph-mark').count()).toBeGreaterThan(0);
    expect(await page.locator('.eval-bar').getAttribute('aria-label')).toContain('Black mates in 1 move');
    await close();
  });
});

test('a game is annotated once it is there, and taking a move back ends the annotation', async () => {
  const { page, close } = await open({ hash: '#play?do=analyse&moves=e2e4,e7e5,g1f3,b8c6,f1b5,a7a6,b5a4,g8f6' });
  // The button waits for the game: this click comes before it.
  await page.getByRole('button', { name: 'Annotate the game' }).click();
  await page.locator('.annotate', { hasText: /Annotating: [1-4] of 8/ }).waitFor();
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('button', { name: 'Annotate the game' }).waitFor();
  await page.locator('.annotate:enabled').waitFor();
  expect((await moves(page)).length).toBeLessThan(8);
  expect(await page.getByText('The game is annotated').count()).toBe(0);
  await close();
});

test('a mate says which side has won, and a slash in a field is a character', async () => {
  const { page, close } = await open({ hash: '#play?side=both&moves=f2f3,e7e5,g2g4,d8h4' });
  await status(page).filter({ hasText: '0-1: Black wins by checkmate' }).waitFor();
  const field = page.getByLabel('Your move');
  await page.locator('body').press('/');
  await field.press('/');
  expect(await field.inputValue()).toBe('/');
  await close();
});

describe('setting up', () => {
  test('a bad FEN is refused in words', async () => {
    const { page, close } = await open({ hash: '#play?do=set-up' });
    await ready(page);
    await page.getByLabel('Position (FEN)').fill('8/8/8/8/8/8/8/K6K w - - 0 1');
    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    const fault = page.locator('form .faults[role=alert]');
    await fault.waitFor();
    expect(await fault.textContent()).toMatch(/king/i);
    // The board keeps its position.
    expect(await board(page).locator('[data-piece=wk][data-square=e1]').count()).toBe(1);
    await close();
  });

  test('a position is set up by hand', async () => {
    const { page, close } = await open({ hash: '#play?do=set-up' });
    await ready(page);
    await page.getByRole('button', { name: 'Edit by hand' }).click();
    await page.getByRole('button', { name: 'Empty board' }).click();
    const put = async (name: string, square: string): Promise<void> => {
      await page.getByLabel(name, { exact: true }).check({ force: true });
      await board(page).locator(`.square[data-square=${square}]`).click({ force: true });
    };
    await put('white king', 'a1');
    await put('black king', 'c2');
    await put('white queen', 'h8');
    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    await page.waitForFunction(() => location.hash.includes('7Q'));
    expect(page.url()).toContain('7Q/8/8/8/8/8/2k5/K7_w');
    await close();
  });

  test('a Chess960 start is set up by its number', async () => {
    const { page, close } = await open({ hash: '#play?do=set-up' });
    await ready(page);
    await page.getByLabel(/Chess960/).fill('0');
    await page.getByRole('button', { name: 'Set up this start' }).click();
    // Number 0 is BBQNNRKR.
    await board(page).locator('[data-piece=wq][data-square=c1]').waitFor();
    await page.getByLabel(/Chess960/).fill('960');
    await page.locator('form', { hasText: 'Chess960' }).evaluate((form) => ((form as HTMLFormElement).noValidate = true));
    await page.getByRole('button', { name: 'Set up this start' }).click();
    expect(await page.locator('form .faults[role=alert]').textContent()).toContain('0 to 959');
    await close();
  });
});

describe('files', () => {
  test('ten games are read from a PGN', async () => {
    const { page, close } = await open({ hash: '#play?do=files' });
    await ready(page);
    const games = Array.from(
      { length: 10 },
      (_, index) => `[Event "Test"]\n[White "W${index}"]\n[Black "B${index}"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 {a comment} Nc6 (2... d6 3. d4) 3. Bb5 $1 a6 1-0\n`,
    ).join('\n');
    await page.getByLabel('Games as PGN').fill(games);
    await page.getByRole('button', { name: 'Read' }).click();
    await page.locator('.game-list li').nth(9).waitFor();
    expect(await page.getByText('10 of 10 games').count()).toBe(1);
    await page.locator('.game-list button').nth(4).click();
    await page.locator('.moves .move').nth(5).waitFor();
    expect(await moves(page)).toEqual(['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6']);
    await page.getByRole('button', { name: 'Write the game here' }).click();
    await page.waitForFunction(() => document.querySelector('textarea')?.value.includes('3. Bb5 a6'));
    const file = { name: 'utf-16.pgn', mimeType: 'text/plain', buffer: Buffer.from('\ufeff1. d4 d5 *', 'utf16le') };
    await page.locator('input[type=file]').nth(0).setInputFiles(file);
    await page.getByText('Read one game.').waitFor();
    expect(await moves(page)).toEqual(['d4', 'd5']);
    await close();
  });

  test('the tags of an opened game are written again, and those that another move makes false are not', async () => {
    const { page, close } = await open({ hash: '#play?do=files&side=both' });
    await ready(page);
    const text = page.getByLabel('Games as PGN');
    const write = async (): Promise<string> => {
      await page.getByRole('button', { name: 'Write the game here' }).click();
      await page.waitForFunction(() => document.querySelector('textarea')?.value.startsWith('[Event'));
      return text.inputValue();
    };
    const end = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 Ke7 1/2-1/2\n';
    await text.fill(`[Event "Cup"]\n[White "Ann"]\n[WhiteElo "1720"]\n[Result "1/2-1/2"]\n[Termination "agreed"]\n${end}`);
    await page.getByRole('button', { name: 'Read' }).click();
    await page.getByText('Read one game.').waitFor();
    const same = await write();
    for (const tag of ['Event "Cup"', 'White "Ann"', 'WhiteElo "1720"', 'Result "1/2-1/2"', 'Termination "agreed"']) {
      expect(same).toContain(`[${tag}]`);
    }
    expect(same.match(/\[FEN /g)?.length).toBe(1);
    expect(same.trimEnd()).toMatch(/1\. e4 Ke7 1\/2-1\/2$/);
    await enter(page, 'e3');
    await page.locator('.move', { hasText: 'e3' }).waitFor();
    await text.fill('');
    const other = await write();
    expect(other).toContain('[WhiteElo "1720"]');
    expect(other).toContain('[Result "*"]');
    expect(other).not.toContain('Termination');
    await close();
  });

  test.each([
    ['a text', 'a text about chess', /not a move/],
    ['nothing', '', /found nothing/],
    ['a link', 'https://lichess.org/abcdefgh', /found a link/],
    ['a bad FEN', '4k3/8/8/8/8/8/8/4K2x w K - 0 1', /no piece/],
  ])('%s in place of a game is refused and changes nothing', async (_, text, told) => {
    const { page, close } = await open({ hash: '#play?do=files&side=both&moves=e2e4,e7e5' });
    await ready(page);
    await page.locator('.moves .move').nth(1).waitFor();
    const before = page.url();
    await page.getByLabel('Games as PGN').fill(text);
    await page.getByRole('button', { name: 'Read' }).click();
    await page.locator('.faults[role=alert]', { hasText: told }).waitFor();
    expect(await moves(page)).toEqual(['e4', 'e5']);
    expect(page.url()).toBe(before);
    await close();
  });

  test('a FEN sets the position, and going back shows the game again', async () => {
    const { page, close } = await open({ hash: '#play?do=files&side=both&moves=e2e4,e7e5' });
    await ready(page);
    await page.locator('.moves .move').nth(1).waitFor();
    await page.getByLabel('Games as PGN').fill('4k3/8/8/8/8/8/8/4K2R w K - 0 1');
    await page.getByRole('button', { name: 'Read' }).click();
    await page.getByText('Read one position.').waitFor();
    await page.waitForFunction(() => location.hash.includes('4K2R'));
    expect(await page.locator('.faults:visible').count()).toBe(0);
    await page.goBack();
    await page.locator('.moves .move').nth(1).waitFor();
    expect(await moves(page)).toEqual(['e4', 'e5']);
    expect(page.url()).toContain('moves=e2e4,e7e5');
    await close();
  });

  test('a game is found among 5,000, of which only those in sight are drawn', async () => {
    const { page, close } = await open({ hash: '#play?do=files' });
    await ready(page);
    const text = Array.from({ length: 5000 }, (_, n) => `[White "W${n}"]\n[Black "B${n}"]\n\n1. e4 c5 2. Nf3 d6 *\n`);
    const file = { name: 'a.pgn', mimeType: 'text/plain', buffer: Buffer.from(text.join('\n')) };
    await page.locator('input[type=file]').nth(0).setInputFiles(file);
    await page.getByText('Read 5000 games.').waitFor();
    expect(await page.locator('.faults:visible').count()).toBe(0);
    expect(await page.locator('.game-list li').count()).toBeLessThan(60);
    await page.getByLabel('Find a game').fill('w4711 sicilian');
    await page.getByText('1 of 5000 games').waitFor();
    await page.locator('.game-list button').click();
    // The game is named at once, before a move of it is on the board.
    expect(await page.locator('.move[aria-current]').count()).toBe(0);
    await page.locator('.opening', { hasText: 'Sicilian Defense' }).waitFor({ state: 'attached' });
    expect(await moves(page)).toEqual(['e4', 'c5', 'Nf3', 'd6']);
    await close();
  });

  test('a faulty game says where its fault is', async () => {
    const { page, close } = await open({ hash: '#play?do=files' });
    await ready(page);
    await page.getByLabel('Games as PGN').fill('1. e4 e5 2. Ke3 *');
    await page.getByRole('button', { name: 'Read' }).click();
    await page.getByText('Ke3').filter({ hasNot: page.locator('textarea') }).last().waitFor();
    await close();
  });

  test('a table is saved, and loaded again', async () => {
    const { page, close } = await open({ hash: '#play?do=files&side=both' });
    await ready(page);
    await page.locator('.tabs label', { hasText: 'Analyse' }).click();
    await page.getByRole('button', { name: 'Analyse' }).click();
    await page.locator('.lines li').first().waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.locator('.tabs label', { hasText: 'Files' }).click();
    await page.getByLabel('Size of the table').selectOption('1');
    await page.getByText('The table has 1 MiB now.').waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the table' }).click();
    const file = await (await saved).path();
    const bytes = await readFile(file);
    expect(bytes.length).toBeGreaterThan(1000);
    await page.locator('input[type=file]').nth(1).setInputFiles({ name: 'a.hash', mimeType: 'application/octet-stream', buffer: bytes });
    await page.locator('.done', { hasText: /record|entries|loaded/i }).waitFor();
    await page.locator('input[type=file]').nth(1).setInputFiles({ name: 'b.hash', mimeType: 'application/octet-stream', buffer: bytes.subarray(0, 100) });
    await page.locator('.faults[role=alert]', { hasText: /ends too early/ }).waitFor();
    await close();
  });

  test('a table that the browser refuses is told in words', async () => {
    const { page, close } = await open({ hash: '#play?do=files' });
    await ready(page);
    // 64 bits of WebAssembly memory are not there: 8 GiB cannot be had.
    const told = await page.evaluate(async () => {
      const select = document.querySelector<HTMLSelectElement>('#view-play select:has(option[value="1024"])');
      if (select === null) return 'no list of sizes';
      select.append(new Option('8 GiB', '8192'));
      select.value = '8192';
      select.dispatchEvent(new Event('change'));
      const notice = document.querySelector('.play-panels:has(textarea) .faults');
      for (let wait = 0; wait < 100 && notice?.textContent === ''; wait++) await new Promise((done) => setTimeout(done, 50));
      return notice?.textContent ?? '';
    });
    expect(told).toMatch(/expected|memory|refuse/i);
    await enter(page, 'e4');
    await page.locator('.move', { hasText: 'e4' }).waitFor();
    await close();
  });
});
