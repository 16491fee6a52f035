/** Lesson 2: the key of a position is a sum of its features, and a move changes few of them. */

import sum from 'book:book/keys-with-a-guarantee.md/a-key-is-a-sum/1';
import distance from 'book:book/keys-with-a-guarantee.md/a-key-is-a-sum/3';
import pawns from 'book:book/pawn-hashing.md/pawn-hashing/1';
import { fenFromParam, fenToParam } from '../address.ts';
import { miniBoard } from '../board/mini.ts';
import { select, slider, type Field } from '../controls.ts';
import { h, set, setText } from '../dom.ts';
import { counted } from '../words.ts';
import type { Dependent, KeyChange } from '../wasm.ts';
import { bitRow, setBits } from './bits.ts';
import { fromBook, prose, sources, type Context, type Lesson } from './lesson.ts';

/** Positions whose moves show each kind of feature. */
const CASES = [
  {
    name: 'A knight moves',
    fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    move: 'b1c3',
  },
  {
    name: 'A bishop captures',
    fen: 'r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4',
    move: 'b5c6',
  },
  {
    name: 'White castles',
    fen: 'r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4',
    move: 'e1g1',
  },
  {
    name: 'A pawn captures en passant',
    fen: 'rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3',
    move: 'e5f6',
  },
  { name: 'A pawn becomes a queen', fen: '8/P7/8/8/8/5k2/8/6K1 w - - 0 1', move: 'a7a8q' },
] as const;

function keyLine(name: string, hex: string, flips: string | null = null, kind = ''): HTMLElement {
  return h(
    'div',
    { class: `key-line ${kind}` },
    h('span', { class: 'key-name' }, name),
    bitRow(hex, flips, name),
    h('code', {}, hex),
  );
}

