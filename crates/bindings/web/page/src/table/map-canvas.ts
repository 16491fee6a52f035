/** The map of the table on a canvas: a byte a cell, drawn at most once a frame of the screen. */

import { colourOf, onScheme } from '../scheme.ts';
import type { MapBy } from '../wasm.ts';
import { css, palette } from './colours.ts';
import { MARGIN, bucketsPerCell, cellAt, layOut, mostCells, type Layout } from './layout.ts';
import { drawGrid, drawMarks, type Marks } from './map-marks.ts';
import { texts } from '../texts.ts';

/** Least side of a cell in pixels of the style sheet. */
const LEAST_SIDE = 2;
/** Pixels of the canvas for one of the style sheet, at most. */
const MOST_RATIO = 2;
/** Cells up to which a change glows for a moment; with more the whole map would glow. */
const MOST_GLOWING = 4096;
/** Frames that a change glows. */
const GLOW_FRAMES = 24;
/** Share of white in a cell that was written just now. */
const GLOW_SHARE = 0.85;

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('expected a canvas that can be drawn on, found none');
  return context;
}

export class MapCanvas {
  readonly element = document.createElement('canvas');
  /** Is called when the room for cells changes. */
  onResize: () => void = () => undefined;
  /** Is called with the bucket that a reader picks. */
  onPick: (bucket: number) => void = () => undefined;
  /** Is called with the bucket under the pointer, or null. */
  onHover: (bucket: number | null) => void = () => undefined;

  private readonly context = contextOf(this.element);
  /** A pixel a cell; it is enlarged onto the canvas. */
  private readonly small = document.createElement('canvas');
  private readonly smallContext = contextOf(this.small);
  private readonly still = matchMedia('(prefers-reduced-motion: reduce)');
  private pixels = this.smallContext.createImageData(1, 1);
  private words = new Uint32Array(this.pixels.data.buffer);
  private buckets = 1;
  private by: MapBy = 'draft';
  private cells = new Uint8Array(1);
  /** Frames that each cell still glows; empty if the cells are too many. */
  private glow = new Uint8Array(0);
  private place = layOut(1, 1, 1, 0);
  private marks: Marks = { path: [], picked: null, board: null };
  private colours = palette('draft', [0, 0, 0]);
  private paper = 'white';
  private mark = 'red';
  private pending = 0;

