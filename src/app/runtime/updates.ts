/** What the page knows of a newer version. `apply` hands over to it and reloads; drafts are stored, none is dropped. */
export type UpdateState = { readonly name: 'none' } | { readonly name: 'ready'; readonly apply: () => void };

let state: UpdateState = { name: 'none' };
const listeners = new Set<() => void>();

export const readUpdate = (): UpdateState => state;

export function announceUpdate(apply: () => void): void {
  state = { name: 'ready', apply };
  for (const listener of listeners) listener();
}

/** For useSyncExternalStore. */
export function onUpdate(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
