import { formatAddress, type Address, type ViewName } from './address.ts';

/** A view of the page. The page makes it when it is first shown and keeps it from then on. */
export interface View {
  /** Shows the state of an address; called on each change of the address bar too. */
  show(address: Address): void;
  /** Rests: stops searches and drawing until the next `show`. */
  hide(): void;
}

/** The function by which the module of a view makes it in its section. */
export type Mount = (root: HTMLElement) => View;

/** Writes a state into the address bar without a new entry of the history and without `show`. */
export function keepAddress(address: Address): void {
  const hash = formatAddress(address);
  history.replaceState(null, '', hash);
  pointNavigation(address.view, hash);
}

/** Writes a state into the address bar as a new entry of the history, without `show`. */
export function pushAddress(address: Address): void {
  const hash = formatAddress(address);
  history.pushState(null, '', hash);
  pointNavigation(address.view, hash);
}

/** Lets the link of a view lead back to the state that the reader left. */
export function pointNavigation(view: ViewName, hash: string): void {
  document.querySelector(`nav a[data-view="${view}"]`)?.setAttribute('href', hash);
}

/** Goes to an address with a new entry of the history; the view of the address is shown. */
export function goTo(address: Address): void {
  location.hash = formatAddress(address);
}
