// Prints the text of a module of WebAssembly whose path is the argument.
import { readFileSync } from "node:fs";

const module = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
const { memory, text } = module.instance.exports;
const start = text() >>> 0;
const bytes = new Uint8Array(memory.buffer);
process.stdout.write(new TextDecoder().decode(bytes.subarray(start, bytes.indexOf(0, start))));
