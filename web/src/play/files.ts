/** Games as PGN and tables as hash files, in and out. */

import type { LoadedGame } from '../wasm';
import { annotatedPgn } from './annotate';
import { select, type Field } from '../controls';
import { faultText, h } from '../dom';
import { button, download, field } from './dom';
import type { GameRecord } from './game';
import { FIRST_HASH_MIB, type Session } from './session';

/** Sizes of the table in MiB that the reader may ask for; the browser may refuse the large ones. */
const SIZES = ['1', '4', '16', '64', '128', '256', '512', '1024'] as const;

export class Files {
  readonly element: HTMLElement;
  say: (text: string) => void = () => undefined;
  /** Names of the sides for the tags of a PGN. */
  names: () => { White: string; Black: string } = () => ({ White: '?', Black: '?' });

  private readonly text = h('textarea', { rows: 5, spellcheck: 'false' });
  private readonly games = h('div', { class: 'games' });
  private readonly told = h('p', { class: 'notice faults', role: 'status', hidden: true });
  private readonly size: Field<string>;
  private sizeNow = String(FIRST_HASH_MIB);

  constructor(private readonly session: Session) {
    const sizes = SIZES.map((size) => ({ value: size, label: `${size} MiB` }));
    this.size = select<string>('Size of the table', sizes, this.sizeNow, (value) => {
      void this.resize(value);
    });
    this.element = h(
      'div',
      { class: 'play-panels' },
      h(
        'div',
        { class: 'play-panel' },
        field('Games as PGN', this.text),
        h(
          'div',
          { class: 'row' },
          button('Read', () => void this.readGames(new TextEncoder().encode(this.text.value)), { class: 'primary' }),
          this.fileButton('Open a file…', '.pgn,.txt', async (file) => this.readGames(await bytesOf(file))),
        ),
        this.games,
        h(
          'div',
          { class: 'row' },
          button('Write the game here', () => void this.writeGame()),
          button('Save the game', () => void this.saveGame()),
        ),
      ),
      h(
        'div',
        { class: 'play-panel' },
        this.size.element,
        h(
          'div',
          { class: 'row' },
          button('Save the table', () => void this.guard(() => this.saveTable())),
          this.fileButton('Load a table…', '.hash,.bin', (file) => this.loadTable(file)),
        ),
        h('p', { class: 'quiet small' }, 'The files are those that the engine saves and loads.'),
      ),
      this.told,
    );
  }

  private tell(text: string | null): void {
    this.told.hidden = text === null;
    this.told.textContent = text ?? '';
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
    return h('span', {}, button(label, () => input.click()), input);
  }

  private readGames(bytes: Uint8Array): Promise<void> {
    return this.guard(async () => {
      const games = await this.session.client.call('loadPgn', [bytes]);
      this.listGames(games);
      const count = games.length === 1 ? 'one game' : `${games.length} games`;
      this.tell(games.length === 0 ? 'expected a game in PGN, found none' : `Read ${count}.`);
    });
  }

  private listGames(games: LoadedGame[]): void {
    const items = games.map((game, index) => {
      const { White = '?', Black = '?' } = game.tags;
      const label = `${index + 1}. ${White} – ${Black}, ${game.result}, ${game.moves.length} plies`;
      const faults = game.faults.map((fault) => h('p', { class: 'small fault' }, fault));
      return h('li', {}, button(label, () => void this.guard(() => this.open(game)), { class: 'plain' }), ...faults);
    });
    this.games.replaceChildren(h('ol', { class: 'game-list' }, ...items));
    const [only] = games;
    if (games.length === 1 && only !== undefined) void this.guard(() => this.open(only));
  }

  private async open(game: LoadedGame): Promise<void> {
    const moves = game.moves.map((uci, index) => ({ uci, san: game.san[index] ?? uci }));
    const record: GameRecord = { start: game.startFen, moves, ply: 0 };
    await this.session.show(record);
  }

  private async gameAsPgn(): Promise<string> {
    const date = new Date().toISOString().slice(0, 10).replaceAll('-', '.');
    const pgn = await this.session.pgn({ Event: 'Game on the page of Palimpsest', Date: date, ...this.names() });
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
      this.tell(`The table has ${value} MiB now.`);
    });
    this.size.set(this.sizeNow);
  }

  private async saveTable(): Promise<void> {
    const bytes = await this.session.client.call('saveHash', []);
    download('palimpsest.hash', bytes as Uint8Array<ArrayBuffer>, 'application/octet-stream');
    this.tell(`Saved ${(bytes.length / 1024 / 1024).toFixed(1)} MiB.`);
  }

  private async loadTable(file: File): Promise<void> {
    this.tell(await this.session.client.call('loadHash', [await bytesOf(file)]));
  }
}

/** A file's bytes: the engine knows the encodings of texts. */
async function bytesOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}
