/**
 * Writes a content security policy into the built page: it runs scripts of its own site alone, none that stands in
 * the page, and sends nothing elsewhere. The server of `npm run dev` puts styles into the page, so it has no policy.
 */

import type { Plugin } from 'vite';

/** The policy of each page of the site. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self'",
  // A drawing becomes a PNG file by way of a picture that the page itself makes.
  "img-src 'self' blob:",
  "style-src 'self'",
  // cm-chessboard places a piece that is dragged by its attribute.
  "style-src-attr 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Returns the plugin. */
export function policy(): Plugin {
  return {
    name: 'policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY },
        injectTo: 'head-prepend',
      },
    ],
  };
}
