// Loads the page's module in node and obeys the lines of UCI that follow its path.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [path, ...lines] = process.argv.slice(2);
const bindings = pathToFileURL(path.replace(/_bg\.wasm$/, '.js'));
const { default: init, Uci } = await import(bindings.href);
await init({ module_or_path: readFileSync(path) });
const uci = new Uci((line) => console.log(line));
for (const line of lines) {
  if (!uci.command(line, () => false)) break;
}
