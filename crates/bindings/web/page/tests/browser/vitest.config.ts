import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// One file after another: the tests of speed share the machine with nobody.
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['tests/browser/*.browser.ts'],
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 60_000,
    reporters: ['verbose'],
  },
});
