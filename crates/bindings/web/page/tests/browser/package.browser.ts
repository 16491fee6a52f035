/** The npm package in somebody else's page: lines of UCI, the typed interface, the bench. */

import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Palimpsest } from '../../npm/src/index';
import { open, PACKAGE, startBrowser } from './harness';
import { serve, type Site } from './server';

startBrowser();

let plain: Site;
beforeAll(async () => {
  plain = await serve({ '': PACKAGE }, false);
});
afterAll(async () => {
  await plain.close();
});

/** Sends lines, then waits for the first line that begins with a word, and returns all lines until then. */
async function talk(page: Page, lines: string[], last: string, stopAfter = 0): Promise<string[]> {
  const folder = (await isolated(page)) ? 'package/' : '';
  return page.evaluate(
    ([script, sent, word, wait]) =>
      new Promise<string[]>((resolve) => {
        const heard: string[] = [];
        const engine = new Worker(script);
        engine.onmessage = ({ data }: MessageEvent<string>) => {
          heard.push(data);
          if (data.startsWith(word)) {
            engine.postMessage('quit');
            resolve(heard);
          }
        };
        for (const line of sent) engine.postMessage(line);
        if (wait > 0) setTimeout(() => engine.postMessage('stop'), wait);
      }),
    [`/${folder}palimpsest.js`, lines, last, stopAfter] as const,
  );
}

const isolated = (page: Page): Promise<boolean> => page.evaluate(() => globalThis.crossOriginIsolated);

/** Returns the signature of the newest commit that changed the search. */
function signature(): number {
  const message = execFileSync('git', ['log', '-1', '--format=%B', '-E', '--grep=^Bench: [0-9]+$'], { encoding: 'utf8' });
  return Number(/^Bench: (\d+)$/m.exec(message)?.[1]);
}

for (const shared of [true, false]) {
  describe(shared ? 'with shared memory' : 'without shared memory', () => {
    const blank = (): Promise<Awaited<ReturnType<typeof open>>> =>
      open(shared ? { hash: 'blank' } : { site: plain, hash: 'blank' });

    test('uci names the engine and its options', async () => {
      const { page, close } = await blank();
      expect(await isolated(page)).toBe(shared);
      const lines = await talk(page, ['uci'], 'uciok');
      expect(lines[0]).toMatch(/^id name Palimpsest/);
      expect(lines.some((line) => line.startsWith('option name Hash type spin'))).toBe(true);
      await close();
    });

    test('a search ends by stop with a best move', async () => {
      const { page, close } = await blank();
      const lines = await talk(page, ['position startpos moves e2e4', 'go infinite'], 'bestmove', 1500);
      expect(lines.at(-1)).toMatch(/^bestmove [a-h][1-8][a-h][1-8]/);
      expect(lines.some((line) => line.includes(' pv '))).toBe(true);
      await close();
    });
  });
}

test('a ponder hit turns pondering into a search with a clock', async () => {
  const { page, close } = await open({ hash: 'blank' });
  const heard = await page.evaluate(
    () =>
      new Promise<{ early: boolean; best: string }>((resolve) => {
        const engine = new Worker('/package/palimpsest.js');
        let hit = false;
        engine.onmessage = ({ data }: MessageEvent<string>) => {
          if (data.startsWith('bestmove')) resolve({ early: !hit, best: data });
        };
        engine.postMessage('position startpos moves e2e4 e7e5');
        engine.postMessage('go ponder wtime 2000 btime 2000');
        setTimeout(() => {
          hit = true;
          engine.postMessage('ponderhit');
        }, 1000);
      }),
  );
  expect(heard.early).toBe(false);
  expect(heard.best).toMatch(/^bestmove [a-h]/);
  await close();
});

test('the bench has the signature of the native engine', async () => {
  const { page, close } = await open({ hash: 'blank' });
  const lines = await talk(page, ['bench'], `${signature()} nodes`);
  console.log(`bench of the package: ${lines.at(-1)}`);
  expect(lines.at(-1)).toMatch(new RegExp(`^${signature()} nodes \\d+ nps$`));
  await close();
}, 120_000);

test('the typed interface searches, and rejects what the engine refuses', async () => {
  const { page, close } = await open({ hash: 'blank' });
  await page.addScriptTag({
    type: 'module',
    content: "import { Palimpsest } from '/package/index.js'; globalThis.Palimpsest = Palimpsest;",
  });
  await page.waitForFunction(() => 'Palimpsest' in globalThis);
  const told = await page.evaluate(async () => {
    const { Palimpsest: Engine } = globalThis as unknown as { Palimpsest: typeof Palimpsest };
    const engine = await Engine.create({ hash: 8 });
    const refusal = async (act: Promise<unknown>): Promise<string> => {
      try {
        await act;
        return '';
      } catch (fault) {
        return (fault as Error).message;
      }
    };
    await engine.setPosition('6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1');
    const depths: number[] = [];
    const answer = await engine.go({ depth: 5 }, (info) => depths.push(info.depth));
    const result = {
      name: engine.name,
      hash: engine.options.get('Hash')?.type,
      best: answer.best,
      score: answer.info?.score,
      depths: depths.length,
      badPosition: await refusal(engine.setPosition('8/8/8/8/8/8/8/8 w - - 0 1')),
      badOption: await refusal(engine.setOption('No such option', 1)),
      tooLarge: await refusal(engine.setOption('Hash', 1_000_000)),
      refused: await refusal(engine.setOption('Hash', 16_384)),
    };
    engine.quit();
    return result;
  });
  expect(told).toMatchObject({ hash: 'spin', best: 'a1a8', score: { mate: 1 } });
  expect(told.name).toContain('Palimpsest');
  expect(told.depths).toBeGreaterThan(0);
  for (const words of [told.badPosition, told.badOption, told.tooLarge, told.refused]) expect(words).not.toBe('');
  console.log(`refused: ${told.refused}`);
  await close();
});
