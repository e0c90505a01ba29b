import { createStore } from '#ui/hooks/store.ts';

/** State of a newer app version. `apply` activates the version and reloads the page; stored drafts survive the reload. */
type UpdateState = { readonly name: 'none' } | { readonly name: 'ready'; readonly apply: () => void };

const updateStore = createStore<UpdateState>({ name: 'none' });

export const { read: readUpdateState, subscribe: onUpdateStateChange } = updateStore;

export const announceUpdate = (apply: () => void): void => updateStore.set({ name: 'ready', apply });
