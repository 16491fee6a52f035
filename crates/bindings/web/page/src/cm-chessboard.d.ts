/** Types of the parts of cm-chessboard that the page uses; the package has none of its own. */

declare module 'cm-chessboard/src/Chessboard.js' {
  export type Color = 'w' | 'b';
  export const COLOR: { white: 'w'; black: 'b' };
  export const INPUT_EVENT_TYPE: {
    moveInputStarted: 'moveInputStarted';
    movingOverSquare: 'movingOverSquare';
    validateMoveInput: 'validateMoveInput';
    moveInputCanceled: 'moveInputCanceled';
    moveInputFinished: 'moveInputFinished';
  };
  export const BORDER_TYPE: { none: 'none'; thin: 'thin'; frame: 'frame' };
  export const FEN: { start: string; empty: string };

  export interface InputEvent {
    chessboard: Chessboard;
    type: keyof typeof INPUT_EVENT_TYPE;
    squareFrom: string;
    squareTo?: string | null;
    piece?: string;
    legalMove?: boolean;
    animate?: boolean;
  }
  export interface MarkKind {
    class: string;
    slice?: string;
    position?: string;
  }
  export interface Props {
    position?: string;
    orientation?: Color;
    responsive?: boolean;
    assetsUrl?: string;
    assetsCache?: boolean;
    style?: {
      cssClass?: string;
      showCoordinates?: boolean;
      borderType?: 'none' | 'thin' | 'frame';
      aspectRatio?: number;
      pieces?: { type?: string; file?: string; tileSize?: number };
      animationDuration?: number;
    };
    extensions?: { class: unknown; props?: object }[];
  }

  export class Chessboard {
    constructor(context: HTMLElement, props?: Props);
    context: HTMLElement;
    view: {
      container: HTMLElement;
      svg: SVGElement;
      updateMetrics(): void;
      redrawBoard(): void;
      redrawPieces(): void;
    };
    setPosition(fen: string, animated?: boolean): Promise<void>;
    setPiece(square: string, piece: string | null, animated?: boolean): Promise<void>;
    getPiece(square: string): string | null;
    getPosition(): string;
    setOrientation(color: Color, animated?: boolean): Promise<void>;
    getOrientation(): Color;
    enableMoveInput(handler: (event: InputEvent) => boolean | void, color?: Color): void;
    disableMoveInput(): void;
    cancelMoveInput(): void;
    isMoveInputEnabled(): boolean;
    enableSquareSelect(
      type: string,
      handler: (event: { square: string | null; event: PointerEvent }) => void,
    ): void;
    disableSquareSelect(type: string): void;
    destroy(): void;
    // The extension Markers:
    addMarker(kind: MarkKind, square: string): void;
    removeMarkers(kind?: MarkKind, square?: string): void;
    // The extension Arrows:
    addArrow(kind: MarkKind, from: string, to: string): void;
    removeArrows(kind?: MarkKind, from?: string, to?: string): void;
    // The extension PromotionDialog:
    showPromotionDialog(
      square: string,
      color: Color,
      callback: (result: { type: string; piece?: string }) => void,
    ): void;
  }
}

declare module 'cm-chessboard/src/extensions/markers/Markers.js' {
  export const Markers: unknown;
}
declare module 'cm-chessboard/src/extensions/arrows/Arrows.js' {
  export const Arrows: unknown;
}
declare module 'cm-chessboard/src/extensions/promotion-dialog/PromotionDialog.js' {
  export const PromotionDialog: unknown;
  export const PROMOTION_DIALOG_RESULT_TYPE: { pieceSelected: string; canceled: string };
}
declare module 'cm-chessboard/src/extensions/accessibility/Accessibility.js' {
  export const Accessibility: unknown;
}
