/** The signs of an annotated game are those of the program's `analyse --pgn`, from the same values. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { open, PROGRAM, startBrowser } from './harness';

startBrowser();

/** A game with each sign: a trap that White falls into. */
const GAME = '1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1';

type Value = { cp: number } | { mate: number };

interface Report {
  white: { accuracy: number };
  black: { accuracy: number };
  moves: {
    uci: string;
    san: string;
    eval: Value;
    best: { uci: string; san: string };
    centipawn_loss: number;
    judgement: 'inaccuracy' | 'mistake' | 'blunder' | null;
  }[];
}

function analysed(program: string): Report {
  const game = join(mkdtempSync(join(tmpdir(), 'palimpsest-')), 'game.pgn');
  writeFileSync(game, `${GAME}\n`);
  const words = ['analyse', '--nodes', '20000', '--pgn', game, '--report', '-', '--json'];
  const said = execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return (JSON.parse(said) as { games: [Report] }).games[0];
}

/** Returns the answers to the searches of the positions, the start first, from the side to move's view. */
function answers({ moves }: Report): { score: Value & { points: number }; best: string; san: string }[] {
  const [first] = moves;
  if (first === undefined || !('cp' in first.eval)) throw new Error('expected a value after the first move');
  const start = { cp: first.eval.cp + first.centipawn_loss };
  return [start, ...moves.map((move) => move.eval)].slice(0, -1).map((value, ply) => {
    const sign = ply % 2 === 0 ? 1 : -1;
    const score = 'cp' in value ? { cp: sign * value.cp } : { mate: sign * value.mate };
    const { uci, san } = moves[ply]?.best ?? { uci: '', san: '' };
    return { score: { ...score, points: 0.5 }, best: uci, san };
  });
}

test.skipIf(PROGRAM === null)('the page marks the moves that the program marks', async () => {
  const report = analysed(PROGRAM ?? '');
  const { page, close, context } = await open({ hash: '#table' });
  // A worker that searches nothing: the values are given.
  await context.addInitScript((given) => {
    const { Worker: Searching } = window;
    window.Worker = class extends Searching {
      private ply = 0;
      override postMessage(call: { id: number; method: string; args: [string, string[]] }): void {
        if (call.method === 'setUp') this.ply = call.args[1].length;
        if (call.method !== 'go') return super.postMessage(call);
        const reply = { kind: 'answer', id: call.id, value: given[this.ply] };
        this.dispatchEvent(new MessageEvent('message', { data: reply }));
      }
    };
  }, answers(report));
  await page.goto(page.url().replace(/#.*/, `#play?do=analyse&moves=${report.moves.map((move) => move.uci).join(',')}`));
  await page.reload();
  await page.locator('.annotate:enabled').click();
  await page.getByText('The game is annotated').waitFor({ state: 'attached', timeout: 60_000 });
  const signs = { inaccuracy: '?!', mistake: '?', blunder: '??' };
  const marked = report.moves.map(({ san, judgement }) => san + (judgement === null ? '' : signs[judgement]));
  const kinds = new Set(report.moves.map((move) => move.judgement));
  expect([...kinds].sort()).toEqual(['blunder', 'inaccuracy', 'mistake', null]);
  expect(await page.locator('.moves .move').allTextContents()).toEqual(marked);
  const { white, black } = report;
  expect(await page.locator('.accuracy').textContent()).toBe(
    `Accuracy: White ${white.accuracy.toFixed(1)} %, Black ${black.accuracy.toFixed(1)} %`,
  );
  await close();
});
