/** A small server of static files, with or without the headers of an isolated page. */

import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';
import type { AddressInfo } from 'node:net';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
};

const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export interface Site {
  url: string;
  close(): Promise<void>;
}

/** Serves folders, each under a prefix; the empty prefix is the last resort. The page `blank` is empty. */
export async function serve(folders: Record<string, string>, isolated: boolean): Promise<Site> {
  const server: Server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname).slice(1);
    if (path === 'blank') {
      response.writeHead(200, { 'Content-Type': 'text/html', ...(isolated ? ISOLATION : {}) });
      response.end('<!doctype html><html lang="en"><title>Blank</title><link rel="icon" href="data:,">');
      return;
    }
    // Chromium asks for it beside a text file, and a refusal is an error of the console.
    if (path === 'favicon.ico') {
      response.writeHead(200, { 'Content-Type': 'image/x-icon' }).end();
      return;
    }
    const prefix = Object.keys(folders).find((name) => name !== '' && path.startsWith(name)) ?? '';
    const folder = folders[prefix] ?? '';
    let file = join(folder, normalize(`/${path.slice(prefix.length)}`));
    if (existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html');
    if (!existsSync(file)) {
      response.writeHead(404).end('not found');
      return;
    }
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { 'Content-Type': type, ...(isolated ? ISOLATION : {}) });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
