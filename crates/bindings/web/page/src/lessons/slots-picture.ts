/** A small table as cards in buckets, before or after a record has come. */

import { h } from '../dom.ts';
import { counted } from '../words.ts';
import type { Replacement, SmallRecord } from '../wasm.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.slotsPicture;

type Step = Replacement['steps'][number];

/** Draft whose bar is full, in plies. */
const MOST_DRAFT = 12;

/** Makes the card of a record. */
export function recordCard(record: SmallRecord, head = ''): HTMLElement {
  return h(
    'span',
    { class: 'card' },
    head === '' ? null : h('span', { class: 'small quiet' }, head),
    h('b', {}, record.name),
    h(
      'span',
      { class: 'small numbers' },
      TEXTS.draftSearch(
        record.draft,
        counted(record.nodes, texts.nouns.node),
        record.generation + 1,
      ),
    ),
    h('span', { class: 'draft-bar', style: `--draft:${Math.min(1, record.draft / MOST_DRAFT)}` }),
  );
}

/** A moment of a stream: before its record has come, or after. */
export interface Moment {
  stream: Replacement;
  /** The step, or undefined after the last one. */
  step: Step | undefined;
  /** Number of the step. */
  at: number;
  /** Whether the record has come already. */
  shown: boolean;
}

/** Returns the buckets of the table; the places of the record's bucket can be guessed before it comes. */
export function bucketCards(moment: Moment, guess: (slot: number) => void): HTMLElement[] {
  const { stream, step, at, shown } = moment;
  const table = shown && step !== undefined ? step.table : stream.steps[at - 1]?.table;
  return Array.from({ length: stream.buckets }, (_, bucket) => {
    const active = step?.bucket === bucket;
    const places = Array.from({ length: stream.slots }, (_, slot) => {
      const record = table?.[bucket]?.[slot] ?? null;
      const body = record === null ? free() : recordCard(record);
      if (active && !shown) return guessable(slot, body, guess);
      const fresh = shown && active && step.slot === slot;
      return place(body, fresh, fresh ? (step.victim?.name ?? null) : null);
    });
    return h(
      'div',
      { class: active ? 'bucket active' : 'bucket' },
      h('span', { class: 'small quiet' }, TEXTS.bucket(bucket)),
      ...places,
    );
  });
}

function free(): HTMLElement {
  return h('span', { class: 'quiet small' }, TEXTS.free);
}

function guessable(slot: number, body: HTMLElement, guess: (slot: number) => void): HTMLElement {
  const name = h('span', { class: 'unseen' }, TEXTS.place(slot + 1));
  return h('button', { type: 'button', class: 'slot', onclick: () => guess(slot) }, name, body);
}

function place(body: HTMLElement, fresh: boolean, gone: string | null): HTMLElement {
  const struck = gone === null ? null : h('span', { class: 'forgotten small' }, gone);
  return h('div', { class: fresh ? 'slot fresh' : 'slot' }, struck, body);
}
