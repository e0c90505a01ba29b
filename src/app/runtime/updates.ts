/** State of a newer app version. `apply` activates the version and reloads the page; stored drafts survive the reload. */
export type UpdateState = { readonly name: 'none' } | { readonly name: 'ready'; readonly apply: () => void };

let updateState: UpdateState = { name: 'none' };
const updateListeners = new Set<() => void>();

export const readUpdateState = (): UpdateState => updateState;

export function announceUpdate(apply: () => void): void {
  updateState = { name: 'ready', apply };
  for (const listener of updateListeners) listener();
}

export function onUpdateStateChange(listener: () => void): () => void {
  updateListeners.add(listener);
  return () => updateListeners.delete(listener);
}
