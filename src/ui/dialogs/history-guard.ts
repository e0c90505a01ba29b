/**
 * Called before the router at each step in the browser's history; `stopImmediatePropagation` hides the step from the router.
 */
export type HistoryGuard = (event: PopStateEvent) => void;

/** Returns the router's position in the history; null for an entry that the router did not create. */
export function historyPositionOf(state: unknown): number | null {
  const known = typeof state === 'object' && state !== null && 'idx' in state;
  return known && typeof state.idx === 'number' ? state.idx : null;
}

/** Guards of the page, the newest last. Only the newest is called, because each of them would undo the step. */
let historyGuards: readonly HistoryGuard[] = [];

/**
 * Starts listening. Call it once at page load and before the router exists, because Chromium calls a window's listeners in the
 * order of registration, even with `capture`.
 */
export function listenToHistory(): void {
  window.addEventListener('popstate', (event) => historyGuards.at(-1)?.(event));
}

/** Adds a guard, which replaces earlier ones until it is removed. Returns a function that removes it. */
export function setHistoryGuard(raised: HistoryGuard): () => void {
  historyGuards = [...historyGuards, raised];
  return () => {
    historyGuards = historyGuards.filter((guard) => guard !== raised);
  };
}
