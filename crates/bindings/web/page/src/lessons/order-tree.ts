/** A drawing of positions by ply, joined by moves; a position with more than one parent is a meeting. */

import { s } from '../dom.ts';
import { counted } from '../words.ts';
import type { TwoOrders } from '../wasm.ts';
import { texts } from '../texts.ts';

const WIDTH = 420;
const ROW = 74;
const RADIUS = 9;

/** Draws the tree. */
export function orderTree({ tree }: TwoOrders): SVGSVGElement {
  const plies = Math.max(0, ...tree.map((node) => node.ply));
  const place = new Map<number, { x: number; y: number }>();
  for (let ply = 0; ply <= plies; ply += 1) {
    const row = tree.filter((node) => node.ply === ply);
    row.forEach((node, index) => {
      place.set(node.id, { x: ((index + 0.5) * WIDTH) / row.length, y: 22 + ply * ROW });
    });
  }
  const meetings = tree.filter((node) => node.parents.length > 1).length;
  const svg = s('svg', {
    class: 'order-tree',
    viewBox: `0 0 ${WIDTH} ${plies * ROW + 44}`,
    role: 'img',
    'aria-label': texts.orderTree.aTreeOfInOf(counted(tree.length, texts.nouns.position), meetings),
  });
  for (const node of tree) {
    const to = place.get(node.id);
    if (to === undefined) continue;
    node.parents.forEach((parent, index) => {
      const from = place.get(parent);
      if (from === undefined) return;
      svg.append(
        s('line', {
          x1: from.x,
          y1: from.y,
          x2: to.x,
          y2: to.y,
          class: node.parents.length > 1 ? 'meets' : null,
        }),
      );
      const t = node.parents.length > 1 ? 0.45 : 0.55;
      svg.append(
        s(
          'text',
          {
            x: from.x + (to.x - from.x) * t,
            y: from.y + (to.y - from.y) * t + 4,
            class: 'tree-move',
          },
          node.moves[index] ?? '',
        ),
      );
    });
  }
  for (const node of tree) {
    const at = place.get(node.id);
    if (at === undefined) continue;
    const meets = node.parents.length > 1;
    svg.append(
      s('circle', {
        cx: at.x,
        cy: at.y,
        r: meets ? RADIUS + 2 : RADIUS,
        class: meets ? 'meets' : null,
      }),
    );
    if (meets)
      svg.append(
        s('text', { x: at.x, y: at.y + 4, class: 'tree-count' }, String(node.parents.length)),
      );
  }
  return svg;
}
