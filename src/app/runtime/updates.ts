/** State of a newer app version. `apply` activates it and reloads the page; no draft is lost, because drafts are stored. */
export type UpdateState = { readonly name: 'none' } | { readonly name: 'ready'; readonly apply: () => void };

let state: UpdateState = { name: 'none' };
const listeners = new Set<() => void>();

export const readUpdate = (): UpdateState => state;

export function announceUpdate(apply: () => void): void {
  state = { name: 'ready', apply };
  for (const listener of listeners) listener();
}

/** Subscribes to updates, for useSyncExternalStore. */
export function onUpdate(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
