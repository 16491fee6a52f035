/** Games as PGN and tables as hash files, in and out. */

import type { GameRow } from '../wasm';
import { annotatedPgn } from './annotate';
import { select, type Field } from '../controls';
import { faultText, h } from '../dom';
import { button, download, field } from './dom';
import { GameList } from './game-list';
import type { GameRecord } from './game';
import { recall } from './memory';
import { FIRST_HASH_MIB, type Session } from './session';
import { texts } from '../texts';

const TEXTS = texts.files;

/** Sizes of the table in MiB that the reader may ask for; the browser may refuse the large ones. */
const SIZES = ['1', '4', '16', '64', '128', '256', '512', '1024'] as const;

export class Files {
  readonly element: HTMLElement;
  say: (text: string) => void = () => undefined;
  /** Names of the sides for the tags of a PGN. */
  names: () => { White: string; Black: string } = () => ({ White: '?', Black: '?' });

  private readonly text = h('textarea', { rows: 5, spellcheck: 'false' });
  private readonly games = new GameList((index) => void this.guard(() => this.open(index)));
  private readonly told = h('p', { class: 'notice faults', role: 'alert', hidden: true });
  private readonly done = h('p', { class: 'small done', role: 'status' });
  private readonly size: Field<string>;
  private rows: readonly GameRow[] = [];
  private sizeNow = String(FIRST_HASH_MIB);

  constructor(private readonly session: Session) {
    const sizes = SIZES.map((size) => ({ value: size, label: TEXTS.mib(size) }));
    this.size = select<string>(TEXTS.sizeOfTheTable, sizes, this.sizeNow, (value) => {
      void this.resize(value);
    });
    this.element = h(
      'div',
      { class: 'play-panels' },
      h(
        'div',
        { class: 'play-panel' },
        field(TEXTS.gamesAsPgnMovesOr, this.text),
        h(
          'div',
          { class: 'row' },
          button(TEXTS.read, () => void this.readGames(new TextEncoder().encode(this.text.value)), {
            class: 'primary',
          }),
          this.fileButton(TEXTS.openAFile, '.pgn,.txt', async (file) => this.readGames(await bytesOf(file))),
        ),
        this.games.element,
        h(
          'div',
          { class: 'row' },
          button(TEXTS.writeTheGameHere, () => void this.writeGame()),
          button(TEXTS.saveTheGame, () => void this.saveGame()),
        ),
      ),
      h(
        'div',
        { class: 'play-panel' },
        this.size.element,
        h(
          'div',
          { class: 'row' },
          button(TEXTS.saveTheTable, () => void this.guard(() => this.saveTable())),
          this.fileButton(TEXTS.loadATable, '.hash,.bin', (file) => this.loadTable(file)),
        ),
        h('p', { class: 'quiet small' }, TEXTS.theFilesAreThoseThat),
      ),
      this.told,
      this.done,
    );
  }

  /** Tells a fault. */
  private tell(text: string | null): void {
    this.told.hidden = text === null;
    this.told.textContent = text ?? '';
    this.done.textContent = '';
  }

  /** Tells what was done. */
  private report(text: string): void {
    this.done.textContent = text;
  }

  /** Runs an act and tells its fault in words. */
  private async guard(act: () => Promise<void>): Promise<void> {
    this.tell(null);
    try {
      await this.session.open();
      await this.session.client.stop();
      await act();
    } catch (fault) {
      this.tell(faultText(fault));
    }
  }

  private fileButton(label: string, accept: string, act: (file: File) => Promise<void>): HTMLElement {
    const input = h('input', { type: 'file', accept, class: 'unseen', tabindex: -1, 'aria-label': label });
    input.addEventListener('change', () => {
      const file = input.files?.[0];
      if (file !== undefined) void this.guard(() => act(file));
      input.value = '';
    });
    return h(
      'span',
      {},
      button(label, () => input.click()),
      input,
    );
  }

  private readGames(bytes: Uint8Array): Promise<void> {
    return this.guard(async () => {
      const rows: GameRow[] = await this.session.client.call('openFile', [bytes]);
      this.rows = rows;
      this.games.show(rows);
      const still = rows.every((row) => row.plies === 0 && row.faults === 0);
      if (rows.length === 1) await this.open(0);
      this.report(still ? TEXTS.readPositions(rows.length) : TEXTS.readGames(rows.length));
    });
  }

  private async open(index: number): Promise<void> {
    const game = await this.session.client.call('openedGame', [index]);
    const moves = recall(
      game.startFen,
      game.moves.map((uci, at) => ({ uci, san: game.san[at] ?? uci })),
    );
    const opening = this.rows[index]?.opening ?? '';
    const record: GameRecord = { start: game.startFen, moves, ply: 0, tags: game.tags, opening };
    await this.session.replaceGame(record);
    if (game.faults.length > 0) this.tell(game.faults.join('\n'));
  }

  private async gameAsPgn(): Promise<string> {
    const { tags } = this.session.game;
    if (tags !== undefined) return annotatedPgn(await this.session.pgn(withoutStart(tags)), this.session.game);
    const date = new Date().toISOString().slice(0, 10).replaceAll('-', '.');
    const pgn = await this.session.pgn({ Event: TEXTS.gameOnThePageOf, Date: date, ...this.names() });
    return annotatedPgn(pgn, this.session.game);
  }

  private writeGame(): Promise<void> {
    return this.guard(async () => {
      this.text.value = await this.gameAsPgn();
      this.text.focus();
    });
  }

  private saveGame(): Promise<void> {
    return this.guard(async () => download('game.pgn', await this.gameAsPgn(), 'application/x-chess-pgn'));
  }

  private async resize(value: string): Promise<void> {
    await this.guard(async () => {
      await this.session.client.call('resize', [Number(value)]);
      this.sizeNow = value;
      this.report(TEXTS.theTableHasMibNow(value));
    });
    this.size.set(this.sizeNow);
  }

  private async saveTable(): Promise<void> {
    const bytes = await this.session.client.call('saveHash', []);
    download('palimpsest.hash', bytes as Uint8Array<ArrayBuffer>, 'application/octet-stream');
    this.report(TEXTS.savedMib((bytes.length / 1024 / 1024).toFixed(1)));
  }

  private async loadTable(file: File): Promise<void> {
    this.report(await this.session.client.call('loadHash', [await bytesOf(file)]));
  }
}

/** Returns tags without those of the start, which the writer sets from the position. */
function withoutStart(tags: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(tags).filter(([name]) => name !== 'FEN' && name !== 'SetUp'));
}

/** A file's bytes: the engine knows the encodings of texts. */
async function bytesOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}
