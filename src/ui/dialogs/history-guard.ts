/** Receives a step in the browser's history before the router; `stopImmediatePropagation` keeps it from the router. */
export type HistoryGuard = (event: PopStateEvent) => void;

let guard: HistoryGuard | null = null;

/**
 * Starts listening. Call it once, when the page starts and before the router exists: Chromium calls a window's listeners in the
 * order of their registration, capture or not.
 */
export function listenToHistory(): void {
  window.addEventListener('popstate', (event) => guard?.(event));
}

/** Sets the guard, one at a time. Returns a function that removes it. */
export function raiseHistoryGuard(raised: HistoryGuard): () => void {
  guard = raised;
  return () => {
    if (guard === raised) guard = null;
  };
}
