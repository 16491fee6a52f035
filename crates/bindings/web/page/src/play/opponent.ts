/** The engine as an opponent: its level, its time, the reader's side. */

import { Stopped } from '../worker/client';
import { choice, select, slider, type Field } from '../controls';
import { faultText, h } from '../dom';
import { button } from './dom';
import type { Session } from './session';
import { texts } from '../texts';

const TEXTS = texts.opponent;

export type Side = 'w' | 'b' | 'both';
const FULL_LEVEL = 20;

const TIMES = [
  { value: '300', label: TEXTS.after03Seconds },
  { value: '1000', label: TEXTS.after1Second },
  { value: '3000', label: TEXTS.after3Seconds },
  { value: '10000', label: TEXTS.after10Seconds },
] as const;

/** Returns the names of the levels, with the Elo of those that were measured. */
export function levelNames(elos: readonly (number | null)[]): string[] {
  const lowest = elos.findIndex((elo) => elo !== null);
  return Array.from({ length: FULL_LEVEL + 1 }, (_, level) => {
    if (level === FULL_LEVEL) return TEXTS.fullStrength;
    const name = TEXTS.of(level, FULL_LEVEL);
    const elo = elos[level] ?? null;
    if (elo !== null) return TEXTS.aboutElo(name, elo);
    return level < lowest ? TEXTS.belowElo(name, elos[lowest] ?? '') : name;
  });
}

export class Opponent {
  readonly element: HTMLElement;
  side: Side = 'w';
  level = 6;
  /** Is called when the reader changes the side or the level, and with a sentence to be read aloud. */
  onSettings: () => void = () => undefined;
  say: (text: string) => void = () => undefined;

  private readonly names = levelNames([]);
  private milliseconds = '1000';
  private thinkingAt = 0;
  private readonly status = h('p', { class: 'quiet small thinking' });
  private readonly moveNow = button(TEXTS.moveNow, () => void this.session.client.stop());
  private readonly levels: Field<number>;
  private readonly sides: Field<Side>;

  constructor(private readonly session: Session) {
    this.levels = slider(TEXTS.level, this.names, this.level, (level) => {
      this.level = level;
      this.onSettings();
    });
    this.sides = choice<Side>(
      TEXTS.youPlay,
      [
        { value: 'w', label: TEXTS.white },
        { value: 'b', label: TEXTS.black },
        { value: 'both', label: TEXTS.bothSides },
      ],
      this.side,
      (side) => {
        this.side = side;
        this.onSettings();
      },
    );
    const time = select<string>(TEXTS.itThinksForAtMost, TIMES, this.milliseconds, (value) => {
      this.milliseconds = value;
    });
    this.element = h(
      'div',
      { class: 'play-panel' },
      this.sides.element,
      this.levels.element,
      time.element,
      h(
        'div',
        { class: 'row' },
        button(TEXTS.newGame, () => this.begin(), { class: 'primary' }),
        this.moveNow,
      ),
      this.status,
    );
    this.moveNow.disabled = true;
  }

  setSide(side: Side): void {
    this.side = side;
    this.sides.set(side);
  }

  setLevel(level: number): void {
    this.level = level;
    this.levels.set(level);
  }

  /** Names the levels by the Elo that the engine knows of them. */
  async nameLevels(): Promise<void> {
    this.names.splice(0, this.names.length, ...levelNames(await this.session.client.call('levelElos', [])));
    this.levels.set(this.level);
  }

  /** Answers the reader's move if it is the engine's turn. */
  async reply(): Promise<void> {
    const { state, change } = this.session;
    if (state === null || state.outcome !== null || !this.session.atEnd) return;
    if (this.side === 'both' || this.side === state.turn || this.thinkingAt === change) return;
    this.thinkingAt = change;
    this.think(true);
    let best: string | null = null;
    try {
      const request = {
        movetime: Number(this.milliseconds),
        ...(this.level < FULL_LEVEL ? { level: this.level, seed: randomSeed() } : {}),
      };
      const answer = await this.session.search(request, (line) => {
        best = line.pv[0] ?? best;
      });
      best = answer.best;
    } catch (fault) {
      // Without shared memory "Move now" ends the worker: the best line so far gives the move.
      if (!(fault instanceof Stopped)) this.say(TEXTS.theEngineCouldNotMove(faultText(fault)));
    }
    // Another position, another view or a later search has taken the place of this one.
    if (this.thinkingAt !== change) return;
    this.thinkingAt = 0;
    this.think(false);
    if (this.session.change !== change || best === null) return;
    const move = state.legal.find((legal) => legal.uci === best);
    if (move !== undefined) await this.session.make(move);
  }

  /** Ends the engine's thinking without a move. */
  rest(): void {
    if (this.thinkingAt === 0) return;
    this.thinkingAt = 0;
    this.think(false);
    void this.session.client.stop();
  }

  private begin(): void {
    this.session.begin().catch((fault: unknown) => this.say(faultText(fault)));
  }

  private think(thinking: boolean): void {
    this.moveNow.disabled = !thinking;
    this.status.textContent = thinking ? TEXTS.theEngineThinks : '';
  }
}

/** Returns the start of the random stream of a limited level, so that games differ. */
function randomSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}
