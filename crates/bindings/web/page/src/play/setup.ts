/** Setting a position up: by FEN, by hand, or by the number of a Chess960 start. */

import { choice, type Field } from '../controls';
import { faultText, h } from '../dom';
import { button, field } from './dom';
import { START_FEN } from './game';
import type { Session } from './session';
import { spriteName } from '../board/squares';
import { PIECES, pieceName, readPlacement, writePlacement, type Piece } from './squares';
import { texts } from '../texts';

const TEXTS = texts.setup;

const LAST_START = 959;
type Tool = Piece | 'none';

export class SetUp {
  readonly element: HTMLElement;
  /** Is called with the FEN to show for editing, and with null when the editing ends. */
  onEdit: (fen: string | null) => void = () => undefined;
  say: (text: string) => void = () => undefined;

  private placement = new Map<string, Piece>();
  private tool: Tool = 'P';
  private editing = false;
  private turn: 'w' | 'b' = 'w';
  private readonly fen = h('input', { type: 'text', spellcheck: 'false', autocomplete: 'off' });
  private readonly faults = h('p', { class: 'notice faults', role: 'alert', hidden: true });
  private readonly number = h('input', { type: 'number', min: 0, max: LAST_START, value: 518 });
  private readonly enPassant = h('input', { type: 'text', size: 3, maxlength: 2 });
  private readonly castling = new Map<string, HTMLInputElement>();
  private readonly turns: Field<'w' | 'b'>;
  private readonly editor: HTMLElement;
  private readonly editButton: HTMLButtonElement;

