/** The records of the bucket that a reader looks into. */

import { miniBoard } from '../board/mini.ts';
import { button, fold, fresh } from '../controls.ts';
import { h, set } from '../dom.ts';
import { counted, num } from '../words.ts';
import type { CellRecord } from '../wasm.ts';
import { ageInWords, recordInWords } from './narrate.ts';

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
  const before = button('Before', () => move(-1));
  const after = button('Next', () => move(1));
  before.setAttribute('aria-label', 'Look into the bucket before');
  after.setAttribute('aria-label', 'Look into the next bucket');
  const panel = fold(
    'One bucket',
    '',
    h('div', { class: 'row' }, h('label', { for: id }, 'Number'), number, before, after),
    list,
  );
  const show = (bucket: number | null, records: CellRecord[]): void => {
    number.removeAttribute('aria-invalid');
    number.value = bucket === null ? '' : String(bucket);
    if (bucket === null) {
      set(
        list,
        h('p', { class: 'quiet' }, 'Click a cell of the map to read its records in words.'),
      );
      return;
    }
    panel.open();
    if (records.length === 0) {
      set(list, h('p', { class: 'quiet' }, `Bucket ${num(bucket)} is empty.`));
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
      number.title = `0 to ${counted(count - 1, 'bucket')}`;
    },
  };
}

function recordOf(record: CellRecord): HTMLElement {
  const board =
    record.fen === null
      ? h(
          'p',
          { class: 'quiet small unknown' },
          'The position is not known: a record keeps its key, not its board.',
        )
      : miniBoard(record.fen, { arrow: record.move });
  return h(
    'article',
    { class: 'record' },
    h('div', { class: 'record-board' }, board),
    h(
      'div',
      {},
      h('h3', {}, `Place ${record.slot + 1}: ${record.bound}, draft ${record.draft}`),
      h('p', {}, recordInWords(record)),
      h(
        'p',
        { class: 'quiet small' },
        'Key ',
        h('code', {}, record.key),
        `, ${ageInWords(record)}.`,
      ),
    ),
  );
}
