/** The outcome of a comparison. */

import { num, percent } from '../words.ts';
import type { CompareRow } from '../wasm.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.compareVerdict;

/** The side of a comparison that visits more nodes in the end. */
export type Dearer = 'A' | 'B';

/** Returns the side whose nodes are the whole of which the other saves a share. */
export function dearer(last: Pick<CompareRow, 'nodesA' | 'nodesB'>): Dearer {
  return last.nodesA > last.nodesB ? 'A' : 'B';
}

/** Returns the share of the dearer side's nodes that the other saves; below zero where it costs nodes. */
export function saved({ nodesA, nodesB }: CompareRow, whole: Dearer): number {
  const [part, all] = whole === 'B' ? [nodesA, nodesB] : [nodesB, nodesA];
  return 1 - part / Math.max(1, all);
}

/** Returns the outcome in a sentence. */
export function verdict(rows: readonly CompareRow[], a: string, b: string): string {
  const last = rows.at(-1);
  if (last === undefined) return TEXTS.nothingWasSearched;
  const { depth, nodesA, nodesB } = last;
  const values = onValues(rows);
  if (nodesA === nodesB) return TEXTS.toDepthBothVisitNodes(depth, num(nodesA), values);
  const [less, more] = nodesA < nodesB ? [nodesA, nodesB] : [nodesB, nodesA];
  const [first, second] = nodesA < nodesB ? [a, b] : [b, a];
  const times = (more / Math.max(1, less)).toFixed(1);
  return TEXTS.toDepthNodesWithWith(
    depth,
    num(less),
    first,
    num(more),
    second,
    times,
    percent(more - less, more).replace(' ', '\u00a0'),
    values,
  );
}

function onValues(rows: readonly CompareRow[]): string {
  const other = rows.find((row) => row.scoreA !== row.scoreB);
  if (other === undefined) return TEXTS.bothFindTheSameValue(rows.at(-1)?.scoreA ?? '');
  return TEXTS.theValuesDifferAtDepth(other.depth);
}
