import { useSyncExternalStore } from 'react';
import './screen-cover.css';

/**
 * True while the page is hidden behind the cover layer (screen lock). Nothing of the page, including dialogs and toasts, is
 * painted, found by a search, printed, read aloud or reachable by a key. The page keeps its content.
 */
let isScreenCovered = false;
let coverLayer: HTMLElement | undefined;
let focusedBeforeCover: Element | null = null;
let inertElements: HTMLElement[] = [];
const coverListeners = new Set<() => void>();

export function getOrCreateCoverElement(): HTMLElement {
  if (coverLayer) return coverLayer;
  coverLayer = document.createElement('div');
  coverLayer.className = 'cover-layer';
  // A key typed in the cover layer must not press a button of the page below.
  coverLayer.addEventListener('keydown', (event) => event.stopPropagation());
  document.body.append(coverLayer);
  return coverLayer;
}

const notifyCoverListeners = (): void => coverListeners.forEach((listener) => listener());

export function coverScreen(): void {
  if (isScreenCovered) return;
  isScreenCovered = true;
  const shown = getOrCreateCoverElement();
  focusedBeforeCover = document.activeElement;
  if (focusedBeforeCover instanceof HTMLElement) focusedBeforeCover.blur();
  document.documentElement.toggleAttribute('data-covered', true);
  inertElements = [...document.body.children].filter(
    (child): child is HTMLElement => child instanceof HTMLElement && child !== shown && !child.inert,
  );
  for (const child of inertElements) child.inert = true;
  notifyCoverListeners();
}

export function uncoverScreen(): void {
  if (!isScreenCovered) return;
  isScreenCovered = false;
  document.documentElement.removeAttribute('data-covered');
  for (const child of inertElements) child.inert = false;
  inertElements = [];
  if (focusedBeforeCover instanceof HTMLElement && focusedBeforeCover.isConnected)
    focusedBeforeCover.focus({ preventScroll: true });
  focusedBeforeCover = null;
  notifyCoverListeners();
}

const isCovered = (): boolean => isScreenCovered;

function subscribeToCover(listener: () => void): () => void {
  coverListeners.add(listener);
  return () => coverListeners.delete(listener);
}

/** Returns true while the page is covered. Used by parts that must stop while the user cannot see them, such as a camera. */
export const useIsCovered = (): boolean => useSyncExternalStore(subscribeToCover, isCovered);

/**
 * Hides the page while the app is in the background, because on return the browser first shows the last frame that it painted.
 */
export const setBackgroundCover = (away: boolean): void =>
  void document.documentElement.toggleAttribute('data-away', away);

/**
 * Blocks keys while the page is covered. Call it once at page start, before other listeners are added: dialogs listen on
 * `window` for Escape, and the full-screen signature for the space key. Without the block, a password typed on the cover would
 * reach both.
 */
export function blockKeysWhileCovered(): void {
  const onKey = (event: Event) => {
    if (!isScreenCovered) return;
    const isOurs = event.target instanceof Node && coverLayer?.contains(event.target) === true;
    if (isOurs && !(event instanceof KeyboardEvent && event.key === 'Escape')) return;
    event.stopImmediatePropagation();
  };
  for (const type of ['keydown', 'keypress', 'keyup'] as const) window.addEventListener(type, onKey, true);
}
