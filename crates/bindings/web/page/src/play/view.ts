/** The view "Play": the board, the opponent, the analysis, setting up, and files. */

import './play.css';
import type { Address } from '../address';
import { choiceParam, fenFromParam, fenToParam, numberParam } from '../address';
import { keepAddress, pushAddress, type View } from '../view';
import { Stopped } from '../worker/client';
import { Analysis } from './analysis';
import { annotateGame } from './annotate';
import { BoardView } from '../board/board';
import { describe } from '../board/squares';
import { choice, type Field } from '../controls';
import { faultText, h } from '../dom';
import { boardPng, nameState, shareRow } from '../share';
import { button } from './dom';
import { EvaluationBar } from './evaluation-bar';
import { Files } from './files';
import { line, newRecord, numbered, START_FEN } from './game';
import { recall, remember } from './memory';
import { MoveEntry } from './move-entry';
import { MoveList } from './move-list';
import { Opponent, type Side } from './opponent';
import { mistakeAhead, Review } from './review';
import { Session } from './session';
import { SetUp } from './setup';
import { Stepper } from './stepper';
import { readPlacement } from './squares';
import { texts } from '../texts';

const TEXTS = texts.playView;

const TABS = ['play', 'analyse', 'set-up', 'files'] as const;
type Tab = (typeof TABS)[number];

/** The words for the view before the first move. */
const UNTOUCHED = {
  title: TEXTS.playAndAnalyse,
  description: TEXTS.playAgainstTheEngineAt,
};

class PlayView implements View {
  private readonly session = new Session();
  private readonly opponent = new Opponent(this.session);
  private readonly analysis = new Analysis(this.session, (move) => this.attempt(this.session.make(move)));
  private readonly setUp = new SetUp(this.session);
  private readonly files = new Files(this.session);
  private readonly bar = new EvaluationBar();
  private readonly moves = new MoveList(
    (ply) => this.jump(ply),
    (ply) => this.attempt(this.session.walk(ply)),
  );
  private readonly review = new Review(
    (ply) => this.jump(ply),
    (line, count) => this.attempt(this.session.enter(line, count)),
  );
  private readonly board: BoardView;

  private tab: Tab = 'play';
  private visible = false;
  private flipped = false;
  private arrowsShown = true;
  private annotating = false;
  /** The address that the view has written last. */
  private written = '';
  /** Whether another game has taken the place of the one in the address. */
  private replaces = false;
  private readonly tabs: Field<Tab>;
  private readonly panels: Record<Tab, HTMLElement>;
  private readonly status = h('p', { class: 'play-status', role: 'status' });
  private readonly opening = h('p', { class: 'small quiet opening' });
  private readonly live = h('p', { class: 'unseen', 'aria-live': 'polite' });
  private readonly words = h('p', { class: 'unseen' });
  private readonly notice = h('p', { class: 'notice', role: 'alert', hidden: true });
  private readonly stepper = new Stepper(this.session);
  private readonly entry = new MoveEntry(
    this.session,
    () => this.mayMove(),
    (move) => this.attempt(this.session.make(move)),
  );
  private readonly undo: HTMLButtonElement;
  private readonly annotateButton: HTMLButtonElement;

  constructor(root: HTMLElement) {
    this.tabs = choice<Tab>(
      TEXTS.whatToDo,
      [
        { value: 'play', label: TEXTS.play },
        { value: 'analyse', label: TEXTS.analyse },
        { value: 'set-up', label: TEXTS.setUp },
        { value: 'files', label: TEXTS.files },
      ],
      this.tab,
      (tab) => this.choose(tab),
    );
    this.tabs.element.classList.add('tabs');
    this.panels = {
      play: this.opponent.element,
      analyse: this.analysis.element,
      'set-up': this.setUp.element,
      files: this.files.element,
    };
    this.undo = button(TEXTS.takeBack, () => this.attempt(this.takeBack()));
    this.annotateButton = button(TEXTS.annotateTheGame, () => this.attempt(this.annotateAll()), {
      class: 'annotate',
      disabled: true,
    });
    this.analysis.element.append(this.annotateButton, this.review.element);
    this.board = new BoardView(
      (move) => this.attempt(this.session.make(move)),
      (square) => this.setUp.square(square),
    );
    root.replaceChildren(...this.layOut(this.board.element));
    this.connect(root);
    this.choose(this.tab);
  }

  // ---------------------------------------------------------------- the view's life

