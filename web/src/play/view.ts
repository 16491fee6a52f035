import type { View } from '../view.ts';

/** Makes the view in its section. */
export function mount(root: HTMLElement): View {
  root.innerHTML = '<h1 id="title-play">lessons</h1>';
  return { show: () => {}, hide: () => {} };
}
