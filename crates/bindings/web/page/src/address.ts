/** The views of the page, in the order of the navigation. */
export const VIEWS = ['table', 'lessons', 'play'] as const;

/** The name of a view. */
export type ViewName = (typeof VIEWS)[number];

/** A state of the page as the address bar holds it: `#view/page?name=value`. */
export interface Address {
  view: ViewName;
  /** The part after the slash, such as the number of a lesson; empty if there is none. */
  page: string;
  params: URLSearchParams;
}

/** Reads an address from the hash part of a location; an unknown view becomes the table. */
export function parseAddress(hash: string): Address {
  const text = hash.startsWith('#') ? hash.slice(1) : hash;
  const question = text.indexOf('?');
  const path = question < 0 ? text : text.slice(0, question);
  const params = new URLSearchParams(question < 0 ? '' : text.slice(question + 1));
  const [name = '', page = ''] = path.split('/');
  const view = VIEWS.find((known) => known === name) ?? 'table';
  return { view, page: view === name ? page : '', params };
}

/** Returns the hash part of an address, with its number sign. */
export function formatAddress(address: Address): string {
  const page = address.page === '' ? '' : `/${address.page}`;
  // Slashes and commas need no escape in a fragment, and a reader can then read the address.
  const query = address.params.toString().replaceAll('%2F', '/').replaceAll('%2C', ',');
  return `#${address.view}${page}${query === '' ? '' : `?${query}`}`;
}

/** Returns a position as an address holds it, with underscores for blanks. */
export function fenToParam(fen: string): string {
  return fen.replaceAll(' ', '_');
}

/** Returns a position from an address, with blanks for underscores. */
export function fenFromParam(param: string): string {
  return param.replaceAll('_', ' ');
}

/** Returns a whole number of an address that lies in a range, else the fallback. */
export function numberParam(
  params: URLSearchParams,
  name: string,
  least: number,
  most: number,
  fallback: number,
): number {
  const text = params.get(name);
  if (text === null || !/^\d+$/.test(text)) return fallback;
  const value = Number(text);
  return value >= least && value <= most ? value : fallback;
}

/** Returns a word of an address that is among the choices, else the fallback. */
export function choiceParam<T extends string>(
  params: URLSearchParams,
  name: string,
  choices: readonly T[],
  fallback: T,
): T {
  const text = params.get(name);
  return choices.find((choice) => choice === text) ?? fallback;
}
