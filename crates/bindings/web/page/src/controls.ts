/** Fields and choices that all views share. */

import { h } from './dom.ts';

let count = 0;

/** Returns an identifier that no other element has. */
export function fresh(prefix: string): string {
  count += 1;
  return `${prefix}-${count}`;
}

export interface Option<T extends string> {
  value: T;
  label: string;
  /** A longer name for the pointer and for screen readers. */
  title?: string;
}

export interface Field<T> {
  element: HTMLElement;
  get(): T;
  set(value: T): void;
  enable(yes: boolean): void;
}

/** Makes a row of choices of which one holds. */
export function choice<T extends string>(
  legend: string,
  options: readonly Option<T>[],
  value: T,
  changed: (value: T) => void,
): Field<T> {
  const name = fresh('choice');
  const inputs = options.map((option) =>
    h('input', {
      type: 'radio',
      name,
      value: option.value,
      'aria-label': option.title ?? null,
      onchange: () => changed(option.value),
    }),
  );
  const bar = h(
    'div',
    { class: 'choice' },
    ...options.map((option, index) =>
      h('label', { title: option.title ?? null }, inputs[index], h('span', {}, option.label)),
    ),
  );
  const element = h('fieldset', { class: 'field' }, h('legend', {}, legend), bar);
  const field: Field<T> = {
    element,
    get: () => (inputs.find((input) => input.checked)?.value ?? value) as T,
    set: (next) => {
      for (const input of inputs) input.checked = input.value === next;
    },
    enable: (yes) => {
      for (const input of inputs) input.disabled = !yes;
    },
  };
  field.set(value);
  return field;
}

/** Makes a slider over steps, each with a name of its own. */
export function slider(
  label: string,
  names: readonly string[],
  value: number,
  changed: (value: number) => void,
): Field<number> {
  const id = fresh('slider');
  const output = h('output', { for: id, class: 'numbers' });
  const input = h('input', { id, type: 'range', min: 0, max: names.length - 1, step: 1 });
  const show = (): void => {
    const name = names[Number(input.value)] ?? '';
    output.textContent = name;
    input.setAttribute('aria-valuetext', name);
  };
  input.addEventListener('input', show);
  input.addEventListener('change', () => changed(Number(input.value)));
  const element = h(
    'div',
    { class: 'field' },
    h('div', { class: 'slider-head' }, h('label', { for: id }, label), output),
    input,
  );
  const field: Field<number> = {
    element,
    get: () => Number(input.value),
    set: (next) => {
      input.value = String(next);
      show();
    },
    enable: (yes) => {
      input.disabled = !yes;
    },
  };
  field.set(value);
  return field;
}

/** Makes a list to select from. */
export function select<T extends string>(
  label: string,
  options: readonly Option<T>[],
  value: T,
  changed: (value: T) => void,
): Field<T> {
  const id = fresh('select');
  const input = h(
    'select',
    { id, onchange: () => changed(input.value as T) },
    ...options.map((option) => h('option', { value: option.value }, option.label)),
  );
  input.value = value;
  return {
    element: h('div', { class: 'field' }, h('label', { for: id }, label), input),
    get: () => input.value as T,
    set: (next) => {
      input.value = next;
    },
    enable: (yes) => {
      input.disabled = !yes;
    },
  };
}

/** Makes a button. */
export function button(label: string, act: () => void, kind = ''): HTMLButtonElement {
  return h('button', { type: 'button', class: kind === '' ? null : kind, onclick: act }, label);
}

/** Screens on which parts of a view begin folded, so that the reader sees what there is. */
const NARROW = '(max-width: 40rem)';

export interface Fold {
  element: HTMLElement;
  open(): void;
}

/** Makes parts that their reader folds; they begin folded on a narrow screen. */
export function folded(head: HTMLElement | string, ...parts: (HTMLElement | null)[]): HTMLDetailsElement {
  return h(
    'details',
    { open: !matchMedia(NARROW).matches },
    h('summary', {}, head),
    h('div', { class: 'folded' }, ...parts),
  );
}

/** Makes a panel that its reader folds. */
export function fold(title: string, kind: string, ...parts: (HTMLElement | null)[]): Fold {
  const id = fresh('fold');
  const details = folded(h('h2', { id }, title), ...parts);
  return {
    element: h('section', { class: `panel fold ${kind}`.trim(), 'aria-labelledby': id }, details),
    open: () => {
      details.open = true;
    },
  };
}