  show(address: Address): void {
    const first = !this.visible;
    this.visible = true;
    const query = address.params.toString();
    if (first && this.session.state !== null && query === '') {
      this.changed();
      return;
    }
    if (!first && query === this.written) return;
    this.attempt(this.load(address.params));
  }

  hide(): void {
    this.visible = false;
    this.analysis.setRunning(false);
    this.opponent.rest();
    void this.session.client.stop();
  }

  private async load(params: URLSearchParams): Promise<void> {
    this.opponent.setSide(choiceParam<Side>(params, 'side', ['w', 'b', 'both'], 'w'));
    this.opponent.setLevel(numberParam(params, 'level', 0, 20, 6));
    this.analysis.setLines(numberParam(params, 'lines', 1, 5, 1));
    this.flipped = choiceParam(params, 'board', ['white', 'black'], this.sideBelow()) === 'black';
    const start = fenFromParam(params.get('fen') ?? START_FEN);
    const uci = (params.get('moves') ?? '').split(',').filter((move) => move !== '');
    this.choose(choiceParam(params, 'do', TABS, 'play'));
    try {
      await this.session.open();
      await this.opponent.nameLevels();
    } catch (fault) {
      this.tell(TEXTS.theEngineCouldNotBe(faultText(fault)));
      return;
    }
    try {
      // The engine names the moves in SAN once it has gone through all of them.
      await this.session.client.stop();
      const all = await this.session.client.call('setUp', [start, uci]);
      const moves = recall(
        all.startFen,
        all.uci.map((uci, index) => ({ uci, san: all.san[index] ?? uci })),
      );
      const ply = numberParam(params, 'ply', 0, moves.length, moves.length);
      await this.session.show({ start: all.startFen, moves, ply });
    } catch (fault) {
      await this.session.show(newRecord());
      this.tell(TEXTS.theAddressHoldsAGame(faultText(fault)));
    }
  }

  private sideBelow(): 'white' | 'black' {
    return this.opponent.side === 'b' ? 'black' : 'white';
  }

  // ---------------------------------------------------------------- what the reader does

  private choose(tab: Tab): void {
    this.tab = tab;
    this.tabs.set(tab);
    for (const name of TABS) this.panels[name].hidden = name !== tab;
    if (tab !== 'play') this.opponent.rest();
    if (tab !== 'analyse') {
      this.analysis.setRunning(false);
      this.leave();
    }
    if (tab !== 'set-up') this.setUp.setEditing(false);
    if (tab === 'play') {
      this.showScore([]);
      void this.opponent.reply();
    }
    this.write();
  }

  private jump(ply: number): void {
    this.attempt(this.session.jump(ply));
  }

  /** Comes back from a variation to the game. */
  private leave(): void {
    const { variation } = this.session.game;
    if (variation !== undefined) this.jump(variation.at);
  }

  /** Takes back the reader's last move, and the engine's answer to it. */
  private async takeBack(): Promise<void> {
    const { state, atEnd } = this.session;
    const own = this.tab === 'play' && this.opponent.side !== 'both' && state?.turn === this.opponent.side;
    await this.session.takeBack(own && atEnd ? 2 : 1);
  }

  private flip(): void {
    this.flipped = !this.flipped;
    this.turnBoard();
    this.write();
  }

  private async annotateAll(): Promise<void> {
    this.analysis.setRunning(false);
    this.annotating = true;
    let told = '';
    try {
      const whole = await annotateGame(this.session, (done, all) => {
        this.annotateButton.textContent = TEXTS.annotatingOf(done, all);
        remember(this.session.game);
      });
      const faulty = this.session.game.moves.filter((move) => move.glyph).length;
      if (whole) told = TEXTS.theGameIsAnnotated(faulty);
    } catch (fault) {
      if (!(fault instanceof Stopped)) this.tell(TEXTS.theAnnotationEnded(faultText(fault)));
    }
    this.annotating = false;
    this.annotateButton.textContent = TEXTS.annotateTheGame;
    this.changed();
    if (told !== '') this.say(told);
  }

  private key(event: KeyboardEvent): void {
    if (!this.visible || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = event.target as Element;
    // A field takes each key as a character.
    if (target.closest('input, select, textarea, [contenteditable], [role=application]') !== null) return;
    const { ply } = this.session.game;
    const end = line(this.session.game).length;
    const goals: Record<string, number> = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: end };
    const goal = goals[event.key];
    if (goal !== undefined) {
      event.preventDefault();
      this.attempt(this.session.walk(goal));
    } else if (event.key === 'v' && this.tab === 'analyse') {
      this.review.toggle((at) => this.jump(at));
    } else if (event.key === 'Escape') {
      this.leave();
    } else if (event.key === 'f') {
      this.flip();
    } else if (event.key === '/') {
      event.preventDefault();
      this.entry.focus();
    }
  }

