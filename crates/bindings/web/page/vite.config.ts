import { defineConfig } from 'vite';
import { book } from './book-plugin.ts';
import { policy } from './csp-plugin.ts';
import { noticesPlugin } from './scripts/notices.mjs';
import { shell } from './shell-plugin.ts';

// A page that is cross-origin isolated may share memory with its worker; pause and step need it.
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  // Relative addresses: the site may stand in any folder of a host.
  base: './',
  plugins: [shell(), book(), policy(), noticesPlugin()],
  server: { headers: isolation },
  preview: { headers: isolation },
  worker: { format: 'es' },
  build: { target: 'es2022', assetsInlineLimit: 0 },
});
