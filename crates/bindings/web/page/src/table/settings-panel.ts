/** The controls of the table's settings. */

import { choice, fold, select, slider, type Field } from '../controls.ts';
import { h, setText } from '../dom.ts';
import {
  KEY_BITS,
  POLICIES,
  POSITIONS,
  SIZES,
  USES,
  ruleOf,
  usualDepth,
  sizeName,
  type TableState,
} from './state.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.settingsPanel;

export interface SettingsPanel {
  element: HTMLElement;
  show(state: TableState): void;
}

const OWN = 'own';

function nearest(values: readonly number[], value: number): number {
  let best = 0;
  values.forEach((known, index) => {
    if (Math.abs(known - value) < Math.abs((values[best] ?? 0) - value)) best = index;
  });
  return best;
}

/** Makes the controls; `change` gets the settings that the reader changed. */
export function settingsPanel(
  state: TableState,
  change: (part: Partial<TableState>) => void,
): SettingsPanel {
  let shown = state;
  const rule = h('p', { class: 'quiet small' });
  const size = slider(TEXTS.size, SIZES.map(sizeName), SIZES.indexOf(state.entries), (index) =>
    change({ entries: SIZES[index] ?? state.entries }),
  );
  const policy = choice(
    TEXTS.whichRecordGoesWhenThere,
    POLICIES.map((known) => ({ value: known.value, label: known.label })),
    state.policy,
    (value) => change({ policy: value }),
  );
  const use = choice(TEXTS.useOfARecord, USES, state.use, (value) => change({ use: value }));
  const bits = slider(
    TEXTS.bitsOfTheKeyThat,
    KEY_BITS.map((count) => TEXTS.bits(count)),
    nearest(KEY_BITS, state.keyBits),
    (index) => change({ keyBits: KEY_BITS[index] ?? 64 }),
  );
  const search = choice(
    TEXTS.search,
    [
      { value: 'plain', label: TEXTS.plain },
      { value: 'engine', label: TEXTS.wholeEngine },
    ],
    state.plain ? 'plain' : 'engine',
    (value) => {
      const plain = value === 'plain';
      change({ plain, depth: usualDepth(plain, shown.fen) });
    },
  );
  const kind = h('p', { class: 'quiet small' });
  const position = select(
    TEXTS.position,
    [
      ...POSITIONS.map((known) => ({ value: known.fen as string, label: known.name as string })),
      { value: OWN, label: TEXTS.yourOwnOnTheBoard },
    ],
    OWN,
    (fen) => {
      if (fen !== OWN) change({ fen, moves: [], depth: usualDepth(shown.plain, fen) });
    },
  );
  const depth: Field<number> = slider(
    TEXTS.searchToDepth,
    Array.from({ length: 24 }, (_, i) => `${i + 1}`),
    state.depth - 1,
    (index) => change({ depth: index + 1 }),
  );
  const keys = h('p', { class: 'quiet small' }, TEXTS.withFewBitsTwoPositions);
  const { element } = fold(
    TEXTS.settings,
    'settings',
    h(
      'div',
      { class: 'settings-grid' },
      h('div', { class: 'settings-group' }, size.element, policy.element, rule),
      h('div', { class: 'settings-group' }, bits.element, keys, use.element),
      h('div', { class: 'settings-group' }, position.element, depth.element),
      h('div', { class: 'settings-group' }, search.element, kind),
    ),
  );
  const show = (next: TableState): void => {
    shown = next;
    size.set(SIZES.indexOf(next.entries));
    policy.set(next.policy);
    use.set(next.use);
    search.set(next.plain ? 'plain' : 'engine');
    setText(kind, next.plain ? TEXTS.plainAlphaBetaWithoutFurther : TEXTS.theEnginePrunesByWhat);
    bits.set(nearest(KEY_BITS, next.keyBits));
    depth.set(next.depth - 1);
    const known = POSITIONS.find((each) => each.fen === next.fen && next.moves.length === 0);
    position.set(known?.fen ?? OWN);
    setText(rule, ruleOf(next.policy));
  };
  show(state);
  return { element, show };
}
