import { useSyncExternalStore } from 'react';
import './screen-cover.css';

/**
 * True while the page is hidden behind the cover layer (screen lock). Nothing of the page, including dialogs and toasts, is
 * painted, found by a search, printed, read aloud or reachable by a key. The page keeps its content.
 */
let covered = false;
let layer: HTMLElement | undefined;
let focused: Element | null = null;
let hiddenElements: HTMLElement[] = [];
const listeners = new Set<() => void>();

export function screenCoverElement(): HTMLElement {
  if (layer) return layer;
  layer = document.createElement('div');
  layer.className = 'cover-layer';
  // A key typed in the cover layer must not press a button of the page below.
  layer.addEventListener('keydown', (event) => event.stopPropagation());
  document.body.append(layer);
  return layer;
}

const notifyListeners = (): void => listeners.forEach((listener) => listener());

export function coverScreen(): void {
  if (covered) return;
  covered = true;
  const shown = screenCoverElement();
  focused = document.activeElement;
  if (focused instanceof HTMLElement) focused.blur();
  document.documentElement.toggleAttribute('data-covered', true);
  hiddenElements = [...document.body.children].filter(
    (child): child is HTMLElement => child instanceof HTMLElement && child !== shown && !child.inert,
  );
  for (const child of hiddenElements) child.inert = true;
  notifyListeners();
}

export function uncoverScreen(): void {
  if (!covered) return;
  covered = false;
  document.documentElement.removeAttribute('data-covered');
  for (const child of hiddenElements) child.inert = false;
  hiddenElements = [];
  if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
  focused = null;
  notifyListeners();
}

const isCovered = (): boolean => covered;

function subscribeToCover(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns true while the page is covered. Used by parts that must stop while the user cannot see them, such as a camera. */
export const useIsCovered = (): boolean => useSyncExternalStore(subscribeToCover, isCovered);

/**
 * Hides the page while the app is in the background, because on return the browser first shows the last frame that it painted.
 */
export const coverInBackground = (away: boolean): void =>
  void document.documentElement.toggleAttribute('data-away', away);

/**
 * Blocks keys while the page is covered. Call it once at page start, before other listeners are added: dialogs listen on
 * `window` for Escape, and the full-screen signature for the space key. Without the block, a password typed on the cover would
 * reach both.
 */
export function guardKeys(): void {
  const onKey = (event: Event) => {
    if (!covered) return;
    const isOurs = event.target instanceof Node && layer?.contains(event.target) === true;
    if (isOurs && !(event instanceof KeyboardEvent && event.key === 'Escape')) return;
    event.stopImmediatePropagation();
  };
  for (const type of ['keydown', 'keypress', 'keyup'] as const) window.addEventListener(type, onKey, true);
}
