/** Numbers and lists in words. */

import { texts, type Noun } from './texts';

const TEXTS = texts.words;

const whole = new Intl.NumberFormat('en-GB');

/** Returns a whole number with commas. */
export function num(value: number): string {
  return whole.format(Math.round(value));
}

/** Returns a number with its noun, in the plural where it is not one. */
export function counted(value: number, [one, several]: Noun): string {
  return `${num(value)} ${value === 1 ? one : several}`;
}

/** Returns a share as a percentage: whole numbers, but never 0 or 100 unless it is exact. */
export function percent(part: number, of: number): string {
  if (of === 0) return '0 %';
  const share = (100 * part) / of;
  if (part > 0 && share < 1) return TEXTS.underOnePercent;
  if (part < of && share > 99) return TEXTS.over99Percent;
  return `${Math.round(share)} %`;
}

/** Returns a power of two of bytes with its unit. */
export function bytes(value: number): string {
  if (value >= 1 << 30) return TEXTS.gib(value / (1 << 30));
  if (value >= 1 << 20) return TEXTS.mib(value / (1 << 20));
  if (value >= 1 << 10) return TEXTS.kib(value / (1 << 10));
  return TEXTS.bytes(value);
}

/** Returns a large number in short: 950, 12.4 k, 3.1 M. */
export function short(value: number): string {
  if (value < 1000) return String(Math.round(value));
  const [scaled, unit] = value < 1e6 ? [value / 1e3, 'k'] : [value / 1e6, 'M'];
  return `${scaled < 100 ? scaled.toFixed(1).replace(/\.0$/, '') : Math.round(scaled)} ${unit}`;
}

/** Returns a list in a sentence: "a", "a and b", "a, b and c". */
export function listed(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return TEXTS.and(items.slice(0, -1).join(', '), items.at(-1) ?? '');
}

/** Returns a time in words, as exactly as an estimate is: "3 s", "2 min", "5 hours". */
export function duration(seconds: number): string {
  if (seconds < 100) return TEXTS.seconds(Math.max(1, Math.round(seconds)));
  if (seconds < 100 * 60) return TEXTS.minutes(Math.round(seconds / 60));
  if (seconds < 48 * 3600) return counted(seconds / 3600, texts.nouns.hour);
  return TEXTS.days;
}
