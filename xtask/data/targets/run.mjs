// Prints the text of a module of WebAssembly whose path is the argument. The module imports the clock of
// a browser for searches without a clock of their own, of which it makes none: such a call is an error.
import { readFileSync } from "node:fs";

const refuse = (name) => () => {
  throw new Error(`the module calls ${String(name)}`);
};
const functions = new Proxy({}, { get: (_, name) => refuse(name) });
const imports = new Proxy({}, { get: () => functions });
const module = await WebAssembly.instantiate(readFileSync(process.argv[2]), imports);
const { memory, text } = module.instance.exports;
const start = text() >>> 0;
const bytes = new Uint8Array(memory.buffer);
process.stdout.write(new TextDecoder().decode(bytes.subarray(start, bytes.indexOf(0, start))));