  // ---------------------------------------------------------------- what the reader sees

  /** Draws everything anew after a change of the game. */
  private changed(): void {
    const { game, state } = this.session;
    if (state === null || !this.visible) return;
    this.notice.hidden = true;
    this.entry.changed();
    this.stepper.changed();
    const last = line(game)[game.ply - 1];
    this.board.show({
      fen: state.fen,
      legal: state.legal,
      movable: this.mayMove() ? state.turn : null,
      last: last?.uci ?? null,
      check: state.check ? kingSquare(state.fen, state.turn) : null,
    });
    this.turnBoard();
    const result = state.outcome !== null && this.session.atEnd ? state.outcome.result : '';
    this.moves.show(game, result);
    this.undo.disabled = game.ply === 0;
    this.annotateButton.disabled = game.moves.length === 0 || this.annotating;
    this.status.textContent = this.statusLine();
    this.opening.textContent = this.openingName();
    this.words.textContent = describe(state.fen);
    if (last !== undefined) this.say(TEXTS.played(state.turn === 'w' ? TEXTS.black : TEXTS.white, last.san));
    this.setUp.changed();
    this.analysis.changed();
    this.review.show(game);
    this.showReview();
    if (this.tab === 'play') void this.opponent.reply();
    this.write();
    this.nameState();
  }

  /** Names the game on the board by its opening, its last move, and what is to be done. */
  private nameState(): void {
    const { game, state } = this.session;
    if (state === null || (game.moves.length === 0 && game.start === START_FEN)) return nameState('play', UNTOUCHED);
    const last = line(game)[game.ply - 1];
    const opening =
      this.openingName().replace(/^\S+ /, '') || (game.start === START_FEN ? TEXTS.aGame : TEXTS.aPosition);
    const after = last === undefined ? '' : `, ${numbered(game.start, game.ply - 1, [last.san])}`;
    nameState('play', { title: opening + after, description: TEXTS.playOnAgainstTheEngine(this.statusLine()) });
  }

  /** Shares what the board shows: the position from the reader's side, with its last move. */
  private picture(): Promise<Blob> {
    const { game, state } = this.session;
    const last = line(game)[game.ply - 1]?.uci;
    return boardPng(state?.fen ?? START_FEN, {
      flip: this.flipped,
      marks: last === undefined ? [] : [last.slice(0, 2), last.slice(2, 4)],
    });
  }

  /** Returns the code and the name of the opening, or an empty text. */
  private openingName(): string {
    const { game, state } = this.session;
    if (game.opening) return game.opening;
    return state?.opening ? `${state.opening.eco} ${state.opening.name}` : '';
  }

  private statusLine(): string {
    const { state } = this.session;
    if (state === null) return TEXTS.theEngineIsBeingLoaded;
    if (state.outcome !== null) return `${state.outcome.result}: ${state.outcome.reason}`;
    const side = state.turn === 'w' ? TEXTS.white : TEXTS.black;
    const aside = this.session.game.variation === undefined ? '' : TEXTS.variation;
    return TEXTS.toMove(aside, side, state.check ? TEXTS.inCheck : '');
  }

  private showScore(moves: string[]): void {
    this.board.arrows(this.arrowsShown ? moves : []);
    if (moves.length === 0) this.bar.show(null);
  }

  /** Shows the score of an annotated move, and before a marked one the better move and the one played. */
  private showReview(): void {
    if (this.tab !== 'analyse' || this.analysis.running) return;
    const { moves, ply, variation } = this.session.game;
    const mistake = mistakeAhead(this.session.game);
    const better = mistake?.judgement?.line[0];
    const ahead = ply === (variation?.at ?? ply);
    if (ahead && mistake !== null && better !== undefined) this.showScore([better, mistake.uci]);
    // The value of a better line is that of the position where it begins.
    const value = moves[ply - 1]?.judgement?.after ?? moves[ply]?.judgement?.before;
    this.bar.show((variation === undefined ? value : mistake?.judgement?.before) ?? null);
  }

  private turnBoard(): void {
    this.board.turn(this.flipped ? 'b' : 'w');
    this.bar.turn(this.flipped);
  }

