import { RETRY_CAP_MS } from '#contract/limits.ts';
import { backoffDelay } from './outbox/backoff.ts';
import type { NoResponseCause } from './outbox/item.ts';

/**
 * Connection state: whether the server is reachable, independent of any item's state (S4). `navigator.onLine` is a hint; only a
 * response sets it to `up` (S17). Times in milliseconds of the device's clock.
 */
export type ConnectionState =
  | { readonly name: 'unknown' }
  | { readonly name: 'up'; readonly since: number; readonly trouble?: ConnectionTrouble }
  | {
      readonly name: 'down';
      readonly since: number;
      readonly cause: NoResponseCause;
      readonly failures: number;
      readonly nextProbeAt: number;
    };

/** Trouble of a server that responds: its gateway reports it down, or responses are slow. */
type ConnectionTrouble = 'failing' | 'slow';

export type Contact =
  | {
      readonly reached: true;
      readonly status?: number;
      /** Milliseconds of an exchange without a file; absent with a file, which may take long on a good connection. */
      readonly roundTrip?: number;
    }
  | { readonly reached: false; readonly cause: NoResponseCause };

/** Status codes of a gateway whose server is down, and of a server whose database is down. A 500 concerns a single request. */
const DOES_NOT_WORK = new Set([502, 503, 504]);
/** Slow from the first value, fast again below the second; in between the state stays. Milliseconds. */
const SLOW_MS = 3_000;
const BRISK_MS = 1_500;

function troubleAfter(before: ConnectionTrouble | undefined, contact: Contact & { reached: true }) {
  if (contact.status !== undefined && DOES_NOT_WORK.has(contact.status)) return 'failing';
  const pace = contact.roundTrip;
  if (pace !== undefined && pace >= SLOW_MS) return 'slow';
  return before === 'slow' && (pace === undefined || pace >= BRISK_MS) ? 'slow' : undefined;
}

function upAfter(link: ConnectionState, contact: Contact & { reached: true }, now: number): ConnectionState {
  const before = link.name === 'up' ? link : { name: 'up' as const, since: now };
  const trouble = troubleAfter(before.trouble, contact);
  if (link.name === 'up' && trouble === before.trouble) return link;
  return { name: 'up', since: before.since, ...(trouble && { trouble }) };
}

/** Returns the state after one more contact; the same object when nothing changed. `jitter` in [0, 1). */
export function connectionStateAfter(
  link: ConnectionState,
  contact: Contact,
  now: number,
  jitter: number,
): ConnectionState {
  if (contact.reached) return upAfter(link, contact, now);
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

/**
 * Returns the time of the next probe while the connection is down, in milliseconds. A clock that was set back must not delay it
 * by a day (S8).
 */
export const nextProbe = (link: Extract<ConnectionState, { name: 'down' }>, now: number): number =>
  Math.min(link.nextProbeAt, now + RETRY_CAP_MS);
