import { RETRY_CAP_MS } from '#contract/limits.ts';
import { backoffDelay } from './outbox/backoff.ts';
import type { WaitCause } from './outbox/item.ts';

/**
 * Whether the provider can be reached: a question of its own, apart from any item's state (S4). `navigator.onLine`
 * is a hint; only an answer moves it to `up` (S17). Times in milliseconds of the device's clock.
 */
export type Link =
  | { readonly name: 'unknown' }
  | { readonly name: 'up'; readonly since: number }
  | {
      readonly name: 'down';
      readonly since: number;
      readonly cause: Exclude<WaitCause, 'busy'>;
      readonly failures: number;
      readonly nextProbeAt: number;
    };

export type Contact =
  { readonly reached: true } | { readonly reached: false; readonly cause: Exclude<WaitCause, 'busy'> };

/** The link after one more contact; the same object when nothing changed. `jitter` in [0, 1). */
export function linkAfter(link: Link, contact: Contact, now: number, jitter: number): Link {
  if (contact.reached) return link.name === 'up' ? link : { name: 'up', since: now };
  const failures = link.name === 'down' ? link.failures + 1 : 1;
  const since = link.name === 'down' ? link.since : now;
  return {
    name: 'down',
    since,
    cause: contact.cause,
    failures,
    nextProbeAt: now + backoffDelay(failures, jitter, null),
  };
}

/** When a link that is down is asked for next. A clock that was set back must not put it off by a day (S8). Milliseconds. */
export const nextProbe = (link: Extract<Link, { name: 'down' }>, now: number): number =>
  Math.min(link.nextProbeAt, now + RETRY_CAP_MS);
