/** The service worker: it keeps the page for use without a network and asks for shared memory. */

const RELOADED = 'palimpsest-reloaded';

/**
 * Registers `sw.js`. Where the host sends no isolation headers, the page is loaded once more as soon as the
 * service worker can add them; it does so once a session, so that a browser that refuses does not loop.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register(new URL('sw.js', document.baseURI));
    if (globalThis.crossOriginIsolated) return;
    await navigator.serviceWorker.ready;
    if (sessionStorage.getItem(RELOADED) !== null) return;
    sessionStorage.setItem(RELOADED, 'yes');
    location.reload();
  } catch {
    // A browser that refuses service workers (private windows of some) shows the page all the same.
  }
}
