/** The games of an opened file: a list with a search field, of which only the rows in sight are drawn. */

import type { GameRow } from '../wasm';
import { h } from '../dom';
import { button, field } from './dom';
import { texts } from '../texts';
import { counted } from '../words';

const TEXTS = texts.gameList;

/** Height of a row in pixels; the style sheet has the same. */
const ROW = 32;
/** Rows drawn above and below those in sight. */
const MARGIN = 6;

export class GameList {
  readonly element: HTMLElement;
  private readonly search = h('input', { type: 'search', autocomplete: 'off', spellcheck: 'false' });
  private readonly list = h('ol', { class: 'game-list' });
  private readonly sheet = h('div', { class: 'game-sheet' }, this.list);
  private readonly view = h('div', { class: 'game-view', tabindex: 0, 'aria-label': TEXTS.gamesOfTheFile }, this.sheet);
  private readonly count = h('p', { class: 'small quiet', role: 'status' });
  private readonly texts: string[] = [];
  private rows: readonly GameRow[] = [];
  private found: number[] = [];

  constructor(private readonly onOpen: (index: number) => void) {
    this.element = h(
      'div',
      { class: 'games', hidden: true },
      field(TEXTS.findAGame, this.search),
      this.count,
      this.view,
    );
    this.search.addEventListener('input', () => this.find());
    this.view.addEventListener('scroll', () => this.draw());
  }

  /** Shows the games of a file; a single one needs no list. */
  show(rows: readonly GameRow[]): void {
    this.rows = rows;
    this.texts.length = 0;
    for (const row of rows) this.texts.push(Object.values(row).join(' ').toLowerCase());
    this.search.value = '';
    this.element.hidden = rows.length < 2;
    this.find();
  }

  /** Finds the games that have each of the words. */
  private find(): void {
    const words = this.search.value.toLowerCase().split(/\s+/);
    this.found = [...this.rows.keys()].filter((index) => words.every((word) => this.texts[index]?.includes(word)));
    this.count.textContent = TEXTS.ofGames(this.found.length, this.rows.length);
    this.sheet.style.height = `${this.found.length * ROW}px`;
    this.view.scrollTop = 0;
    this.draw();
  }

  private draw(): void {
    const first = Math.max(0, Math.floor(this.view.scrollTop / ROW) - MARGIN);
    const seen = Math.ceil((this.view.clientHeight || 12 * ROW) / ROW) + 2 * MARGIN;
    const rows = this.found.slice(first, first + seen);
    this.list.style.top = `${first * ROW}px`;
    this.list.replaceChildren(
      ...rows.map((index) =>
        h(
          'li',
          {},
          button(this.label(index), () => this.onOpen(index), { class: 'plain' }),
        ),
      ),
    );
  }

  private label(index: number): string {
    const row = this.rows[index];
    if (row === undefined) return '';
    const parts = [`${row.white || '?'} – ${row.black || '?'}`, row.result, TEXTS.plies(row.plies), row.opening];
    if (row.faults > 0) parts.push(counted(row.faults, texts.nouns.fault));
    return `${index + 1}. ${parts.filter((part) => part !== '').join(', ')}`;
  }
}
