/** The worker's program: loads the WebAssembly, then answers the page's calls one after another. */

import init, * as module from '../pkg/palimpsest.js';
import type { Wasm } from '../wasm';
import { ControlDesk } from './control';
import { EngineRoom, type Emit } from './engine-room';
import type { Call, Hello, Reply } from './service';
import { texts } from '../texts';

let room: Promise<EngineRoom> | null = null;
let desk: ControlDesk | null = null;

function send(reply: Reply, transfer: Transferable[] = []): void {
  self.postMessage(reply, { transfer });
}

/** Turns anything thrown into a sentence. */
function sentence(fault: unknown): string {
  if (typeof fault === 'string') return fault;
  return fault instanceof Error ? fault.message : String(fault);
}

function answer(engineRoom: EngineRoom, call: Call): void {
  const emit: Emit = (name, value, transfer) => {
    send({ kind: 'event', id: call.id, name, value }, transfer);
  };
  try {
    send({ kind: 'answer', id: call.id, value: engineRoom.call(call, emit) });
  } catch (fault) {
    send({ kind: 'fault', id: call.id, message: sentence(fault) });
  }
}

async function load(): Promise<EngineRoom> {
  await init();
  const engineRoom: EngineRoom = new EngineRoom(module as unknown as Wasm, desk, () => {
    const letter = desk?.read() ?? null;
    if (letter !== null) answer(engineRoom, JSON.parse(letter) as Call);
  });
  return engineRoom;
}

self.onmessage = (message: MessageEvent<Hello | Call>) => {
  const data = message.data;
  if ('control' in data) {
    desk = data.control === null ? null : new ControlDesk(data.control);
    room = load();
    return;
  }
  room?.then(
    (engineRoom) => {
      answer(engineRoom, data);
    },
    (fault: unknown) => {
      const message = texts.worker.theEngineDidNotLoad(sentence(fault));
      send({ kind: 'fault', id: data.id, message });
    },
  );
};
