/** Hears of a step in the browser's history before the router does; `stopImmediatePropagation` keeps it from the router. */
export type HistoryGuard = (event: PopStateEvent) => void;

let guard: HistoryGuard | null = null;

/**
 * Once, when the page starts and before the router is there: Chromium calls a window's listeners in the order of their
 * registration, capture or not.
 */
export function watchHistory(): void {
  window.addEventListener('popstate', (event) => guard?.(event));
}

/** One at a time. Returns what takes it away. */
export function raiseHistoryGuard(raised: HistoryGuard): () => void {
  guard = raised;
  return () => {
    if (guard === raised) guard = null;
  };
}
