/** The review of an annotated game: accuracy of both players, the graph, and the mistakes in turn. */

import { h, s } from '../dom';
import { button } from './dom';
import { moveNumber, numbered, numberedMoves, type GameMove, type GameRecord, type Variation } from './game';
import { figure } from './score';
import { texts } from '../texts';

const TEXTS = texts.review;

/** The height of the graph's drawing; its width is one unit a move. */
const HEIGHT = 100;

/** Returns the mean accuracy of a side's judged moves in per cent; null if it has none. */
export function accuracy(game: GameRecord, white: boolean): number | null {
  const judged = game.moves.flatMap((move, index) =>
    move.judgement !== undefined && moveNumber(game.start, index).white === white ? [move.judgement.accuracy] : [],
  );
  return judged.length === 0 ? null : judged.reduce((sum, one) => sum + one, 0) / judged.length;
}

/** Returns the ply before the next marked move after a ply, the first one behind the last; null if none is marked. */
export function nextMistake(game: GameRecord): number | null {
  const marked = game.moves.flatMap((move, index) => (move.glyph && move.judgement ? [index] : []));
  return marked.find((index) => index > game.ply) ?? marked[0] ?? null;
}

/** Returns the marked move that a reader looks at: the one that follows on the board, or has a variation there. */
export function mistakeAhead(game: GameRecord): GameMove | null {
  const next = game.moves[game.variation?.at ?? game.ply];
  return next?.glyph && next.judgement ? next : null;
}

/** Returns the better line in place of the marked move that the reader looks at; null if there is none. */
export function betterLine(game: GameRecord): Variation | null {
  const judgement = mistakeAhead(game)?.judgement;
  if (judgement === undefined || judgement.line.length === 0) return null;
  const sans = judgement.san.split(' ');
  const moves = judgement.line.map((uci, index) => ({ uci, san: sans[index] ?? uci }));
  return { at: game.variation?.at ?? game.ply, moves };
}

/** Returns the moves that have been judged, from the first on. */
function judgedMoves(game: GameRecord): GameMove[] {
  const end = game.moves.findIndex((move) => move.judgement === undefined);
  return game.moves.slice(0, end < 0 ? game.moves.length : end);
}

export class Review {
  readonly element: HTMLElement;
  private game: GameRecord | null = null;
  private readonly accuracies = h('p', { class: 'small numbers accuracy' });
  private readonly graph = h('div', { class: 'eval-graph', role: 'img' });
  private readonly next: HTMLButtonElement;
  private readonly through: HTMLButtonElement;
  private readonly better = h('p', { class: 'small better', role: 'status' });
  /** The moves of the better line, and what the sentence around them says. */
  private steps: HTMLButtonElement[] = [];
  private said = '';

  /** `onLine` shows the better line after a number of its moves. */
  constructor(
    onJump: (ply: number) => void,
    private readonly onLine: (line: Variation, count: number) => void,
  ) {
    this.through = button(TEXTS.playTheBetterLine, () => this.toggle(onJump), { hidden: true });
    this.next = button(TEXTS.nextMistake, () => {
      const ply = this.game === null ? null : nextMistake(this.game);
      if (ply !== null) onJump(ply);
    });
    this.graph.addEventListener('click', (event) => {
      if (this.game === null) return;
      const { left, width } = this.graph.getBoundingClientRect();
      onJump(Math.round(((event.clientX - left) / width) * judgedMoves(this.game).length));
    });
    this.element = h(
      'div',
      { class: 'review', hidden: true },
      this.accuracies,
      this.graph,
      h('div', { class: 'row' }, this.next, this.through),
      this.better,
    );
  }

  /** Shows what is known of a game, and nothing before its first move is judged. */
  show(game: GameRecord): void {
    this.game = game;
    const judged = judgedMoves(game);
    this.element.hidden = judged.length === 0;
    if (judged.length === 0) return;
    const share = (white: boolean): string => {
      const found = accuracy(game, white);
      return found === null ? '–' : `${found.toFixed(1)} %`;
    };
    this.accuracies.textContent = TEXTS.accuracyWhiteBlack(share(true), share(false));
    this.draw(judged, game.ply);
    this.next.disabled = nextMistake(game) === null;
    this.compare(game);
  }

  /** Plays the first move of the better line, or comes back to the game. */
  toggle(onJump: (ply: number) => void): void {
    if (this.game === null) return;
    const { variation } = this.game;
    const better = betterLine(this.game);
    if (variation !== undefined) onJump(variation.at);
    else if (better !== null) this.onLine(better, 1);
  }

  /** Says what is better than the marked move on the board; each move of the better line is a button. */
  private compare(game: GameRecord): void {
    const move = mistakeAhead(game);
    const line = betterLine(game);
    const inside = game.variation !== undefined;
    this.through.hidden = line === null && !inside;
    this.through.textContent = inside ? TEXTS.backToTheGame : TEXTS.playTheBetterLine;
    if (move?.judgement === undefined || line === null) {
      this.said = nextMistake(game) === null ? TEXTS.noMoveIsMarked : '';
      this.better.textContent = this.said;
      return;
    }
    const { before, after, san } = move.judgement;
    const played = numbered(game.start, line.at, [move.san]);
    const [head, tail] = [TEXTS.betterThanIs(played, move.glyph ?? '', figure(after)), `(${figure(before)}).`];
    const said = head + san + tail;
    // A line that stands there keeps its buttons, and the keyboard its place.
    if (said !== this.said) {
      this.said = said;
      this.steps = numberedMoves(game.start, line.at, san.split(' ')).map((name, index) =>
        button(name, () => this.onLine(line, index + 1), { class: 'line-move' }),
      );
      this.better.replaceChildren(head, ...this.steps.flatMap((step) => [step, ' ']), tail);
    }
    this.steps.forEach((step, index) => {
      const current =
        inside && game.ply === line.at + index + 1 && game.variation?.moves[index]?.uci === line.moves[index]?.uci;
      if (current) step.setAttribute('aria-current', 'true');
      else step.removeAttribute('aria-current');
    });
  }

  /** Draws White's share of the points after each move, the marked moves as dots, and the ply of the board. */
  private draw(judged: GameMove[], ply: number): void {
    const width = judged.length;
    const first = judged[0]?.judgement?.before;
    const scores = judged.flatMap((move) => (move.judgement === undefined ? [] : [move.judgement.after]));
    const shares = [...(first === undefined ? [] : [first]), ...scores].map((score) => score.points);
    const line = shares.map((share, at) => `${at} ${(HEIGHT * (1 - share)).toFixed(1)}`).join('L');
    const marked = judged.flatMap((move, index) => (move.glyph ? [index + 1] : []));
    const place = (at: number): string =>
      `inset-inline-start: ${(100 * at) / width}%; top: ${100 * (1 - (shares[at] ?? 0.5))}%`;
    this.graph.setAttribute(
      'aria-label',
      TEXTS.evaluationAfterEachOfMoves(
        width,
        marked.length === 0 ? TEXTS.none : marked.map((at) => judged[at - 1]?.san).join(', '),
      ),
    );
    this.graph.replaceChildren(
      s(
        'svg',
        { viewBox: `0 0 ${width} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
        s('path', { class: 'graph-white', d: `M0 ${HEIGHT}L${line}L${width} ${HEIGHT}Z` }),
        s('path', { class: 'graph-even', d: `M0 ${HEIGHT / 2}H${width}` }),
        s('path', { class: 'graph-now', d: `M${Math.min(ply, width)} 0V${HEIGHT}` }),
      ),
      ...marked.map((at) => h('span', { class: 'graph-mark', style: place(at) })),
    );
  }
}
