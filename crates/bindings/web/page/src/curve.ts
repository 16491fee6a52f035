/** Curves by uPlot, in the colours of the page. */

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { colourOf, currentScheme, onScheme } from './scheme.ts';
import { css, scaleColour } from './table/colours.ts';
import { short } from './words.ts';

export interface CurveOptions {
  /** Names of the axes. */
  x: string;
  y: string;
  logarithmic?: boolean;
  /** Whether the abscissa is logarithmic. */
  logarithmicX?: boolean;
  series: readonly string[];
  height?: number;
  /** Writes a value of the ordinate. */
  format?: (value: number) => string;
}

export interface Curve {
  show(data: uPlot.AlignedData): void;
  close(): void;
}

/** Distances between the marks of the abscissa, whose values are whole. */
const WHOLE = [1, 2, 5]
  .flatMap((digit) => Array.from({ length: 10 }, (_, power) => digit * 10 ** power))
  .sort((a, b) => a - b);

/** Draws curves into an element and keeps them as wide as it is. */
export function curve(host: HTMLElement, options: CurveOptions, data: uPlot.AlignedData): Curve {
  const format = options.format ?? short;
  let shown = data;
  let plot: uPlot;
  const make = (): uPlot => {
    const ink = css(colourOf('--quiet'));
    const line = css(colourOf('--line'));
    const strokes = [
      css(colourOf('--accent')),
      css(scaleColour(currentScheme() === 'dark' ? 0.65 : 0.3)),
    ];
    const axis = (label: string, write: (value: number) => string): uPlot.Axis => ({
      label,
      stroke: ink,
      font: '12px system-ui, sans-serif',
      labelFont: '12px system-ui, sans-serif',
      labelSize: 20,
      grid: { stroke: line, width: 1 },
      ticks: { stroke: line, width: 1 },
      values: (_, values) => values.map((value) => (value === null ? '' : write(value))),
    });
    return new uPlot(
      {
        width: Math.max(240, host.clientWidth),
        height: options.height ?? 260,
        scales: {
          x: { time: false, distr: options.logarithmicX === true ? 3 : 1 },
          y: { distr: options.logarithmic === true ? 3 : 1 },
        },
        axes: [
          { ...axis(options.x, short), incrs: WHOLE },
          { ...axis(options.y, format), size: 56 },
        ],
        series: [
          { label: options.x },
          ...options.series.map((label, index) => ({
            label,
            stroke: strokes[index] ?? ink,
            width: 2,
            // Dashes tell the curves apart without their colours.
            dash: index === 1 ? [7, 4] : [],
            points: { show: shown[0].length < 60, size: 6 },
            value: (_: uPlot, value: number | null) => (value === null ? '–' : format(value)),
          })),
        ],
        legend: { markers: { fill: (_, at) => strokes[at - 1] ?? ink } },
        cursor: { drag: { x: false, y: false } },
        hooks: {
          // Where no pointer asks for a place, the legend has the numbers of the last one.
          setLegend: [
            (self) => {
              const last = shown[0].length - 1;
              if (self.cursor.idx == null && self.legend.idx !== last && last >= 0)
                self.setLegend({ idx: last });
            },
          ],
          ready: [(self) => self.setLegend({ idx: shown[0].length - 1 })],
        },
      },
      shown,
      host,
    );
  };
  plot = make();
  const watch = new ResizeObserver(() => {
    if (host.clientWidth > 0)
      plot.setSize({ width: Math.max(240, host.clientWidth), height: options.height ?? 260 });
  });
  watch.observe(host);
  onScheme(() => {
    if (!host.isConnected || plot.root.parentElement === null) return;
    plot.destroy();
    plot = make();
  });
  return {
    show: (next) => {
      shown = next;
      plot.setData(next);
    },
    close: () => {
      watch.disconnect();
      plot.destroy();
    },
  };
}
