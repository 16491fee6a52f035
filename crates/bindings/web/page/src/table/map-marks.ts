/** Lines and frames over the map: the grid, the picked cell, the board's cell, the best line. */

import { cornerOf, type Layout } from './layout.ts';

export interface Marks {
  /** Buckets of the best line in their order; `known` says whether its record is still there. */
  path: readonly { bucket: number; known: boolean }[];
  /** Bucket that a reader looks into. */
  picked: number | null;
  /** Bucket of the position on the board. */
  board: number | null;
}

/** Least side of a cell with lines between the cells, in pixels of the canvas. */
const LEAST_WITH_GRID = 7;

/** Draws lines in the colour of the paper between cells that are large enough. */
export function drawGrid(context: CanvasRenderingContext2D, layout: Layout, paper: string): void {
  const { left, top, columns, rows, side } = layout;
  if (side < LEAST_WITH_GRID) return;
  const width = side > 24 ? 2 : 1;
  context.fillStyle = paper;
  for (let column = 1; column < columns; column += 1) {
    context.fillRect(left + column * side - width, top, width, rows * side);
  }
  for (let row = 1; row < rows; row += 1) {
    context.fillRect(left, top + row * side - width, columns * side, width);
  }
}

/** Draws the marks; `unit` is a pixel of the style sheet in pixels of the canvas. */
export function drawMarks(
  context: CanvasRenderingContext2D,
  layout: Layout,
  block: number,
  marks: Marks,
  accent: string,
  unit: number,
): void {
  const corner = (bucket: number): { x: number; y: number } =>
    cornerOf(layout, Math.min(layout.count - 1, Math.floor(bucket / block)));
  const centre = (bucket: number): [number, number] => {
    const { x, y } = corner(bucket);
    return [x + layout.side / 2, y + layout.side / 2];
  };
  context.lineJoin = 'round';
  if (marks.path.length > 0) drawPath(context, marks.path, centre, accent, unit);
  const frame = (bucket: number, inner: string, outer: string): void => {
    const { x, y } = corner(bucket);
    const grow = Math.max(2 * unit, (6 * unit - layout.side) / 2);
    const side = layout.side + 2 * grow;
    context.lineWidth = 4.5 * unit;
    context.strokeStyle = outer;
    context.strokeRect(x - grow, y - grow, side, side);
    context.lineWidth = 2.25 * unit;
    context.strokeStyle = inner;
    context.strokeRect(x - grow, y - grow, side, side);
  };
  if (marks.board !== null) frame(marks.board, '#111', '#fff');
  if (marks.picked !== null) frame(marks.picked, accent, '#fff');
}

function drawPath(
  context: CanvasRenderingContext2D,
  path: Marks['path'],
  centre: (bucket: number) => [number, number],
  accent: string,
  unit: number,
): void {
  const line = (width: number, colour: string): void => {
    context.beginPath();
    path.forEach(({ bucket }, index) => {
      const [x, y] = centre(bucket);
      if (index === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    });
    context.lineWidth = width;
    context.strokeStyle = colour;
    context.stroke();
  };
  line(3.5 * unit, 'rgb(255 255 255 / 75%)');
  line(1.5 * unit, accent);
  for (const { bucket, known } of path) {
    const [x, y] = centre(bucket);
    context.beginPath();
    context.arc(x, y, 4.5 * unit, 0, 2 * Math.PI);
    context.fillStyle = known ? accent : '#fff';
    context.fill();
    context.lineWidth = 1.75 * unit;
    context.strokeStyle = known ? '#fff' : accent;
    context.stroke();
  }
}
