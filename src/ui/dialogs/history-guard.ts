/**
 * Called before the router at each step in the browser's history; `stopImmediatePropagation` hides the step from the router.
 */
export type HistoryGuard = (event: PopStateEvent) => void;

let currentHistoryGuard: HistoryGuard | null = null;

/**
 * Starts listening. Call it once at page load and before the router exists, because Chromium calls a window's listeners in the
 * order of registration, even with `capture`.
 */
export function listenToHistory(): void {
  window.addEventListener('popstate', (event) => currentHistoryGuard?.(event));
}

/** Sets the guard, of which there is one at a time. Returns a function that removes it. */
export function setHistoryGuard(raised: HistoryGuard): () => void {
  currentHistoryGuard = raised;
  return () => {
    if (currentHistoryGuard === raised) currentHistoryGuard = null;
  };
}