  constructor(private readonly session: Session) {
    this.turns = choice<'w' | 'b'>(
      TEXTS.sideToMove,
      [
        { value: 'w', label: TEXTS.white },
        { value: 'b', label: TEXTS.black },
      ],
      'w',
      (turn) => {
        this.turn = turn;
        this.writeFen();
      },
    );
    this.editButton = button(TEXTS.editByHand, () => this.setEditing(!this.editing), {
      'aria-expanded': 'false',
    });
    this.editor = this.makeEditor();
    const form = h(
      'form',
      {
        class: 'play-panel',
        onsubmit: (event) => {
          event.preventDefault();
          void this.use(this.fen.value);
        },
      },
      field(TEXTS.positionFen, this.fen),
      this.faults,
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'submit', class: 'primary' }, TEXTS.setUp),
        button(TEXTS.startPosition, () => void this.use(START_FEN)),
        this.editButton,
      ),
      this.editor,
    );
    const chess960 = h(
      'form',
      {
        class: 'play-panel',
        onsubmit: (event) => {
          event.preventDefault();
          void this.useStart(Number(this.number.value));
        },
      },
      field(TEXTS.chess960StartNumber0To(LAST_START), this.number),
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'submit' }, TEXTS.setUpThisStart),
        button(TEXTS.drawOneByLot, () => {
          this.number.value = String(Math.floor(Math.random() * (LAST_START + 1)));
          void this.useStart(Number(this.number.value));
        }),
      ),
    );
    this.element = h('div', { class: 'play-panels' }, form, chess960);
  }

  /** Shows the FEN of the position on the board. */
  changed(): void {
    if (this.editing || this.session.state === null) return;
    this.fen.value = this.session.state.fen;
    this.tell(null);
  }

  /** Puts the chosen piece on a square, or takes the same piece away. */
  square(name: string): void {
    if (!this.editing) return;
    if (this.tool === 'none' || this.placement.get(name) === this.tool) this.placement.delete(name);
    else this.placement.set(name, this.tool);
    this.writeFen();
  }

  setEditing(editing: boolean): void {
    if (editing === this.editing) return;
    this.editing = editing;
    this.editor.hidden = !editing;
    this.editButton.textContent = editing ? TEXTS.endEditing : TEXTS.editByHand;
    this.editButton.setAttribute('aria-expanded', String(editing));
    if (editing) {
      // Before the engine has loaded there is no position to begin with.
      this.fen.value ||= START_FEN;
      this.readFen();
      this.onEdit(this.fen.value);
    } else {
      this.onEdit(null);
      this.changed();
    }
  }

  private async use(fen: string): Promise<void> {
    try {
      await this.session.begin(fen);
      this.setEditing(false);
      this.changed();
    } catch (fault) {
      this.tell(faultText(fault));
    }
  }

  private async useStart(number: number): Promise<void> {
    if (!Number.isInteger(number) || number < 0 || number > LAST_START) {
      this.tell(TEXTS.expectedAStartNumberFrom(LAST_START, this.number.value || TEXTS.nothing));
      return;
    }
    await this.use(await this.session.client.call('chess960', [number]));
  }

  private tell(fault: string | null): void {
    this.faults.hidden = fault === null;
    this.faults.textContent = fault ?? '';
    if (fault === null) this.fen.removeAttribute('aria-invalid');
    else this.fen.setAttribute('aria-invalid', 'true');
  }

  private readFen(): void {
    const [, turn = 'w', castling = '-', enPassant = '-'] = this.fen.value.split(' ');
    this.placement = readPlacement(this.fen.value);
    this.turn = turn === 'b' ? 'b' : 'w';
    this.turns.set(this.turn);
    for (const [right, box] of this.castling) box.checked = castling.includes(right);
    this.enPassant.value = enPassant === '-' ? '' : enPassant;
  }

  private writeFen(): void {
    const castling = [...this.castling].filter(([, box]) => box.checked).map(([right]) => right);
    const fields = [
      writePlacement(this.placement),
      this.turn,
      castling.join('') || '-',
      this.enPassant.value.trim() || '-',
      '0',
      '1',
    ];
    this.fen.value = fields.join(' ');
    this.tell(null);
    this.onEdit(this.fen.value);
  }

  private makeEditor(): HTMLElement {
    const rights = [
      ['K', TEXTS.whiteOO],
      ['Q', TEXTS.whiteOOO],
      ['k', TEXTS.blackOO],
      ['q', TEXTS.blackOOO],
    ] as const;
    const boxes = rights.map(([right, label]) => {
      const box = h('input', { type: 'checkbox', onchange: () => this.writeFen() });
      this.castling.set(right, box);
      return h('label', { class: 'check' }, box, ` ${label}`);
    });
    this.enPassant.addEventListener('change', () => this.writeFen());
    const empty = button(TEXTS.emptyBoard, () => {
      this.placement.clear();
      this.writeFen();
    });
    return h(
      'div',
      { class: 'editor', hidden: true },
      h('p', { class: 'small quiet' }, TEXTS.chooseAPieceThenClick),
      this.makePalette(),
      this.turns.element,
      h('div', { class: 'row' }, ...boxes),
      h('div', { class: 'row' }, field(TEXTS.enPassantSquare, this.enPassant), empty),
    );
  }

  private makePalette(): HTMLElement {
    const tools: Tool[] = [...PIECES, 'none'];
    const labels = tools.map((tool) => {
      const input = h('input', { type: 'radio', name: 'play-tool', onchange: () => (this.tool = tool) });
      input.checked = tool === this.tool;
      const name = tool === 'none' ? TEXTS.takeAway : pieceName(tool);
      const picture = h('span', { class: 'tool', title: name });
      if (tool === 'none') picture.textContent = '×';
      // The board has put the sprite of its pieces into the page.
      else picture.innerHTML = `<svg viewBox="0 0 40 40" aria-hidden="true"><use href="#${spriteName(tool)}"/></svg>`;
      return h('label', {}, input, h('span', { class: 'unseen' }, name), picture);
    });
    return h('fieldset', { class: 'palette' }, h('legend', { class: 'unseen' }, TEXTS.pieceToPut), ...labels);
  }
}
