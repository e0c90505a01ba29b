import { useSyncExternalStore } from 'react';
import './screen-cover.css';

/**
 * True while the page is hidden with its content intact: no part of it is painted, found, printed, read aloud or reached by a
 * key, including dialogs and toasts. Only the content of the cover layer is visible.
 */
let covered = false;
let layer: HTMLElement | undefined;
let focused: Element | null = null;
let hidden: HTMLElement[] = [];
const listeners = new Set<() => void>();

/** Returns the element for the content that is shown instead of the page. */
export function screenCoverElement(): HTMLElement {
  if (layer) return layer;
  layer = document.createElement('div');
  layer.className = 'cover-layer';
  // Keys typed here must not press a button of the page below.
  layer.addEventListener('keydown', (event) => event.stopPropagation());
  document.body.append(layer);
  return layer;
}

const tell = (): void => listeners.forEach((listener) => listener());

export function coverScreen(): void {
  if (covered) return;
  covered = true;
  const shown = screenCoverElement();
  focused = document.activeElement;
  if (focused instanceof HTMLElement) focused.blur();
  document.documentElement.toggleAttribute('data-covered', true);
  hidden = [...document.body.children].filter(
    (child): child is HTMLElement => child instanceof HTMLElement && child !== shown && !child.inert,
  );
  for (const child of hidden) child.inert = true;
  tell();
}

export function uncoverScreen(): void {
  if (!covered) return;
  covered = false;
  document.documentElement.removeAttribute('data-covered');
  for (const child of hidden) child.inert = false;
  hidden = [];
  if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
  focused = null;
  tell();
}

const isCovered = (): boolean => covered;

function onCover(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns whether the page is covered, for parts that must not continue unseen, such as a camera. */
export const useCovered = (): boolean => useSyncExternalStore(onCover, isCovered);

/** Covers the page while it is in the background, because the browser shows its last frame first when the user returns. */
export const coverInBackground = (away: boolean): void =>
  void document.documentElement.toggleAttribute('data-away', away);

/**
 * Blocks keys while the page is covered. Call it once, when the page starts and before any other listener: dialogs listen for
 * Escape, and the full-screen signature for the space key, at the window. Both are hidden while the user types a password.
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
