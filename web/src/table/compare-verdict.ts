/** The outcome of a comparison. */

import { num } from '../words.ts';
import type { CompareRow } from '../wasm.ts';

/** Returns the outcome in a sentence. */
export function verdict(rows: readonly CompareRow[], a: string, b: string): string {
  const last = rows.at(-1);
  if (last === undefined) return 'Nothing was searched.';
  const { depth, nodesA, nodesB } = last;
  if (nodesA === nodesB) return `To depth ${depth} both visit ${num(nodesA)} nodes.`;
  const [less, more, name] = nodesA < nodesB ? [nodesA, nodesB, a] : [nodesB, nodesA, b];
  return `To depth ${depth}, ${name} visits ${num(less)} nodes, the other ${num(more)}: ${(more / Math.max(1, less)).toFixed(1)} times as many.`;
}
