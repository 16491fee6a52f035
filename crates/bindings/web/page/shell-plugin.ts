/** Puts the texts of `src/texts.ts` into the page's frame, `index.html`: `{{skip}}` is `texts.shell.skip`. */

import type { Plugin } from 'vite';
import { texts } from './src/texts.ts';

/** Returns the frame with its texts. */
export function filled(html: string): string {
  const words: Record<string, string> = texts.shell;
  return html.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const text = words[name];
    if (text === undefined) throw new Error(`expected a text of the shell, found ${name}`);
    return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  });
}

/** Returns the plugin. */
export function shell(): Plugin {
  return { name: 'shell', transformIndexHtml: { order: 'pre', handler: filled } };
}