/** Makes the lesson. */
export function make({ client, keep, fault }: Context): Lesson {
  let fen: string = CASES[0].fen;
  let move: string = CASES[0].move;
  let step = 0;
  let answer: KeyChange | null = null;
  let asked = '';
  let steps: Field<number> | null = null;

  const boards = h('div', { class: 'two-boards' });
  const stepHost = h('div');
  const lines = h('div', { class: 'key-lines' });
  const told = h('p', { role: 'status' });
  const pawn = h('div', { class: 'key-lines' });
  const pawnTold = h('p', { class: 'small quiet' });
  const dependent = h('div', { class: 'key-lines' });
  const twins = h('div', { class: 'two-boards' });
  const dependentTold = h('p', { role: 'status' });

  const write = (): void => {
    const params = new URLSearchParams();
    params.set('fen', fenToParam(fen));
    params.set('move', move);
    if (step > 0) params.set('step', String(step));
    keep(params);
  };
  const cases = select(
    'An example',
    CASES.map((known, index) => ({ value: String(index), label: known.name as string })),
    '0',
    (value) => {
      const known = CASES[Number(value)];
      if (known === undefined) return;
      fen = known.fen;
      step = 0;
      void listMoves().then(() => choose(known.move));
    },
  );
  const moves = h('select', { id: 'key-move' });
  moves.addEventListener('change', () => {
    step = 0;
    choose(moves.value);
  });

  const draw = (): void => {
    if (answer === null) return;
    const { features } = answer;
    set(
      boards,
      h('figure', {}, h('figcaption', {}, 'before'), miniBoard(answer.fenBefore, { arrow: move })),
      h('figure', {}, h('figcaption', {}, `after ${answer.san}`), miniBoard(answer.fenAfter)),
    );
    const now = step === 0 ? answer.before : (features[step - 1]?.running ?? answer.before);
    const feature = features[step - 1];
    set(
      lines,
      keyLine('key before', answer.before),
      ...features.map((each, index) =>
        keyLine(
          `${each.in ? '+' : '−'} ${each.feature}`,
          each.key,
          null,
          index + 1 === step ? 'current' : index < step ? 'past' : 'future',
        ),
      ),
      keyLine(
        step === features.length ? 'key after' : 'running key',
        now,
        feature?.key ?? null,
        'result',
      ),
    );
    if (feature === undefined) {
      setText(
        told,
        `${answer.san} changes ${counted(features.length, 'feature')} of this position. Move the slider to XOR them, one by one.`,
      );
    } else {
      const flips = `${counted(setBits(feature.key), 'bit')} of the key flip`;
      const end =
        step < features.length
          ? ''
          : answer.after === answer.fromNothing
            ? ' The sum is the key of the new position, the same as one made from nothing: no other piece was looked at.'
            : ' The sum differs from a key made from nothing, which would be a fault of the program.';
      setText(
        told,
        `“${feature.feature}” ${feature.in ? 'comes in' : 'goes out'}: ${flips}.${end}`,
      );
    }
    set(
      pawn,
      keyLine('pawn key before', answer.pawnBefore),
      keyLine('pawn key after', answer.pawnAfter),
    );
    setText(
      pawnTold,
      answer.pawnBefore === answer.pawnAfter
        ? 'No pawn has moved, so the pawn key stays, and what was computed about the pawns stays true.'
        : 'A pawn has moved, so the pawn key is another one.',
    );
  };

  const choose = (next: string): void => {
    move = next;
    moves.value = next;
    write();
    void ask();
  };

  const listMoves = async (): Promise<void> => {
    try {
      await client.call('openPlayer', [1]);
      const state = await client.call('setUp', [fen, []]);
      set(moves, ...state.legal.map(({ uci, san }) => h('option', { value: uci }, san)));
      if (!state.legal.some(({ uci }) => uci === move)) move = state.legal[0]?.uci ?? '';
      moves.value = move;
    } catch (problem) {
      fault(problem);
    }
  };

  const ask = async (): Promise<void> => {
    const question = `${fen} ${move}`;
    if (question !== asked) {
      asked = question;
      try {
        answer = await client.call('keys', [fen, move]);
        fault(null);
      } catch (problem) {
        fault(problem);
        return;
      }
      const names = [
        'key before',
        ...answer.features.map((_, index) => `${index + 1} of ${answer?.features.length ?? 0}`),
      ];
      step = Math.min(step, answer.features.length);
      steps = slider('Features XORed', names, step, (value) => {
        step = value;
        write();
        draw();
      });
      set(stepHost, steps.element);
    }
    steps?.set(step);
    draw();
  };

  const showDependent = (found: Dependent): void => {
    const last = found.bad.at(-1)?.running ?? '';
    const ours = found.ours.at(-1)?.running ?? '';
    set(
      dependent,
      ...found.bad.map((each) => keyLine(each.feature, each.key)),
      keyLine('their sum', last, null, 'result'),
      keyLine('our keys, their sum', ours, null, 'result'),
    );
    set(
      twins,
      ...found.positions
        .slice(0, 2)
        .map((position) =>
          h(
            'figure',
            {},
            miniBoard(position.fen),
            h(
              'figcaption',
              { class: 'small' },
              'bad key ',
              h('code', { class: 'bad-key' }, position.bad),
            ),
            h('span', { class: 'small' }, 'our key ', h('code', {}, position.ours)),
          ),
        ),
    );
    setText(
      dependentTold,
      `${found.generator}: these ${found.bad.length} keys sum to zero, so positions that differ in just these features have one key, as the two below. ${found.certificate.sentence}`,
    );
  };

  const picture = h(
    'div',
    { class: 'stack' },
    h(
      'section',
      { class: 'panel', 'aria-labelledby': 'keys-move' },
      h('h2', { id: 'keys-move' }, 'A move, bit by bit'),
      h(
        'div',
        { class: 'fields' },
        cases.element,
        h('div', { class: 'field' }, h('label', { for: 'key-move' }, 'Move'), moves),
      ),
      boards,
      stepHost,
      lines,
      told,
    ),
    h(
      'section',
      { class: 'panel', 'aria-labelledby': 'keys-pawns' },
      h('h2', { id: 'keys-pawns' }, 'The pawn key'),
      pawn,
      pawnTold,
    ),
    h(
      'section',
      { class: 'panel', 'aria-labelledby': 'keys-dependent' },
      h('h2', { id: 'keys-dependent' }, 'A dependent set, and a certificate'),
      dependent,
      dependentTold,
      twins,
    ),
  );
  let ready = false;
  return {
    picture,
    text: h(
      'div',
      {},
      prose(
        'Choose a move and take its features out and in. Each flips the bits of its word, and nothing else of the board is read.',
      ),
      fromBook(sum, 'Keys with a guarantee', 'book/keys-with-a-guarantee.md'),
      prose(
        'What two positions share cancels out, so their keys are equal exactly if the words of the features in which they differ sum to zero. Most programs draw the words at random and hope. A few words can still sum to zero, as the last picture shows. This engine takes words for which a proof excludes small sets.',
      ),
      fromBook(distance, 'Keys with a guarantee', 'book/keys-with-a-guarantee.md'),
      fromBook(pawns, 'Pawn hashing', 'book/pawn-hashing.md'),
      sources(
        'Zobrist, 1970; Warnock and Wendroff, 1988; Hocquenghem, 1959; Bose and Ray-Chaudhuri, 1960',
      ),
    ),
    show: (params) => {
      fen = fenFromParam(params.get('fen') ?? fenToParam(CASES[0].fen));
      move = params.get('move') ?? CASES[0].move;
      step = Number(params.get('step') ?? 0) || 0;
      const known = CASES.findIndex((each) => each.fen === fen && each.move === move);
      if (known >= 0) cases.set(String(known));
      void listMoves().then(ask);
      if (ready) return;
      ready = true;
      client.call('dependent', []).then(showDependent, fault);
    },
  };
}
