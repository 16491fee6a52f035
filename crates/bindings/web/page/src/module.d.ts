/** The module before `cargo xtask web` has built it; `wasm.ts` has the types of its calls. */
declare module '*/pkg/palimpsest.js' {
  export default function init(from?: { module_or_path: unknown }): Promise<unknown>;
}
