/** Where the cells of the map lie: rows from the top, each from the left. */

export interface Layout {
  /** Cells that are drawn. */
  count: number;
  columns: number;
  rows: number;
  /** Side of a cell in pixels of the canvas. */
  side: number;
  /** Empty pixels at the left and at the top, which centre the map. */
  left: number;
  top: number;
}

/** Returns the number of buckets that a cell stands for, when at most `most` cells fit. */
export function bucketsPerCell(buckets: number, most: number): number {
  return Math.max(1, Math.ceil(buckets / Math.max(1, most)));
}

/** Returns how many cells of `least` pixels fit. */
export function mostCells(width: number, height: number, least: number): number {
  return Math.max(1, Math.floor(width / least) * Math.floor(height / least));
}

/** Share of the largest side that full rows may cost. */
const FULL_ROWS = 0.82;

/** Empty pixels at each edge, which leave room for the frames of the outer cells. */
export const MARGIN = 4;

/**
 * Lays out cells as large squares as fit into a canvas inside a margin; small tables get rows of equal length.
 */
export function layOut(
  count: number,
  canvasWidth: number,
  canvasHeight: number,
  margin = MARGIN,
): Layout {
  const cells = Math.max(1, count);
  const width = Math.max(1, canvasWidth - 2 * margin);
  const height = Math.max(1, canvasHeight - 2 * margin);
  const sideFor = (columns: number): number =>
    Math.min(Math.floor(width / columns), Math.floor(height / Math.ceil(cells / columns)));
  let side = Math.max(1, Math.floor(Math.sqrt((width * height) / cells)));
  while (side > 1 && Math.floor(width / side) * Math.floor(height / side) < cells) side -= 1;
  let columns = Math.min(cells, Math.max(1, Math.floor(width / side)));
  const power = 2 ** Math.round(Math.log2(Math.sqrt((cells * width) / Math.max(1, height))));
  const full = [power, power / 2].find(
    (each) => each >= 1 && cells % each === 0 && sideFor(each) >= FULL_ROWS * side,
  );
  if (full !== undefined) {
    columns = full;
    side = sideFor(full);
  }
  const rows = Math.ceil(cells / columns);
  return {
    count: cells,
    columns,
    rows,
    side,
    left: margin + Math.max(0, Math.floor((width - columns * side) / 2)),
    top: margin + Math.max(0, Math.floor((height - rows * side) / 2)),
  };
}

/** Returns the cell at a point of the canvas, or null beside the map. */
export function cellAt(layout: Layout, x: number, y: number): number | null {
  const column = Math.floor((x - layout.left) / layout.side);
  const row = Math.floor((y - layout.top) / layout.side);
  if (column < 0 || column >= layout.columns || row < 0) return null;
  const cell = row * layout.columns + column;
  return cell < layout.count ? cell : null;
}

/** Returns the corner of a cell in pixels of the canvas. */
export function cornerOf(layout: Layout, cell: number): { x: number; y: number } {
  const row = Math.floor(cell / layout.columns);
  const column = cell - row * layout.columns;
  return { x: layout.left + column * layout.side, y: layout.top + row * layout.side };
}
