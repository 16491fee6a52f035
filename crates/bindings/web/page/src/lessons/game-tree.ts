/** A drawing of an alpha-beta tree: a node's shape and colour say what was learnt there. */

import { h, s } from '../dom.ts';
import type { BoundsTree, TreeKind } from '../wasm.ts';
import { texts } from '../texts.ts';

const TEXTS = texts.gameTree;

/** Names of the kinds of nodes. */
export const KIND_NAMES: Record<TreeKind, string> = {
  exact: TEXTS.exact,
  lower: TEXTS.lowerBound,
  upper: TEXTS.upperBound,
  'cut-by-table': TEXTS.endedByARecord,
  'move-only': TEXTS.aRecordGaveItsMove,
  pruned: TEXTS.neverVisited,
  leaf: TEXTS.endOfTheGame,
};

/** Signs before the values. */
const SIGNS: Record<TreeKind, string> = {
  exact: '=',
  lower: '≥',
  upper: '≤',
  'cut-by-table': '',
  'move-only': '',
  pruned: '',
  leaf: '',
};

export interface Place {
  x: number;
  y: number;
}

const LEAF_WIDTH = 32;
const ROW = 78;
const MARGIN = 24;

/** Lays out a tree: leaves beside each other, a parent above the middle of its children. */
export function placeNodes(
  nodes: readonly { id: number; parent: number | null; ply: number }[],
): Map<number, Place> {
  const children = new Map<number | null, number[]>();
  const plies = new Map<number, number>();
  for (const { id, parent, ply } of nodes) {
    children.set(parent, [...(children.get(parent) ?? []), id]);
    plies.set(id, ply);
  }
  const places = new Map<number, Place>();
  let next = MARGIN;
  const place = (id: number): number => {
    const below = children.get(id) ?? [];
    let x: number;
    if (below.length === 0) {
      x = next;
      next += LEAF_WIDTH;
    } else {
      const at = below.map(place);
      x = ((at[0] ?? 0) + (at.at(-1) ?? 0)) / 2;
    }
    places.set(id, { x, y: MARGIN + (plies.get(id) ?? 0) * ROW });
    return x;
  };
  for (const root of children.get(null) ?? []) place(root);
  return places;
}

/** Draws a tree as it stands after the visit numbered `until`, or whole if that is null. */
export function gameTree(
  tree: BoundsTree,
  picked: number | null,
  until: number | null,
  pick: (id: number) => void,
): SVGSVGElement {
  const places = placeNodes(tree.nodes);
  const width = Math.max(...[...places.values()].map((place) => place.x)) + MARGIN;
  const height = Math.max(...[...places.values()].map((place) => place.y)) + MARGIN + 8;
  const svg = s('svg', {
    class: 'game-tree',
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    'aria-label': TEXTS.aGameTreeOfNodes(tree.nodes.length, tree.visited),
  });
  const seen = (node: BoundsTree['nodes'][number]): boolean =>
    node.order !== null && (until === null || node.order <= until);
  for (const node of tree.nodes) {
    const to = places.get(node.id);
    const from = node.parent === null ? undefined : places.get(node.parent);
    if (to === undefined || from === undefined) continue;
    svg.append(
      s('line', {
        x1: from.x,
        y1: from.y,
        x2: to.x,
        y2: to.y,
        class: seen(node) ? 'seen' : 'unseen-branch',
      }),
    );
  }
  for (const node of tree.nodes) {
    const at = places.get(node.id);
    if (at === undefined) continue;
    const kind = seen(node) ? node.kind : 'pruned';
    const group = s('g', {
      class: `tree-node kind-${kind}${node.id === picked ? ' picked' : ''}`,
      transform: `translate(${at.x} ${at.y})`,
      onclick: () => pick(node.id),
    });
    group.append(s('title', {}, `${node.move} ${node.label}: ${KIND_NAMES[kind]}`));
    if (kind === 'cut-by-table')
      group.append(s('rect', { x: -15, y: -12, width: 30, height: 24, rx: 3 }));
    else group.append(s('circle', { r: kind === 'pruned' ? 5 : 14 }));
    if (seen(node)) {
      group.append(s('text', { y: 4 }, `${SIGNS[node.kind]}${node.value ?? ''}`));
    }
    svg.append(group);
  }
  return svg;
}

/** Makes the legend of the drawing. */
export function treeLegend(): HTMLElement {
  const sign = (kind: TreeKind, text: string): SVGSVGElement =>
    s(
      'svg',
      {
        class: 'game-tree',
        viewBox: '-17 -17 34 34',
        width: 26,
        height: 26,
        'aria-hidden': 'true',
      },
      s(
        'g',
        { class: `tree-node kind-${kind}` },
        kind === 'cut-by-table'
          ? s('rect', { x: -15, y: -12, width: 30, height: 24, rx: 3 })
          : s('circle', { r: kind === 'pruned' ? 6 : 14 }),
        s('text', { y: 4 }, text),
      ),
    );
  return h(
    'ul',
    { class: 'legend small', 'aria-label': TEXTS.legend },
    ...(['exact', 'lower', 'upper', 'cut-by-table', 'move-only', 'pruned'] as const).map((kind) =>
      h('li', {}, sign(kind, SIGNS[kind]), KIND_NAMES[kind]),
    ),
  );
}