  /** Says whether the reader may move the side whose turn it is. */
  private mayMove(): boolean {
    const { state } = this.session;
    if (state === null || state.outcome !== null) return false;
    return this.tab !== 'play' || this.opponent.side === 'both' || this.opponent.side === state.turn;
  }

  /** Tells the fault of an act that was begun. */
  private attempt(act: Promise<unknown>): void {
    act.catch((fault: unknown) => this.tell(faultText(fault)));
  }

  private say(text: string): void {
    this.live.textContent = text;
  }

  private tell(text: string): void {
    this.notice.textContent = text;
    this.notice.hidden = false;
  }

  private write(): void {
    if (!this.visible || this.session.state === null) return;
    const { game } = this.session;
    const params = new URLSearchParams();
    if (this.tab !== 'play') params.set('do', this.tab);
    if (game.start !== START_FEN) params.set('fen', fenToParam(game.start));
    if (game.moves.length > 0) params.set('moves', game.moves.map((move) => move.uci).join(','));
    if (!this.session.atEnd) params.set('ply', String(game.variation?.at ?? game.ply));
    if (this.opponent.side !== 'w') params.set('side', this.opponent.side);
    if (this.opponent.level !== 6) params.set('level', String(this.opponent.level));
    if (this.analysis.lines !== 1) params.set('lines', String(this.analysis.lines));
    if (this.flipped !== (this.sideBelow() === 'black')) params.set('board', this.flipped ? 'black' : 'white');
    const before = this.written;
    this.written = params.toString();
    const address: Address = { view: 'play', page: '', params };
    if (this.replaces && this.written !== before) pushAddress(address);
    else keepAddress(address);
    this.replaces = false;
  }

  // ---------------------------------------------------------------- how it is put together

  private layOut(board: HTMLElement): HTMLElement[] {
    const controls = h(
      'div',
      { class: 'row board-controls' },
      this.stepper.element,
      this.undo,
      button(TEXTS.flip, () => this.flip(), { 'aria-label': TEXTS.flipTheBoard }),
    );
    const left = h(
      'div',
      { class: 'board-side' },
      h('div', { class: 'board-row' }, this.bar.element, board),
      controls,
      this.entry.element,
      shareRow({ name: 'palimpsest-game', label: TEXTS.saveTheBoard, make: () => this.picture() }),
      this.words,
    );
    const right = h(
      'div',
      { class: 'panel side' },
      this.status,
      this.opening,
      this.tabs.element,
      ...TABS.map((tab) => this.panels[tab]),
      h('h2', { class: 'moves-title' }, TEXTS.moves),
      this.moves.element,
    );
    return [
      h('h1', { id: 'title-play', class: 'play-title' }, TEXTS.playAndAnalyse2),
      this.notice,
      h('div', { class: 'play-grid' }, left, right),
      this.live,
      h('p', { class: 'small quiet credit' }, TEXTS.keysArrowsWalkThroughThe),
    ];
  }

  private connect(root: HTMLElement): void {
    this.status.textContent = this.statusLine();
    this.session.onChange = () => this.changed();
    this.session.onReplace = (replaces) => (this.replaces = replaces);
    this.session.client.onRenewed = (text) => this.tell(text);
    this.opponent.onSettings = () => {
      this.flipped = this.sideBelow() === 'black';
      this.changed();
    };
    this.opponent.say = (text) => this.tell(text);
    this.analysis.onSettings = () => this.write();
    this.analysis.say = (text) => this.say(text);
    this.analysis.onLines = (score, moves) => {
      if (this.tab !== 'analyse') return;
      this.showScore(moves);
      this.bar.show(score);
    };
    this.setUp.onEdit = (fen) => {
      if (fen === null) this.changed();
      else this.board.edit(fen);
    };
    this.files.names = () => this.names();
    root.ownerDocument.addEventListener('keydown', (event) => this.key(event));
  }

  private names(): { White: string; Black: string } {
    const engine = TEXTS.palimpsestLevel(this.opponent.level);
    const { side } = this.opponent;
    return {
      White: side === 'b' ? engine : TEXTS.reader,
      Black: side === 'w' ? engine : TEXTS.reader,
    };
  }
}

/** Returns the square of a side's king, or null. */
function kingSquare(fen: string, turn: 'w' | 'b'): string | null {
  const king = turn === 'w' ? 'K' : 'k';
  for (const [square, piece] of readPlacement(fen)) if (piece === king) return square;
  return null;
}

/** Makes the view in its section. */
export function mount(root: HTMLElement): View {
  return new PlayView(root);
}
