/** The board: shows a position, takes moves by mouse, touch and keyboard, draws arrows and marks. */

import {
  Chessboard,
  FEN,
  INPUT_EVENT_TYPE,
  type Color,
  type InputEvent,
} from 'cm-chessboard/src/Chessboard.js';
import { Accessibility } from 'cm-chessboard/src/extensions/accessibility/Accessibility.js';
import { Arrows } from 'cm-chessboard/src/extensions/arrows/Arrows.js';
import { Markers } from 'cm-chessboard/src/extensions/markers/Markers.js';
import { PromotionDialog } from 'cm-chessboard/src/extensions/promotion-dialog/PromotionDialog.js';
import 'cm-chessboard/assets/chessboard.css';
import 'cm-chessboard/assets/extensions/promotion-dialog/promotion-dialog.css';
import './board.css';
import pieces from './pieces.svg?url';
import marks from './marks.svg?url';
import { movesBetween, promotionOf, targets, type LegalMove } from '../play/entry';
import { h } from '../dom';
import { texts } from '../texts';

/** Units of the drawing from edge to edge; the style sheet gives the board its size on the page. */
const UNITS = 800;

const LAST_MOVE = { class: 'mark-last', slice: 'markerSquare' };
const CHECK = { class: 'mark-check', slice: 'markerSquare' };
const CHOSEN = { class: 'mark-chosen', slice: 'markerSquare' };
const GOAL = { class: 'mark-goal', slice: 'markerDot', position: 'above' };
const CAPTURE = { class: 'mark-capture', slice: 'markerRing', position: 'above' };
const BEST = { class: 'arrow-best' };
const OTHER = { class: 'arrow-other' };

/** A position as the board shows it. */
export interface Shown {
  fen: string;
  legal: readonly LegalMove[];
  /** The side that the reader may move, or null. */
  movable: Color | null;
  /** The move that led here, in UCI notation. */
  last: string | null;
  /** The square of a king in check. */
  check: string | null;
}

export class BoardView {
  readonly element = h('div', { class: 'played-board' });
  private readonly board: Chessboard;
  private shown: Shown | null = null;
  private readonly reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  private editing = false;

  constructor(
    private readonly onMove: (move: LegalMove) => void,
    private readonly onSquare: (square: string) => void = () => undefined,
  ) {
    this.board = new Chessboard(this.element, {
      assetsUrl: '',
      responsive: false,
      position: FEN.start,
      style: {
        cssClass: 'palimpsest',
        borderType: 'frame',
        pieces: { file: new URL(pieces, location.href).href },
        animationDuration: this.reducedMotion ? 0 : 160,
      },
      extensions: [
        { class: Markers, props: { autoMarkers: null, sprite: new URL(marks, location.href).href } },
        { class: Arrows, props: { headSize: 5, sprite: new URL(marks, location.href).href } },
        { class: PromotionDialog, props: { language: 'en' } },
        {
          class: Accessibility,
          props: {
            language: 'en',
            brailleNotationInAlt: false,
            movePieceForm: false,
            boardAsTable: false,
            piecesAsList: false,
            keyboardMoveInput: true,
          },
        },
      ],
    });
    this.board.view.svg.setAttribute('aria-label', texts.board.chessBoardArrowKeysChoose);
    this.drawInUnits();
    this.element.addEventListener('click', (event) => {
      const square = (event.target as Element).getAttribute('data-square');
      if (this.editing && square !== null) this.onSquare(square);
    });
  }

  /** Draws the board in units of its own, whatever room it has now, so that no size is kept in pixels. */
  private drawInUnits(): void {
    const { view } = this.board;
    Object.defineProperty(view.container, 'clientWidth', { value: UNITS });
    view.container.removeAttribute('style');
    view.svg.setAttribute('viewBox', `0 0 ${UNITS} ${UNITS}`);
    view.updateMetrics();
    view.redrawBoard();
    view.redrawPieces();
    // A dragged piece lies outside of the board: its style scales it by this share.
    const measure = (): void => {
      const share = this.element.clientWidth / UNITS;
      document.body.style.setProperty('--board-share', String(share));
    };
    this.element.addEventListener('pointerdown', measure, { capture: true });
  }

  /** Shows a position and lets the reader move the side that may be moved. */
  show(shown: Shown): void {
    this.shown = shown;
    this.editing = false;
    this.board.cancelMoveInput();
    void this.board.setPosition(shown.fen, !this.reducedMotion);
    this.board.removeMarkers();
    if (shown.last !== null) {
      this.board.addMarker(LAST_MOVE, shown.last.slice(0, 2));
      this.board.addMarker(LAST_MOVE, shown.last.slice(2, 4));
    }
    if (shown.check !== null) this.board.addMarker(CHECK, shown.check);
    if (this.board.isMoveInputEnabled()) this.board.disableMoveInput();
    if (shown.movable !== null) {
      this.board.enableMoveInput((event) => this.input(event), shown.movable);
    }
  }

  /** Shows a placement to edit: a click on a square calls `onSquare`. */
  edit(fen: string): void {
    this.editing = true;
    this.shown = null;
    this.board.cancelMoveInput();
    if (this.board.isMoveInputEnabled()) this.board.disableMoveInput();
    this.board.removeMarkers();
    this.board.removeArrows();
    void this.board.setPosition(fen, false);
  }

  /** Draws an arrow for each move in UCI notation, the first one stronger than the others. */
  arrows(moves: readonly string[]): void {
    this.board.removeArrows();
    const drawn = new Set<string>();
    moves.forEach((move, index) => {
      const squares = move.slice(0, 4);
      if (drawn.has(squares)) return;
      drawn.add(squares);
      this.board.addArrow(index === 0 ? BEST : OTHER, move.slice(0, 2), move.slice(2, 4));
    });
  }

  get orientation(): Color {
    return this.board.getOrientation();
  }

  turn(to: Color): void {
    if (to !== this.board.getOrientation()) void this.board.setOrientation(to, false);
  }

  private input(event: InputEvent): boolean {
    const legal = this.shown?.legal ?? [];
    switch (event.type) {
      case INPUT_EVENT_TYPE.moveInputStarted:
        return this.started(legal, event.squareFrom);
      case INPUT_EVENT_TYPE.validateMoveInput:
        return this.entered(movesBetween(legal, event.squareFrom, event.squareTo ?? ''), event);
      case INPUT_EVENT_TYPE.moveInputCanceled:
      case INPUT_EVENT_TYPE.moveInputFinished:
        this.clearGoals();
        return true;
      default:
        return true;
    }
  }

  private started(legal: readonly LegalMove[], from: string): boolean {
    this.clearGoals();
    const goals = targets(legal, from);
    if (goals.length === 0) return false;
    this.board.addMarker(CHOSEN, from);
    for (const goal of goals) {
      this.board.addMarker(this.board.getPiece(goal) === null ? GOAL : CAPTURE, goal);
    }
    return true;
  }

  private entered(moves: LegalMove[], event: InputEvent): boolean {
    this.clearGoals();
    const [only] = moves;
    if (only === undefined) return false;
    if (moves.length === 1) {
      this.onMove(only);
      return true;
    }
    const colour = this.shown?.movable ?? 'w';
    this.board.showPromotionDialog(event.squareTo ?? '', colour, (result) => {
      const letter = result.piece?.[1] ?? '';
      const chosen = moves.find((move) => promotionOf(move.uci) === letter);
      if (chosen !== undefined) this.onMove(chosen);
    });
    return false;
  }

  private clearGoals(): void {
    for (const kind of [CHOSEN, GOAL, CAPTURE]) this.board.removeMarkers(kind);
  }
}
