/**
 * The script of the worker. A page starts it by `new Worker('palimpsest.js')` and exchanges lines of UCI
 * with it. It starts itself once more, with `#engine` in the address, for the engine.
 */

import init, * as module from '../../src/pkg/palimpsest.js';
import type { Uci, Wasm } from '../../src/wasm';
import { UciSession, Wish, type Inner } from './session';

const ENGINE = '#engine';

interface Hello {
  wishes: SharedArrayBuffer | null;
}

/** Runs the engine: each message is a line, after one that hands over the shared memory. */
function runEngine(): void {
  let wishes: Int32Array | null = null;
  const address = new URL('palimpsest.wasm', self.location.href);
  const engine: Promise<Uci> = init({ module_or_path: address }).then(() => {
    const wasm = module as unknown as Wasm;
    return new wasm.Uci((line) => self.postMessage(line));
  });
  // A stop holds until the search has ended; a ponder hit is told once.
  const poll = (): boolean | 2 => {
    if (wishes === null) return false;
    const wish = Atomics.load(wishes, 0);
    if (wish !== Wish.ponderHit) return wish === Wish.stop;
    Atomics.compareExchange(wishes, 0, Wish.ponderHit, Wish.none);
    return Wish.ponderHit;
  };
  self.onmessage = (message: MessageEvent<string | Hello>) => {
    const { data } = message;
    if (typeof data !== 'string') {
      wishes = data.wishes === null ? null : new Int32Array(data.wishes);
      return;
    }
    engine.then(
      (uci) => uci.command(data, poll),
      (fault: unknown) => self.postMessage(`info string the engine did not load: ${String(fault)}`),
    );
  };
}

/** Runs the session that a page talks to. */
function runSession(): void {
  const shared = self.crossOriginIsolated && typeof SharedArrayBuffer !== 'undefined';
  const memory = shared ? new SharedArrayBuffer(4) : null;
  const address = self.location.href.split('#')[0] + ENGINE;
  const make = (out: (line: string) => void): Inner => {
    const worker = new Worker(address);
    worker.onmessage = (message: MessageEvent<string>) => out(message.data);
    worker.onerror = (event) => out(`info string the engine failed: ${event.message}`);
    worker.postMessage({ wishes: memory } satisfies Hello);
    return {
      send: (line) => worker.postMessage(line),
      end: () => worker.terminate(),
    };
  };
  const session = new UciSession(
    make,
    memory === null ? null : new Int32Array(memory),
    (line) => self.postMessage(line),
    () => self.close(),
  );
  self.onmessage = (message: MessageEvent<unknown>) => {
    for (const line of String(message.data).split('\n')) session.command(line);
  };
}

if (self.location.hash === ENGINE) runEngine();
else runSession();
