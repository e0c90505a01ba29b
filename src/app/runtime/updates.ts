/** State of a newer app version. `apply` activates the version and reloads the page; stored drafts survive the reload. */
export type UpdateState = { readonly name: 'none' } | { readonly name: 'ready'; readonly apply: () => void };

let updateState: UpdateState = { name: 'none' };
const listeners = new Set<() => void>();

export const readUpdateState = (): UpdateState => updateState;

export function announceUpdate(apply: () => void): void {
  updateState = { name: 'ready', apply };
  for (const listener of listeners) listener();
}

export function onUpdateStateChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
