/** The few elements that only this view needs, beside those of `../dom` and `../controls`. */

import { fresh } from '../controls';
import { h } from '../dom';

/** Makes a button with attributes. */
export function button(
  label: string,
  act: () => void,
  attributes: Record<string, string | number | boolean | null> = {},
): HTMLButtonElement {
  return h('button', { type: 'button', ...attributes, onclick: act }, label);
}

/** Makes a field: a label above its control. */
export function field(label: string, control: HTMLElement): HTMLDivElement {
  control.id ||= fresh('play');
  return h('div', { class: 'field' }, h('label', { for: control.id }, label), control);
}

/** Hands a file to the reader. */
export function download(name: string, content: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  h('a', { href: address, download: name }).click();
  // The browser has taken the content by the time of the next task.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
