/** The map of the table on a canvas: a byte a cell, drawn at most once a frame of the screen. */

import { colourOf, onScheme } from '../scheme.ts';
import type { MapBy } from '../wasm.ts';
import { css, palette, type Rgb } from './colours.ts';
import { MARGIN, bucketsPerCell, cellAt, layOut, mostCells, type Layout } from './layout.ts';
import { drawGrid, drawMarks, type Marks } from './map-marks.ts';

/** Least side of a cell in pixels of the style sheet. */
const LEAST_SIDE = 2;
/** Cells up to which a change glows for a moment; with more the whole map would glow. */
const MOST_GLOWING = 4096;
/** Frames that a change glows. */
const GLOW_FRAMES = 24;

export interface MapCanvas {
  element: HTMLCanvasElement;
  /** Most cells that the canvas has room for. */
  capacity(): number;
  layout(): Layout;
  /** Buckets that a cell stands for. */
  block(): number;
  /** Tells the number of buckets of the table. */
  setBuckets(buckets: number): void;
  setColouring(by: MapBy): void;
  /** Shows a new picture of the table. */
  show(cells: Uint8Array): void;
  setMarks(marks: Marks): void;
  /** Is called when the room for cells changes. */
  onResize: () => void;
  /** Is called with the bucket that a reader picks. */
  onPick: (bucket: number) => void;
  /** Is called with the bucket under the pointer, or null. */
  onHover: (bucket: number | null) => void;
}

/** Makes the canvas. */
export function mapCanvas(): MapCanvas {
  const canvas = document.createElement('canvas');
  canvas.className = 'map';
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'application');
  canvas.setAttribute('aria-label', 'Map of the table. Arrow keys move between the cells.');
  const context = canvas.getContext('2d');
  const small = document.createElement('canvas');
  const smallContext = small.getContext('2d');
  if (context === null || smallContext === null)
    throw new Error('expected a canvas that can be drawn on, found none');

  const still = matchMedia('(prefers-reduced-motion: reduce)');
  let buckets = 1;
  let by: MapBy = 'draft';
  let cells: Uint8Array = new Uint8Array(1);
  let before: Uint8Array = new Uint8Array(1);
  let glow: Uint8Array = new Uint8Array(0);
  let pixels = smallContext.createImageData(1, 1);
  let words = new Uint32Array(pixels.data.buffer);
  let layout = layOut(1, 1, 1);
  let marks: Marks = { path: [], picked: null, board: null };
  let colours = palette(by, [0, 0, 0]);
  let paper = 'white';
  let mark: Rgb = [168, 55, 27];
  let pending = 0;

  const scale = (): number => canvas.width / Math.max(1, canvas.clientWidth);
  const margin = (): number => Math.ceil(MARGIN * scale());
  const capacity = (): number =>
    mostCells(
      (canvas.width || 600) - 2 * margin(),
      (canvas.height || 400) - 2 * margin(),
      LEAST_SIDE * Math.max(1, scale()),
    );
  const block = (): number => bucketsPerCell(buckets, capacity());

  const readScheme = (): void => {
    colours = palette(by, colourOf('--cell-empty'));
    mark = colourOf('--mark');
    paper = css(colourOf('--sheet'));
  };

  const arrange = (): void => {
    layout = layOut(Math.ceil(buckets / block()), canvas.width, canvas.height, margin());
    small.width = layout.columns;
    small.height = layout.rows;
    pixels = smallContext.createImageData(layout.columns, layout.rows);
    words = new Uint32Array(pixels.data.buffer);
    glow = new Uint8Array(layout.count <= MOST_GLOWING ? layout.count : 0);
    if (cells.length !== layout.count) {
      cells = new Uint8Array(layout.count);
      before = cells;
    }
    plan();
  };

  /** Whitens a cell that was written a moment ago. */
  const glowing = (word: number, strength: number): number => {
    const part = (strength / GLOW_FRAMES) * 0.85;
    const mix = (shift: number): number => {
      const from = (word >>> shift) & 255;
      return Math.round(from + (255 - from) * part) << shift;
    };
    return ((255 << 24) | mix(16) | mix(8) | mix(0)) >>> 0;
  };

  const paint = (): void => {
    pending = 0;
    let moving = false;
    const count = Math.min(layout.count, cells.length);
    for (let cell = 0; cell < count; cell += 1) {
      words[cell] = colours[cells[cell] as number] as number;
    }
    if (!still.matches) {
      for (let cell = 0; cell < Math.min(glow.length, count); cell += 1) {
        const strength = glow[cell] as number;
        if (strength === 0) continue;
        words[cell] = glowing(words[cell] as number, strength);
        glow[cell] = strength - 1;
        moving = true;
      }
    }
    smallContext.putImageData(pixels, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingEnabled = false;
    const { left, top, columns, rows, side } = layout;
    context.drawImage(small, left, top, columns * side, rows * side);
    drawGrid(context, layout, paper);
    drawMarks(context, layout, block(), marks, css(mark), scale());
    if (moving) plan();
  };

  const plan = (): void => {
    if (pending === 0) pending = requestAnimationFrame(paint);
  };

  const bucketAt = (event: MouseEvent): number | null => {
    const box = canvas.getBoundingClientRect();
    const cell = cellAt(
      layout,
      (event.clientX - box.left) * scale(),
      (event.clientY - box.top) * scale(),
    );
    return cell === null ? null : cell * block();
  };

  const map: MapCanvas = {
    element: canvas,
    capacity,
    layout: () => layout,
    block,
    setBuckets: (count) => {
      buckets = Math.max(1, count);
      cells = new Uint8Array(0);
      arrange();
    },
    setColouring: (next) => {
      by = next;
      readScheme();
      plan();
    },
    show: (next) => {
      // A picture that was asked for before the canvas changed its size has another number of cells.
      if (next.length !== layout.count) return;
      before = cells;
      cells = next;
      if (glow.length > 0 && before.length === next.length && !still.matches) {
        for (let cell = 0; cell < glow.length; cell += 1) {
          if (before[cell] !== next[cell] && next[cell] !== 0) glow[cell] = GLOW_FRAMES;
        }
      }
      plan();
    },
    setMarks: (next) => {
      marks = next;
      plan();
    },
    onResize: () => undefined,
    onPick: () => undefined,
    onHover: () => undefined,
  };

  new ResizeObserver(() => {
    const ratio = Math.min(2, devicePixelRatio);
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);
    if (width === 0 || (width === canvas.width && height === canvas.height)) return;
    canvas.width = width;
    canvas.height = height;
    readScheme();
    arrange();
    map.onResize();
  }).observe(canvas);
  onScheme(() => {
    readScheme();
    plan();
  });
  canvas.addEventListener('click', (event) => {
    const bucket = bucketAt(event);
    if (bucket !== null) map.onPick(bucket);
  });
  canvas.addEventListener('pointermove', (event) => map.onHover(bucketAt(event)));
  canvas.addEventListener('pointerleave', () => map.onHover(null));
  canvas.addEventListener('keydown', (event) => {
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -layout.columns,
      ArrowDown: layout.columns,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const from = marks.picked === null ? -Math.max(0, step) : Math.floor(marks.picked / block());
    const cell = Math.min(layout.count - 1, Math.max(0, from + step));
    map.onPick(cell * block());
  });
  return map;
}
