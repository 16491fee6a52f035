import { texts } from './texts';

const TEXTS = texts.scheme;

type Scheme = 'dark' | 'light';

/** Returns the scheme that the page shows: the reader's choice, else the system's. */
export function currentScheme(): Scheme {
  const chosen = document.documentElement.dataset.scheme;
  if (chosen === 'dark' || chosen === 'light') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Calls `act` when the scheme changes, for pictures that are drawn on a canvas. */
export function onScheme(act: () => void): void {
  addEventListener('schemechange', act);
}

/** Returns a colour of the style sheet as red, green and blue, for a canvas. */
export function colourOf(property: string): [number, number, number] {
  const probe = document.createElement('span');
  probe.style.color = `var(${property})`;
  document.body.append(probe);
  const parts = getComputedStyle(probe).color.match(/[\d.]+/g) ?? [];
  probe.remove();
  return [Number(parts[0] ?? 0), Number(parts[1] ?? 0), Number(parts[2] ?? 0)];
}

/** Connects the switch between dark and light, and keeps the reader's choice. */
export function startScheme(): void {
  const button = document.getElementById('scheme');
  if (button === null) return;
  const label = (): void => {
    const other = currentScheme() === 'dark' ? TEXTS.light : TEXTS.dark;
    button.textContent = other;
    button.setAttribute('aria-label', TEXTS.showThePageInColours(other.toLowerCase()));
  };
  button.addEventListener('click', () => {
    const scheme: Scheme = currentScheme() === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset.scheme = scheme;
    try {
      localStorage.setItem('scheme', scheme);
    } catch {
      // A browser that keeps nothing still switches.
    }
    label();
    dispatchEvent(new Event('schemechange'));
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    label();
    dispatchEvent(new Event('schemechange'));
  });
  label();
}
