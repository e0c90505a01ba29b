import type { ItemKind, OutboxItem } from './item.ts';

/**
 * Order in which the items of an entry are shown and sent: the evaluation or correction before its images (S12). An attachment
 * is the only item of its entry.
 */
const SENDING_ORDER: readonly ItemKind[] = ['evaluation', 'correction', 'photo', 'signature', 'attachment'];

/** Returns true for the kinds of items that must be delivered before the images of their entry. */
export const isPrerequisiteKind = (kind: ItemKind): boolean => kind === 'evaluation' || kind === 'correction';

export const prerequisiteAmong = <Item extends { readonly kind: ItemKind }>(
  items: readonly Item[],
): Item | undefined => items.find(({ kind }) => isPrerequisiteKind(kind));

/** Returns true for the kinds of items that wait for the delivery of the evaluation or correction (S12). */
export const waitsForPrerequisite = (kind: ItemKind): boolean => kind === 'photo' || kind === 'signature';

/**
 * Status of an entry in counts and lists. `on_its_way`: is sent automatically. `attention`: needs a user's action. `delivered`:
 * has arrived completely.
 */
export type EntryStatus = 'on_its_way' | 'attention' | 'delivered';

export function entryStatus(items: readonly OutboxItem[]): EntryStatus {
  if (items.some((item) => item.state.name === 'attention')) return 'attention';
  return items.every((item) => item.state.name === 'delivered') ? 'delivered' : 'on_its_way';
}

export const sortBySendOrder = (items: readonly OutboxItem[]): OutboxItem[] =>
  [...items].sort((a, b) => SENDING_ORDER.indexOf(a.kind) - SENDING_ORDER.indexOf(b.kind));

/**
 * Returns true when the user may edit the content of a rejected item. This is allowed only if the server has certainly created
 * nothing from the content (see `transition`).
 */
export const isEditableAfterRejection = ({ state }: Pick<OutboxItem, 'state'>): boolean =>
  state.name === 'attention' && state.correctable;

type SendState = Pick<OutboxItem, 'state' | 'attempts'>;

/** Returns true when no send of the item has begun, so that the server cannot have received it. */
const wasNeverSent = ({ state, attempts }: SendState): boolean =>
  state.name === 'queued' && attempts === 0 && state.isUnsure !== true;

/**
 * Returns true when the content may be replaced under a new key: the item was never sent, or the server rejected its content.
 */
export const isRewritable = (item: SendState): boolean =>
  isEditableAfterRejection(item) || wasNeverSent(item);

/** Number of sends from which an unexpected response counts as a lasting problem. */
const INTERCEPTED_MIN_ATTEMPTS = 3;

/**
 * Returns true when an intermediary instead of the server has responded to `INTERCEPTED_MIN_ATTEMPTS` or more sends (S6). The app then
 * notifies the user and continues to send automatically.
 */
export const isIntercepted = ({ state, attempts }: Pick<OutboxItem, 'state' | 'attempts'>): boolean =>
  state.name === 'waiting' && state.cause === 'portal' && attempts >= INTERCEPTED_MIN_ATTEMPTS;

/** Returns true when the user may discard the entry: no item is being sent, because its outcome would be unknown. */
export const isEntryDiscardable = (items: readonly OutboxItem[]): boolean =>
  items.every((item) => item.state.name !== 'sending');
