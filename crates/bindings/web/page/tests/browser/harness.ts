/** Starts a browser and the page for a file of tests, and watches the console. */

import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import init, * as module from '../../src/pkg/palimpsest.js';
import type { Wasm } from '../../src/wasm';
import { serve, type Site } from './server';

/** The program `palimpsest`, with which the page is compared; null where none was named. */
export const PROGRAM = process.env.PALIMPSEST ?? null;

export const LONG = process.env.PALIMPSEST_LONG === 'yes';

const path = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));
/** The built page; another folder may be named for trials. */
export const DIST = process.env.PALIMPSEST_DIST ?? path('dist');
export const PACKAGE = path('npm/dist');
export const IMAGES = path('../../../../docs/images');

export interface Opened {
  page: Page;
  context: BrowserContext;
  /** Errors of the console and of scripts so far. */
  errors: string[];
  close(): Promise<void>;
}

export interface OpenOptions {
  hash?: string;
  scheme?: 'dark' | 'light';
  width?: number;
  height?: number;
  scale?: number;
  phone?: boolean;
  site?: Site;
  /** Refuses service workers, so that a site without headers stays without shared memory. */
  noServiceWorker?: boolean;
  /** Suspends the page's content security policy, for a test that runs code of its own in it. */
  noPolicy?: boolean;
}

let browser: Browser;
let isolatedSite: Site;

/** Starts the browser and the server before the tests of a file. */
export function startBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    });
    isolatedSite = await serve({ '': DIST, 'package/': PACKAGE }, true);
  });
  afterAll(async () => {
    await browser.close();
    await isolatedSite.close();
  });
}

/** Opens the page in a profile of its own. */
export async function open(options: OpenOptions = {}): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 900 },
    colorScheme: options.scheme ?? 'light',
    deviceScaleFactor: options.scale ?? 1,
    hasTouch: options.phone ?? false,
    acceptDownloads: true,
    bypassCSP: options.noPolicy ?? false,
    serviceWorkers: options.noServiceWorker === true ? 'block' : 'allow',
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto((options.site ?? isolatedSite).url + (options.hash ?? ''));
  return {
    page,
    context,
    errors,
    close: async () => {
      expect(errors).toEqual([]);
      await context.close();
    },
  };
}

/** Loads the same WebAssembly in node: the library that the page's figures are compared with. */
export async function library(): Promise<Wasm> {
  await init({ module_or_path: readFileSync(path('src/pkg/palimpsest_bg.wasm')) });
  return module as unknown as Wasm;
}
