import { backoffDelayMs } from './backoff.ts';
import { isRewritable } from './entry.ts';
import type { ItemEvent, ItemState, OutboxItem } from './item.ts';
import { isContentRejection, OUTCOME_UNKNOWN_CODE } from './outcome.ts';

/** Thrown for an event that the item's state does not allow. Only a bug of the caller can cause it, never data. */
export class IllegalTransition extends Error {
  constructor(item: OutboxItem, event: ItemEvent) {
    super(`outbox item ${item.id}: '${event.type}' is not possible in '${item.state.name}'`);
    this.name = 'IllegalTransition';
  }
}

type ItemStateName = ItemState['name'];

/** States in which each event is allowed (S4). In other states the event throws an error. */
export const ALLOWED_STATES_BY_EVENT: Record<ItemEvent['type'], readonly ItemStateName[]> = {
  claim: ['queued', 'waiting'],
  deliver: ['sending'],
  defer: ['sending'],
  refuse: ['sending'],
  release: ['sending'],
  put_back: ['sending'],
  orphan: ['sending'],
  copy_out: ['queued'],
  retry: ['queued', 'waiting', 'attention'],
  // The content may be replaced only before the first send or after its rejection (`isEventAllowed`): only then is it certain
  // that the old content created nothing. An edit while the outcome is unknown could create a second evaluation under a second
  // key.
  correct: ['queued', 'attention'],
};

/**
 * Returns true when the item allows the event. Its content may be replaced only if no send has begun or the server has rejected
 * the content (S7).
 */
export const isEventAllowed = (item: Pick<OutboxItem, 'state' | 'attempts'>, event: ItemEvent): boolean =>
  ALLOWED_STATES_BY_EVENT[event.type].includes(item.state.name) &&
  (event.type !== 'correct' || isRewritable(item));

const uncertaintyOf = (state: ItemState): { isUnsure?: true } =>
  'isUnsure' in state && state.isUnsure ? { isUnsure: true } : {};

/**
 * Returns the item after an event. No other function changes an item's state (S5). Pure function; `now` is in milliseconds on
 * the device's clock.
 */
export function applyItemEvent(item: OutboxItem, event: ItemEvent, now: number): OutboxItem {
  if (!isEventAllowed(item, event)) throw new IllegalTransition(item, event);
  switch (event.type) {
    case 'claim':
      return {
        ...item,
        attempts: item.attempts + 1,
        state: { name: 'sending', since: now, ...uncertaintyOf(item.state) },
      };
    case 'deliver':
      return { ...item, state: { name: 'delivered', at: now, remoteId: event.remoteId } };
    case 'defer': {
      const until = now + backoffDelayMs(item.attempts, event.jitter, event.retryAfter);
      const { cause, refusal } = event;
      return { ...item, state: { name: 'waiting', since: now, until, cause, ...(refusal && { refusal }) } };
    }
    case 'refuse': {
      const { refusal } = event;
      const correctable = isContentRejection(refusal);
      // The device could not check whether the item had arrived. With 0 attempts, the next send skips this check, because only
      // the user can start that send and checks the server first (S23).
      const attempts = refusal.code === OUTCOME_UNKNOWN_CODE ? 0 : item.attempts;
      return { ...item, attempts, state: { name: 'attention', since: now, refusal, correctable } };
    }
    case 'retry':
      // The server judged the content, so the outcome of the last send is known. The user's retry therefore starts with 0
      // attempts (S23).
      if (item.state.name === 'attention' && item.state.correctable)
        return { ...item, attempts: 0, state: { name: 'queued' } };
      // The number of attempts was set to 0 because the outcome was unknown. Without `isUnsure`, the item would look as if it
      // had never been sent.
      if (item.state.name === 'attention' && item.attempts === 0)
        return { ...item, state: { name: 'queued', isUnsure: true } };
      return { ...item, state: { name: 'queued' } };
    case 'release':
    case 'orphan':
      // The number of attempts stays, because it determines the timeout of the next send (`sendTimeoutMs`).
      return { ...item, state: { name: 'queued' } };
    case 'put_back':
      return {
        ...item,
        attempts: Math.max(0, item.attempts - 1),
        state: { name: 'queued', ...uncertaintyOf(item.state) },
      };
    case 'copy_out':
      return { ...item, state: { name: 'queued', isUnsure: true } };
    case 'correct':
      return { ...item, key: event.key, attempts: 0, state: { name: 'queued' } };
  }
}

/**
 * Returns the earliest time at which the item may be sent; null when it is not sent automatically. Images wait for the delivery
 * of `lead`, the evaluation or correction of their entry (S12, S30). `lead` is null for the evaluation or correction itself.
 */
export function computeItemDueTime(item: OutboxItem, lead: OutboxItem | null): number | null {
  if (lead !== null && lead.state.name !== 'delivered') return null;
  switch (item.state.name) {
    case 'queued':
      return 0;
    case 'waiting':
      return item.state.until;
    case 'sending':
    case 'attention':
    case 'delivered':
      return null;
  }
}

/** Returns true when the wait has ended, or when it seems to begin later than `now`, because the clock was set back. */
export function isRetryWaitOver(state: Extract<ItemState, { name: 'waiting' }>, now: number): boolean {
  return now >= state.until || now < state.since;
}
