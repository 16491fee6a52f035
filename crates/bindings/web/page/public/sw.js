// The service worker of the page. It keeps the files of the page, so that the page opens without a network,
// and adds the two headers by which a browser lets the page share memory with its worker.
//
// `scripts/precache.mjs` writes the version and the list of files into the copy in dist/.
const VERSION = 'unbuilt';
const FILES = [];

const CACHE = `palimpsest-${VERSION}`;

/** Returns the answer with the headers of a page that is cross-origin isolated. */
function isolated(answer) {
  if (answer.status === 0 || answer.type === 'opaque') return answer;
  const headers = new Headers(answer.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  return new Response(answer.body, {
    status: answer.status,
    statusText: answer.statusText,
    headers,
  });
}

/** Answers from the cache; a file that is not there comes from the network. */
async function answer(request) {
  const cache = await caches.open(CACHE);
  // A reader may open any file; an address that is none is the page.
  const opens = request.mode === 'navigate';
  const kept = (await cache.match(request, { ignoreSearch: opens })) ?? (opens ? await cache.match('./') : undefined);
  if (kept !== undefined) return isolated(kept);
  const fresh = await fetch(request);
  if (fresh.ok && fresh.type === 'basic' && FILES.length > 0) {
    await cache.put(request, fresh.clone());
  }
  return isolated(fresh);
}

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      await cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })));
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith('palimpsest-') && name !== CACHE) await caches.delete(name);
      }
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const request = event.request;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith(answer(request));
});
