import { expect, test } from 'vitest';
import { packageOf } from '../../scripts/notices.mjs';

test('a module is from the innermost package of its path', () => {
  expect(packageOf('/w/node_modules/uplot/dist/uPlot.esm.js')).toBe('uplot');
  expect(packageOf('/w/node_modules/a/node_modules/@scope/b/index.css?inline')).toBe('@scope/b');
  expect(packageOf('C:\\w\\node_modules\\@scope\\b\\index.js')).toBe('@scope/b');
  expect(packageOf('\0vite/preload-helper.js')).toBe('vite');
  expect(packageOf('\0rolldown/runtime.js')).toBe('rolldown');
  expect(packageOf('/w/src/main.ts')).toBeNull();
});
