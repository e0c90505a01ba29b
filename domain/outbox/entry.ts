import type { ItemKind, OutboxItem } from './item.ts';

/** Evaluation or correction first, then its media (S12): the order in which a chain is shown and sent. An attachment is alone. */
const CHAIN: readonly ItemKind[] = ['evaluation', 'correction', 'photo', 'signature', 'attachment'];

/** Whether the media of its entry wait for an item of this kind. */
export const isLead = (kind: ItemKind): boolean => kind === 'evaluation' || kind === 'correction';

/** The item of an entry for which its media wait; undefined for an attachment, which has none. */
export const leadAmong = <Item extends { readonly kind: ItemKind }>(
  items: readonly Item[],
): Item | undefined => items.find(({ kind }) => isLead(kind));

/** Whether an item of this kind waits until the lead of its entry is delivered (S12). */
export const waitsForLead = (kind: ItemKind): boolean => kind === 'photo' || kind === 'signature';

/** How an entry stands, for counts and lists: it goes by itself, it needs a person, or all of it has arrived. */
export type EntryStanding = 'on_its_way' | 'attention' | 'delivered';

export function entryStanding(items: readonly OutboxItem[]): EntryStanding {
  if (items.some((item) => item.state.name === 'attention')) return 'attention';
  return items.every((item) => item.state.name === 'delivered') ? 'delivered' : 'on_its_way';
}

export const inChainOrder = (items: readonly OutboxItem[]): OutboxItem[] =>
  [...items].sort((a, b) => CHAIN.indexOf(a.kind) - CHAIN.indexOf(b.kind));

/** A person may correct the content only while it is certain that nothing of it was created (see `transition`). */
export const isCorrectable = ({ state }: Pick<OutboxItem, 'state'>): boolean =>
  state.name === 'attention' && state.correctable;

type Judged = Pick<OutboxItem, 'state' | 'attempts'>;

/** No send of it has begun, so that nothing of it can exist on the server. */
const wasNeverSent = ({ state, attempts }: Judged): boolean =>
  state.name === 'queued' && attempts === 0 && state.isUnsure !== true;

/** The content may be replaced under a new key: it was never sent, or the server rejected it as it was. */
export const isRewritable = (item: Judged): boolean => isCorrectable(item) || wasNeverSent(item);

/** From so many sends on, other pages in the provider's stead are no accident any more. */
const INTERCEPTED_FROM = 3;

/** Something answers for the provider whenever this is sent (S6): a person is told, though it goes on by itself. */
export const isIntercepted = ({ state, attempts }: Pick<OutboxItem, 'state' | 'attempts'>): boolean =>
  state.name === 'waiting' && state.cause === 'portal' && attempts >= INTERCEPTED_FROM;

/** An entry that is being sent this moment cannot be discarded: its outcome is not known yet. */
export const isDiscardable = (items: readonly OutboxItem[]): boolean =>
  items.every((item) => item.state.name !== 'sending');
