import { backoffDelay } from './backoff.ts';
import { isRewritable } from './entry.ts';
import type { ItemEvent, ItemState, OutboxItem } from './item.ts';
import { isAboutContent, OUTCOME_UNKNOWN } from './outcome.ts';

/** Error for a transition that is not in the table below: always a bug of the caller, never of the data. */
export class IllegalTransition extends Error {
  constructor(item: OutboxItem, event: ItemEvent) {
    super(`outbox item ${item.id}: '${event.type}' is not possible in '${item.state.name}'`);
    this.name = 'IllegalTransition';
  }
}

type StateName = ItemState['name'];

/** States from which each event is allowed (S4). All other events throw. */
export const POSSIBLE: Record<ItemEvent['type'], readonly StateName[]> = {
  claim: ['queued', 'waiting'],
  deliver: ['sending'],
  defer: ['sending'],
  refuse: ['sending'],
  release: ['sending'],
  put_back: ['sending'],
  orphan: ['sending'],
  copy_out: ['queued'],
  retry: ['queued', 'waiting', 'attention'],
  // Only before the first send and after a rejection of its content (`isPossible`) is it certain that the old content created
  // nothing; an edit while the outcome is unknown would make a second evaluation under a second key.
  correct: ['queued', 'attention'],
};

/**
 * Returns true when the event is allowed. S7: content is replaced only when no send of it was begun, or when the server has
 * judged and rejected it.
 */
export const isPossible = (item: Pick<OutboxItem, 'state' | 'attempts'>, event: ItemEvent): boolean =>
  POSSIBLE[event.type].includes(item.state.name) && (event.type !== 'correct' || isRewritable(item));

const unsure = (state: ItemState): { isUnsure?: true } =>
  'isUnsure' in state && state.isUnsure ? { isUnsure: true } : {};

/**
 * Returns the item after an event; the only code that changes an item's state (S5). Pure; `now` in milliseconds of the device's
 * clock.
 */
export function transition(item: OutboxItem, event: ItemEvent, now: number): OutboxItem {
  if (!isPossible(item, event)) throw new IllegalTransition(item, event);
  switch (event.type) {
    case 'claim':
      return {
        ...item,
        attempts: item.attempts + 1,
        state: { name: 'sending', since: now, ...unsure(item.state) },
      };
    case 'deliver':
      return { ...item, state: { name: 'delivered', at: now, remoteId: event.remoteId } };
    case 'defer': {
      const until = now + backoffDelay(item.attempts, event.jitter, event.retryAfter);
      const { cause, refusal } = event;
      return { ...item, state: { name: 'waiting', since: now, until, cause, ...(refusal && { refusal }) } };
    }
    case 'refuse': {
      const { refusal } = event;
      const correctable = isAboutContent(refusal);
      // A user who then requests the send has checked the server personally; the device, which may not, does not check again
      // (S23).
      const attempts = refusal.code === OUTCOME_UNKNOWN ? 0 : item.attempts;
      return { ...item, attempts, state: { name: 'attention', since: now, refusal, correctable } };
    }
    case 'retry':
      // After the content was judged its outcome is known, and the user has requested the send (S23).
      if (item.state.name === 'attention' && item.state.correctable)
        return { ...item, attempts: 0, state: { name: 'queued' } };
      // The attempts of an unknown outcome were set to 0: without the mark it would look as if it had never been sent.
      if (item.state.name === 'attention' && item.attempts === 0)
        return { ...item, state: { name: 'queued', isUnsure: true } };
      return { ...item, state: { name: 'queued' } };
    case 'release':
    case 'orphan':
      // Attempts are kept: on a slow connection they determine the timeout that the next send needs (`sendTimeout`).
      return { ...item, state: { name: 'queued' } };
    case 'put_back':
      return {
        ...item,
        attempts: Math.max(0, item.attempts - 1),
        state: { name: 'queued', ...unsure(item.state) },
      };
    case 'copy_out':
      return { ...item, state: { name: 'queued', isUnsure: true } };
    case 'correct':
      return { ...item, key: event.key, attempts: 0, state: { name: 'queued' } };
  }
}

/**
 * Returns the earliest time at which the item may be sent, or null when it is not sent automatically. Media wait until the
 * evaluation or correction of their entry is delivered (S12, S30): `lead` is that item, null for the lead itself.
 */
export function dueAt(item: OutboxItem, lead: OutboxItem | null): number | null {
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

/**
 * Returns true when the wait is over: its time has come, or the device's clock was set back before the moment when it began.
 */
export function isDue(state: Extract<ItemState, { name: 'waiting' }>, now: number): boolean {
  return now >= state.until || now < state.since;
}
