import type { ItemKind, OutboxItem } from './item.ts';

/** Order in which a chain is shown and sent: evaluation or correction first, then its media (S12). An attachment is alone. */
const CHAIN: readonly ItemKind[] = ['evaluation', 'correction', 'photo', 'signature', 'attachment'];

/** Returns true when the media of its entry wait for an item of this kind. */
export const isLead = (kind: ItemKind): boolean => kind === 'evaluation' || kind === 'correction';

/** Returns the item that the media of an entry wait for; undefined for an attachment. */
export const leadAmong = <Item extends { readonly kind: ItemKind }>(
  items: readonly Item[],
): Item | undefined => items.find(({ kind }) => isLead(kind));

/** Returns true when an item of this kind waits until the lead of its entry is delivered (S12). */
export const waitsForLead = (kind: ItemKind): boolean => kind === 'photo' || kind === 'signature';

/** Status of an entry in counts and lists: it is sent automatically, it needs a user's action, or it has arrived completely. */
export type EntryStatus = 'on_its_way' | 'attention' | 'delivered';

export function entryStatus(items: readonly OutboxItem[]): EntryStatus {
  if (items.some((item) => item.state.name === 'attention')) return 'attention';
  return items.every((item) => item.state.name === 'delivered') ? 'delivered' : 'on_its_way';
}

export const inChainOrder = (items: readonly OutboxItem[]): OutboxItem[] =>
  [...items].sort((a, b) => CHAIN.indexOf(a.kind) - CHAIN.indexOf(b.kind));

/**
 * Returns true when the user may correct the content: only while it is certain that the server created nothing from it (see
 * `transition`).
 */
export const isCorrectable = ({ state }: Pick<OutboxItem, 'state'>): boolean =>
  state.name === 'attention' && state.correctable;

type Judged = Pick<OutboxItem, 'state' | 'attempts'>;

/** Returns true when no send has begun, so that nothing of it can exist on the server. */
const wasNeverSent = ({ state, attempts }: Judged): boolean =>
  state.name === 'queued' && attempts === 0 && state.isUnsure !== true;

/** Returns true when the content may be replaced under a new key: it was never sent, or the server rejected it. */
export const isRewritable = (item: Judged): boolean => isCorrectable(item) || wasNeverSent(item);

/** Number of sends from which unexpected pages in place of the server are no longer considered an accident. */
const INTERCEPTED_FROM = 3;

/**
 * Returns true when an intermediary responds in place of the server at every send (S6). The user is notified, although sending
 * continues automatically.
 */
export const isIntercepted = ({ state, attempts }: Pick<OutboxItem, 'state' | 'attempts'>): boolean =>
  state.name === 'waiting' && state.cause === 'portal' && attempts >= INTERCEPTED_FROM;

/** Returns false while an item is being sent: its outcome is unknown, so the entry cannot be discarded. */
export const isDiscardable = (items: readonly OutboxItem[]): boolean =>
  items.every((item) => item.state.name !== 'sending');
