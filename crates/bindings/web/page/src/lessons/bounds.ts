/** Lesson 3: a record says exactly, at least or at most; it may end a node or only give a move. */

import answers from 'book:book/why-a-table.md/why-a-table/2-3';
import { numberParam } from '../address.ts';
import { button, choice, slider, type Field } from '../controls.ts';
import { h, set, setText } from '../dom.ts';
import type { BoundsTree } from '../wasm.ts';
import { KIND_NAMES, gameTree, treeLegend } from './game-tree.ts';
import { fromBook, panel, prose, sources, type Context, type Lesson } from './lesson.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.bounds;

const MOST_SEED = 9999;
const MOST_VISIT = 1000;
type Use = 'yes' | 'no';
type Node = BoundsTree['nodes'][number];

class BoundsLesson implements Lesson {
  readonly text = text();
  readonly picture: HTMLElement;
  private seed = 1;
  private use: Use = 'yes';
  /** The visit that the reader looks at; null shows the whole tree and the note of its root. */
  private visit: number | null = null;
  private tree: BoundsTree | null = null;
  /** The visited nodes in the order of their visits. */
  private visited: Node[] = [];
  private asked = '';
  private visits: Field<number> | null = null;

  private readonly drawing = h('div', {
    class: 'scroll-x',
    tabindex: 0,
    role: 'group',
    'aria-label': TEXTS.theTreeOfTheGame,
  });
  private readonly rule = h('p', { class: 'quiet small' });
  private readonly sliderHost = h('div');
  private readonly note = h('div', { class: 'note', role: 'status' });
  private readonly sum = h('p', {});
  private readonly table = choice<Use>(
    TEXTS.table,
    [
      { value: 'yes', label: TEXTS.withATable },
      { value: 'no', label: TEXTS.without },
    ],
    'yes',
    (use) => {
      this.use = use;
      this.write();
      void this.ask();
    },
  );

  constructor(private readonly context: Context) {
    const another = button(TEXTS.anotherGame, () => {
      this.seed = (this.seed % MOST_SEED) + 1;
      this.visit = null;
      this.write();
      void this.ask();
    });
    const { rule, table, sliderHost, drawing, note, sum } = this;
    const fields = h('div', { class: 'fields' }, table.element, another);
    const title = TEXTS.aWholeGameSearchedBy;
    this.picture = h(
      'div',
      { class: 'stack' },
      panel(title, rule, fields, sliderHost, drawing, treeLegend(), note, sum),
    );
  }

  show(params: URLSearchParams): void {
    this.seed = numberParam(params, 'game', 1, MOST_SEED, 1);
    this.use = params.get('table') === 'no' ? 'no' : 'yes';
    this.visit = params.has('visit') ? numberParam(params, 'visit', 0, MOST_VISIT, 0) : null;
    this.table.set(this.use);
    void this.ask();
  }

  private write(): void {
    const params = new URLSearchParams();
    if (this.seed !== 1) params.set('game', String(this.seed));
    if (this.use === 'no') params.set('table', 'no');
    if (this.visit !== null) params.set('visit', String(this.visit));
    this.context.keep(params);
  }

  private goTo(visit: number): void {
    this.visit = visit;
    this.visits?.set(visit);
    this.write();
    this.draw();
  }

  private async ask(): Promise<void> {
    const question = `${this.seed} ${this.use}`;
    if (question !== this.asked) {
      this.asked = question;
      try {
        this.tree = await this.context.client.call('bounds', [this.seed, this.use === 'yes']);
        this.context.fault(null);
      } catch (problem) {
        this.context.fault(problem);
        return;
      }
      this.visited = this.tree.nodes
        .filter((node) => node.order !== null)
        .sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
      const names = this.visited.map((_, index, all) => TEXTS.of(index + 1, all.length));
      this.visits = slider(TEXTS.visits, names, 0, (visit) => this.goTo(visit));
      set(this.sliderHost, this.visits.element);
    }
    this.visits?.set(this.visit ?? this.visited.length - 1);
    this.draw();
  }

  private draw(): void {
    const { tree, visited, visit } = this;
    if (tree === null) return;
    const node = visited[Math.min(visit ?? 0, visited.length - 1)];
    const until = visit === null ? null : (node?.order ?? null);
    const picture = gameTree(tree, node?.id ?? null, until, (id) => {
      const found = visited.findIndex((each) => each.id === id);
      if (found >= 0) this.goTo(found);
    });
    set(this.drawing, picture);
    if (node !== undefined) set(this.note, ...nodeInWords(node));
    setText(this.rule, tree.game);
    setText(
      this.sum,
      TEXTS.theValueOfTheGame(tree.value, tree.visited, tree.pruned, tree.tableCuts),
    );
  }
}

function nodeInWords(node: Node): HTMLElement[] {
  const window = TEXTS.windowTo(node.alpha ?? '−∞', node.beta ?? '+∞');
  const facts = TEXTS.value(window, node.value ?? TEXTS.unknown, KIND_NAMES[node.kind]);
  return [
    h('h3', {}, node.move === '' ? node.label : `${node.move}: ${node.label}`),
    h('p', { class: 'numbers small quiet' }, facts),
    h('p', {}, node.note),
  ];
}

function text(): HTMLElement {
  return h(
    'div',
    {},
    prose(TEXTS.walkThroughTheVisitsWhere, TEXTS.aRecordKeepsWhichOf),
    fromBook(answers, TEXTS.whyATable, 'book/why-a-table.md'),
    prose(TEXTS.switchTheTableOffAnd),
    sources(TEXTS.knuthAndMoore1975, TEXTS.slateAndAtkin1977),
  );
}

/** Makes the lesson. */
export function make(context: Context): Lesson {
  return new BoundsLesson(context);
}
