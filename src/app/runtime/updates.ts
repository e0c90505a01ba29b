/** State of a newer app version. `apply` activates the version and reloads the page; stored drafts survive the reload. */
export type UpdateState = { readonly name: 'none' } | { readonly name: 'ready'; readonly apply: () => void };

let state: UpdateState = { name: 'none' };
const listeners = new Set<() => void>();

export const readUpdate = (): UpdateState => state;

export function announceUpdate(apply: () => void): void {
  state = { name: 'ready', apply };
  for (const listener of listeners) listener();
}

export function onUpdate(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
