import { VIEWS, formatAddress, parseAddress, type ViewName } from './address.ts';
import { startScheme } from './scheme.ts';
import { headOf, nameState, type StateName } from './share.ts';
import { pointNavigation, type Mount, type View } from './view.ts';
import { registerServiceWorker } from './worker/offline.ts';
import { texts } from './texts.ts';

const TEXTS = texts.page;

/** The words of each view until it names its state. */
const NAMES: Record<ViewName, StateName> = {
  table: {
    title: TEXTS.theTableAlive,
    description: TEXTS.watchTheTranspositionTable,
  },
  lessons: { title: TEXTS.sixLessons, description: TEXTS.sixLessonsOnWhatA },
  play: { title: TEXTS.playAndAnalyse, description: TEXTS.playChessAgainstAnEngine },
};

// Each view is a file of its own that the browser loads when it is first shown.
const MOUNTS: Record<ViewName, () => Promise<{ mount: Mount }>> = {
  table: () => import('./table/view.ts'),
  lessons: () => import('./lessons/view.ts'),
  play: () => import('./play/view.ts'),
};

const views = new Map<ViewName, View>();
let shown: ViewName | null = null;

function section(name: ViewName): HTMLElement {
  const element = document.getElementById(`view-${name}`);
  if (element === null) throw new Error(`expected a section view-${name}, found none`);
  return element;
}

/** Shows the view that the address bar names. */
async function route(): Promise<void> {
  const address = parseAddress(location.hash);
  const first = shown === null;
  if (shown !== address.view) {
    if (shown !== null) views.get(shown)?.hide();
    for (const name of Object.keys(MOUNTS) as ViewName[]) {
      section(name).hidden = name !== address.view;
    }
    for (const link of document.querySelectorAll<HTMLAnchorElement>('nav a[data-view]')) {
      if (link.dataset.view === address.view) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    shown = address.view;
    headOf(shown);
    if (!first) {
      scrollTo(0, 0);
      document.getElementById('main')?.focus({ preventScroll: true });
    }
  }
  let view = views.get(address.view);
  if (view === undefined) {
    const { mount } = await MOUNTS[address.view]();
    // Another call may have made the view while this one waited for its file.
    view = views.get(address.view);
    if (view === undefined) {
      view = mount(section(address.view));
      views.set(address.view, view);
    }
    if (shown !== address.view) return;
  }
  const now = parseAddress(location.hash);
  pointNavigation(now.view, formatAddress(now));
  view.show(now);
}

/** Shows an error that no view has handled. */
function fail(error: unknown): void {
  const text = error instanceof Error ? error.message : String(error);
  const notice = document.createElement('p');
  notice.className = 'notice';
  notice.setAttribute('role', 'alert');
  notice.textContent = TEXTS.thisPartOfThePage(text);
  document.getElementById('main')?.prepend(notice);
}

document.querySelector('[data-skip]')?.addEventListener('click', (event) => {
  event.preventDefault();
  document.getElementById('main')?.focus();
});
for (const view of VIEWS) nameState(view, NAMES[view]);
startScheme();
addEventListener('hashchange', () => void route().catch(fail));
void route().catch(fail);

if (import.meta.env.PROD) void registerServiceWorker();
