import { describe, expect, it } from 'vitest';
import {
  SCALE,
  byteColour,
  legend,
  luminance,
  palette,
  scaleColour,
} from '../../src/table/colours.ts';
import { bucketsPerCell, cellAt, cornerOf, layOut, mostCells } from '../../src/table/layout.ts';
import type { MapBy } from '../../src/wasm.ts';

const COLOURINGS: MapBy[] = ['occupancy', 'draft', 'bound', 'age', 'hits'];

describe('the scale of colours', () => {
  it('grows lighter from step to step, so that lightness alone tells values apart', () => {
    let before = -1;
    for (let step = 0; step <= 50; step += 1) {
      const light = luminance(scaleColour(step / 50));
      expect(light).toBeGreaterThan(before);
      before = light;
    }
  });

  it('ends at its first and last stop, whatever is asked', () => {
    expect(scaleColour(-1)).toEqual(SCALE[0]);
    expect(scaleColour(2)).toEqual(SCALE.at(-1));
  });

  it('never falls as a byte of an ordered colouring grows', () => {
    for (const by of COLOURINGS) {
      let before = 0;
      for (let byte = 1; byte < 256; byte += 1) {
        const light = luminance(byteColour(by, byte));
        // Channels are whole numbers, so that a step may lose by rounding what the next one gains.
        expect(light).toBeGreaterThan(before - 0.003);
        before = Math.max(before, light);
      }
    }
  });

  it('has three bounds that differ in contrast by 1.8 or more', () => {
    const light = [85, 170, 255].map((byte) => luminance(byteColour('bound', byte)) + 0.05);
    expect((light[1] ?? 0) / (light[0] ?? 1)).toBeGreaterThan(1.8);
    expect((light[2] ?? 0) / (light[1] ?? 1)).toBeGreaterThan(1.8);
  });

  it('puts the empty colour at byte 0 and opaque pixels everywhere', () => {
    const words = palette('draft', [1, 2, 3]);
    const bytes = new Uint8Array(words.buffer);
    expect([...bytes.slice(0, 4)]).toEqual([1, 2, 3, 255]);
    for (let byte = 0; byte < 256; byte += 1) expect(bytes[byte * 4 + 3]).toBe(255);
    expect([...bytes.slice(40 * 4, 40 * 4 + 3)]).toEqual(byteColour('draft', 40));
  });

  it('has a legend from little to much for each colouring', () => {
    for (const by of COLOURINGS) {
      const bytes = legend(by).map((item) => item.byte);
      expect(bytes).toEqual([...bytes].sort((a, b) => a - b));
      expect(new Set(legend(by).map((item) => item.label)).size).toBe(bytes.length);
      expect(Math.min(...bytes)).toBeGreaterThan(0);
    }
  });
});

describe('the layout of the cells', () => {
  const canvases = [
    [800, 500],
    [1600, 1000],
    [330, 330],
    [660, 660],
    [97, 53],
  ] as const;

  it('holds every cell inside the canvas', () => {
    for (const [width, height] of canvases) {
      for (const count of [1, 2, 16, 64, 128, 1000, 1024, 4096, 5000]) {
        const layout = layOut(count, width, height, 0);
        expect(layout.columns * layout.rows).toBeGreaterThanOrEqual(count);
        expect(layout.columns * (layout.rows - 1)).toBeLessThan(count);
        expect(layout.columns * layout.side).toBeLessThanOrEqual(width);
        expect(layout.rows * layout.side).toBeLessThanOrEqual(height);
      }
    }
  });

  it('leaves a margin for the frames of the outer cells', () => {
    const layout = layOut(64, 800, 500, 6);
    expect(cornerOf(layout, 0).y).toBeGreaterThanOrEqual(6);
    expect(cornerOf(layout, 63).y + layout.side).toBeLessThanOrEqual(500 - 6);
  });

  it('gives back the cell of each corner and of each far pixel', () => {
    for (const [width, height] of canvases) {
      const layout = layOut(700, width, height);
      for (let cell = 0; cell < 700; cell += 1) {
        const { x, y } = cornerOf(layout, cell);
        expect(cellAt(layout, x, y)).toBe(cell);
        expect(cellAt(layout, x + layout.side - 0.5, y + layout.side - 0.5)).toBe(cell);
      }
    }
  });

  it('has no cell beside the map', () => {
    const layout = layOut(10, 800, 500);
    expect(cellAt(layout, layout.left - 1, layout.top + 1)).toBeNull();
    expect(cellAt(layout, 799, 499.9)).toBeNull();
    expect(cellAt(layout, layout.left + 1, -1)).toBeNull();
  });

  it('draws a table of 64 buckets as full rows', () => {
    expect(64 % layOut(64, 800, 500).columns).toBe(0);
  });

  it('groups buckets when they outnumber the cells', () => {
    expect(bucketsPerCell(64, 100_000)).toBe(1);
    expect(bucketsPerCell(262_144, 100_000)).toBe(3);
    for (const buckets of [1, 64, 100_000, 262_144, 4_194_304]) {
      const most = mostCells(800, 500, 2);
      const block = bucketsPerCell(buckets, most);
      expect(Math.ceil(buckets / block)).toBeLessThanOrEqual(most);
      expect(buckets / block).toBeGreaterThan(Math.min(buckets, most) / 2);
    }
  });
});