  constructor() {
    const canvas = this.element;
    canvas.className = 'map';
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'application');
    canvas.setAttribute('aria-label', texts.mapCanvas.mapOfTheTableArrow);
    new ResizeObserver(() => this.resize()).observe(canvas);
    onScheme(() => {
      this.readScheme();
      this.plan();
    });
    canvas.addEventListener('click', (event) => {
      const bucket = this.bucketAt(event);
      if (bucket !== null) this.onPick(bucket);
    });
    canvas.addEventListener('pointermove', (event) => this.onHover(this.bucketAt(event)));
    canvas.addEventListener('pointerleave', () => this.onHover(null));
    canvas.addEventListener('keydown', (event) => this.step(event));
  }

  /** Where the cells lie. */
  layout(): Layout {
    return this.place;
  }

  /** Returns the number of buckets that a cell stands for. */
  block(): number {
    const { width, height } = this.element;
    const margin = 2 * this.margin();
    const least = LEAST_SIDE * Math.max(1, this.scale());
    return bucketsPerCell(this.buckets, mostCells(width - margin, height - margin, least));
  }

  /** Tells the number of buckets of the table. */
  setBuckets(buckets: number): void {
    this.buckets = Math.max(1, buckets);
    this.cells = new Uint8Array(0);
    this.arrange();
  }

  setColouring(by: MapBy): void {
    this.by = by;
    this.readScheme();
    this.plan();
  }

  /** Shows a new picture of the table. */
  show(next: Uint8Array): void {
    // A picture that was asked for before the canvas changed its size has another number of cells.
    if (next.length !== this.place.count) return;
    if (!this.still.matches) {
      for (let cell = 0; cell < this.glow.length; cell += 1) {
        if (this.cells[cell] !== next[cell] && next[cell] !== 0) this.glow[cell] = GLOW_FRAMES;
      }
    }
    this.cells = new Uint8Array(next);
    this.plan();
  }

  setMarks(marks: Marks): void {
    this.marks = marks;
    this.plan();
  }

  private scale(): number {
    return this.element.width / Math.max(1, this.element.clientWidth);
  }

  private margin(): number {
    return Math.ceil(MARGIN * this.scale());
  }

  private readScheme(): void {
    this.colours = palette(this.by, colourOf('--cell-empty'));
    this.mark = css(colourOf('--mark'));
    this.paper = css(colourOf('--sheet'));
  }

  private resize(): void {
    const canvas = this.element;
    const ratio = Math.min(MOST_RATIO, devicePixelRatio);
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);
    if (width === 0 || (width === canvas.width && height === canvas.height)) return;
    canvas.width = width;
    canvas.height = height;
    this.readScheme();
    this.arrange();
    this.onResize();
  }

  private arrange(): void {
    const { width, height } = this.element;
    this.place = layOut(Math.ceil(this.buckets / this.block()), width, height, this.margin());
    const { columns, rows, count } = this.place;
    this.small.width = columns;
    this.small.height = rows;
    this.pixels = this.smallContext.createImageData(columns, rows);
    this.words = new Uint32Array(this.pixels.data.buffer);
    this.glow = new Uint8Array(count <= MOST_GLOWING ? count : 0);
    if (this.cells.length !== count) this.cells = new Uint8Array(count);
    this.plan();
  }

  private plan(): void {
    if (this.pending === 0) this.pending = requestAnimationFrame(() => this.paint());
  }

  private paint(): void {
    this.pending = 0;
    const { cells, words, colours, context, place } = this;
    for (let cell = 0; cell < cells.length; cell += 1) {
      words[cell] = colours[cells[cell] as number] as number;
    }
    const moving = this.paintGlow();
    this.smallContext.putImageData(this.pixels, 0, 0);
    context.clearRect(0, 0, this.element.width, this.element.height);
    context.imageSmoothingEnabled = false;
    const { left, top, columns, rows, side } = place;
    context.drawImage(this.small, left, top, columns * side, rows * side);
    drawGrid(context, place, this.paper);
    drawMarks(context, place, this.block(), this.marks, this.mark, this.scale());
    if (moving) this.plan();
  }

  /** Whitens the cells that were written a moment ago; returns whether some still glow. */
  private paintGlow(): boolean {
    const { glow, words } = this;
    let moving = false;
    for (let cell = 0; cell < glow.length; cell += 1) {
      const left = glow[cell] as number;
      if (left === 0) continue;
      words[cell] = whiten(words[cell] as number, (left / GLOW_FRAMES) * GLOW_SHARE);
      glow[cell] = left - 1;
      moving = true;
    }
    return moving;
  }

  private bucketAt(event: MouseEvent): number | null {
    const box = this.element.getBoundingClientRect();
    const x = (event.clientX - box.left) * this.scale();
    const y = (event.clientY - box.top) * this.scale();
    const cell = cellAt(this.place, x, y);
    return cell === null ? null : cell * this.block();
  }

  /** Picks a neighbour of the picked cell by an arrow key; the first key picks the first cell. */
  private step(event: KeyboardEvent): void {
    const { columns, count } = this.place;
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -columns,
      ArrowDown: columns,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const { picked } = this.marks;
    const block = this.block();
    const next = picked === null ? 0 : Math.floor(picked / block) + step;
    this.onPick(Math.min(count - 1, Math.max(0, next)) * block);
  }
}

/** Mixes white into a pixel in memory order (red, green, blue, opaque). */
function whiten(word: number, share: number): number {
  const mix = (shift: number): number => {
    const from = (word >>> shift) & 255;
    return Math.round(from + (255 - from) * share) << shift;
  };
  return ((255 << 24) | mix(16) | mix(8) | mix(0)) >>> 0;
}
