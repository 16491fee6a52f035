/** Keys as lines: a name, the bits, the digits. */

import { miniBoard } from '../board/mini.ts';
import { h } from '../dom.ts';
import { counted } from '../words.ts';
import type { Dependent, KeyChange } from '../wasm.ts';
import { bitRow, setBits } from './bits.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.keyLines;

/** Makes a line; `flips` are the bits that this step changes. */
export function keyLine(
  name: string,
  hex: string,
  flips: string | null = null,
  kind = '',
): HTMLElement {
  return h(
    'div',
    { class: `key-line ${kind}` },
    h('span', { class: 'key-name' }, name),
    bitRow(hex, flips, name),
    h('code', {}, hex),
  );
}

/** Returns the lines of a move after `step` of its features were XORed. */
export function moveLines(change: KeyChange, step: number): HTMLElement[] {
  const { features } = change;
  const feature = features[step - 1];
  const state = (index: number): string =>
    index + 1 === step ? 'current' : index < step ? 'past' : 'future';
  const name = step === features.length ? TEXTS.keyAfter : TEXTS.runningKey;
  return [
    keyLine(TEXTS.keyBefore, change.before),
    ...features.map((each, index) =>
      keyLine(`${each.in ? '+' : '−'} ${each.feature}`, each.key, null, state(index)),
    ),
    keyLine(name, feature?.running ?? change.before, feature?.key ?? null, 'result'),
  ];
}

/** Returns a step of a move in words. */
export function stepInWords(change: KeyChange, step: number): string {
  const { features, san } = change;
  const feature = features[step - 1];
  if (feature === undefined) {
    return TEXTS.changesOfThisPositionMove(san, counted(features.length, texts.nouns.feature));
  }
  const way = feature.in ? TEXTS.comesIn : TEXTS.goesOut;
  const flips = TEXTS.ofTheKeyFlip(
    feature.feature,
    way,
    counted(setBits(feature.key), texts.nouns.bit),
  );
  if (step < features.length) return flips;
  return change.after === change.fromNothing
    ? TEXTS.theSumIsTheKey(flips)
    : TEXTS.theSumDiffersFromA(flips);
}

/** Returns the two boards of a move. */
export function moveBoards(change: KeyChange, move: string): HTMLElement[] {
  const board = (caption: string, fen: string, arrow: string | null): HTMLElement =>
    h('figure', {}, h('figcaption', {}, caption), miniBoard(fen, { arrow }));
  return [
    board('before', change.fenBefore, move),
    board(TEXTS.after(change.san), change.fenAfter, null),
  ];
}

/** Returns the lines of a dependent set. */
export function dependentLines({ bad, ours }: Dependent): HTMLElement[] {
  return [
    ...bad.map((each) => keyLine(each.feature, each.key)),
    keyLine(TEXTS.theirSum, bad.at(-1)?.running ?? '', null, 'result'),
    keyLine(TEXTS.ourKeysTheirSum, ours.at(-1)?.running ?? '', null, 'result'),
  ];
}

/** Returns the boards that a bad generator takes for each other. */
export function twinBoards({ positions }: Dependent): HTMLElement[] {
  return positions
    .slice(0, 2)
    .map(({ fen, bad, ours }) =>
      h(
        'figure',
        {},
        miniBoard(fen),
        h('figcaption', { class: 'small' }, TEXTS.badKey, h('code', { class: 'bad-key' }, bad)),
        h('span', { class: 'small' }, TEXTS.ourKey, h('code', {}, ours)),
      ),
    );
}
