/** Sharing a state of the page: its title, its link, and pictures of it. */

import { VIEWS, type ViewName } from './address.ts';
import { miniBoard, type MiniOptions } from './board/mini.ts';
import sprite from './board/pieces.svg?url';
import { button } from './controls.ts';
import { faultText, h, s, setText } from './dom.ts';
import { download } from './play/dom.ts';
import { texts } from './texts.ts';

const TEXTS = texts.share;

/** The words for a state in the browser's tab and in the preview of a link. */
export interface StateName {
  title: string;
  description: string;
}

const names = new Map<ViewName, StateName>();
let shown: ViewName = VIEWS[0];

function meta(property: string, content: string): void {
  document.querySelector(`meta[property="og:${property}"]`)?.setAttribute('content', content);
}

/** Writes the words of the shown view's state into the head of the page. */
function writeHead(): void {
  const name = names.get(shown);
  if (name === undefined) return;
  document.title = TEXTS.palimpsest(name.title);
  meta('title', document.title);
  meta('description', name.description);
  meta('url', location.href);
  meta('image', new URL('preview.png', document.baseURI).href);
}

/** Names the state of a view; the head has the name while the view is shown. */
export function nameState(view: ViewName, name: StateName): void {
  names.set(view, name);
  if (view === shown) writeHead();
}

/** Tells which view is shown. */
export function headOf(view: ViewName): void {
  shown = view;
  writeHead();
}

/** Side of a board's picture in pixels. */
const BOARD_PIXELS = 1080;
/** Properties of a style sheet that a picture outside of the page needs as attributes. */
const PAINT = ['fill', 'stroke', 'stroke-width', 'stroke-linecap', 'opacity'] as const;

/** Returns a picture of what a canvas shows, as a PNG file. */
export function canvasPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('expected a picture of the canvas, found none'));
      else resolve(blob);
    }, 'image/png');
  });
}

/** Returns the picture of a position, as a PNG file. */
export async function boardPng(fen: string, options: MiniOptions = {}): Promise<Blob> {
  const text = await (await fetch(sprite)).text();
  const pieces = new DOMParser().parseFromString(text, 'image/svg+xml');
  const board = miniBoard(fen, options);
  // The style sheet counts for elements of the page alone.
  const host = h('div', { class: 'unseen', 'aria-hidden': 'true' }, board);
  document.body.append(host);
  for (const element of board.querySelectorAll('*')) {
    const style = getComputedStyle(element);
    for (const name of PAINT) element.setAttribute(name, style.getPropertyValue(name));
  }
  host.remove();
  for (const use of board.querySelectorAll('use')) {
    const piece = pieces.getElementById((use.getAttribute('href') ?? '').replace(/^.*#/, ''));
    const place = `translate(${use.getAttribute('x')} ${use.getAttribute('y')})`;
    const group = s('g', { transform: place });
    if (piece !== null) group.append(document.importNode(piece, true));
    use.replaceWith(group);
  }
  return svgPng(board, BOARD_PIXELS, BOARD_PIXELS);
}

/** Returns a drawing, which needs no style sheet, as a PNG file. */
async function svgPng(svg: SVGSVGElement, width: number, height: number): Promise<Blob> {
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  const text = new XMLSerializer().serializeToString(svg);
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = h('canvas', { width, height });
    canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
    return await canvasPng(canvas);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** A picture that a reader may save. */
export interface SharedPicture {
  /** The name of the file, without ".png". */
  name: string;
  /** The words of the button. */
  label: string;
  make(): Promise<Blob>;
}

/** Makes the buttons that copy the link of the state and save its picture. */
export function shareRow(picture: SharedPicture): HTMLElement {
  const told = h('span', { class: 'small quiet', role: 'status' });
  // A browser without the clipboard shows the link for copying by hand.
  const link = h('input', { type: 'text', readonly: true, 'aria-label': TEXTS.link, hidden: true });
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(location.href);
      setText(told, TEXTS.theLinkIsCopied);
    } catch {
      link.value = location.href;
      link.hidden = false;
      link.select();
      setText(told, TEXTS.thisBrowserDoesNotLet);
    }
  };
  const save = async (): Promise<void> => {
    try {
      download(`${picture.name}.png`, await picture.make(), 'image/png');
      setText(told, TEXTS.thePictureIsSaved);
    } catch (fault) {
      setText(told, faultText(fault));
    }
  };
  return h(
    'div',
    { class: 'row share' },
    button(TEXTS.copyLink, () => void copy()),
    button(picture.label, () => void save()),
    link,
    told,
  );
}
