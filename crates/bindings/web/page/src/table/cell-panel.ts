/** The records of the bucket that a reader looks into. */

import { miniBoard } from '../board/mini.ts';
import { button, fold, fresh } from '../controls.ts';
import { h, set } from '../dom.ts';
import { counted, num } from '../words.ts';
import type { CellRecord } from '../wasm.ts';
import { ageInWords, recordInWords } from './narrate.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.cellPanel;

export interface CellPanel {
  element: HTMLElement;
  show(bucket: number | null, records: CellRecord[]): void;
  setBuckets(buckets: number): void;
}

/** Makes the panel; `pick` is called with another bucket to look into. */
export function cellPanel(pick: (bucket: number | null) => void): CellPanel {
  const id = fresh('bucket');
  const list = h('div', { class: 'records' });
  const number = h('input', { id, type: 'number', min: 0, value: '', class: 'bucket-number' });
  let buckets = 1;
  const move = (by: number): void => pick((Number(number.value) + by + buckets) % buckets);
  number.addEventListener('change', () => {
    const bucket = Number(number.value);
    if (number.value === '') pick(null);
    else if (Number.isInteger(bucket) && bucket >= 0 && bucket < buckets) pick(bucket);
    else number.setAttribute('aria-invalid', 'true');
  });
  const before = button(TEXTS.before, () => move(-1));
  const after = button(TEXTS.next, () => move(1));
  before.setAttribute('aria-label', TEXTS.lookIntoTheBucketBefore);
  after.setAttribute('aria-label', TEXTS.lookIntoTheNextBucket);
  const panel = fold(
    TEXTS.oneBucket,
    '',
    h('div', { class: 'row' }, h('label', { for: id }, TEXTS.number), number, before, after),
    list,
  );
  const show = (bucket: number | null, records: CellRecord[]): void => {
    number.removeAttribute('aria-invalid');
    number.value = bucket === null ? '' : String(bucket);
    if (bucket === null) {
      set(list, h('p', { class: 'quiet' }, TEXTS.clickACellOfThe));
      return;
    }
    panel.open();
    if (records.length === 0) {
      set(list, h('p', { class: 'quiet' }, TEXTS.bucketIsEmpty(num(bucket))));
      return;
    }
    set(list, ...records.map(recordOf));
  };
  show(null, []);
  return {
    element: panel.element,
    show,
    setBuckets: (count) => {
      buckets = count;
      number.max = String(count - 1);
      number.title = TEXTS.range(counted(count - 1, texts.nouns.bucket));
    },
  };
}

function recordOf(record: CellRecord): HTMLElement {
  const board =
    record.fen === null
      ? h('p', { class: 'quiet small unknown' }, TEXTS.thePositionIsNotKnown)
      : miniBoard(record.fen, { arrow: record.move });
  return h(
    'article',
    { class: 'record' },
    h('div', { class: 'record-board' }, board),
    h(
      'div',
      {},
      h('h3', {}, TEXTS.placeDraft(record.slot + 1, record.bound, record.draft)),
      h('p', {}, recordInWords(record)),
      h(
        'p',
        { class: 'quiet small' },
        TEXTS.key,
        h('code', {}, record.key),
        `, ${ageInWords(record)}.`,
      ),
    ),
  );
}
