import { RETRY_CAP_MS } from '#contract/limits.ts';
import { backoffDelayMs } from './outbox/backoff.ts';
import type { NoServerResponseCause } from './outbox/item.ts';

/**
 * State of the connection to the server, independent of the states of items (S4). Only a response sets it to `up`;
 * `navigator.onLine` is a hint (S17). Times are milliseconds on the device's clock.
 */
export type ConnectionState =
  | { readonly name: 'unknown' }
  | { readonly name: 'up'; readonly since: number; readonly trouble?: ConnectionTrouble }
  | {
      readonly name: 'down';
      readonly since: number;
      readonly cause: NoServerResponseCause;
      readonly failures: number;
      readonly nextProbeAt: number;
    };

/** Trouble of a server that responds. `failing`: the server or its gateway reports a failure. `slow`: responses take long. */
type ConnectionTrouble = 'failing' | 'slow';

export type ServerContactResult =
  | {
      readonly reached: true;
      readonly status?: number;
      /**
       * Duration of a request in milliseconds; absent for a request with a file, because an upload takes long on a good
       * connection too.
       */
      readonly roundTrip?: number;
    }
  | { readonly reached: false; readonly cause: NoServerResponseCause };

/**
 * Status codes of a gateway whose server is down, or of a server whose database is down. A 500 is not among them, because it
 * concerns a single request.
 */
const SERVER_FAILING_STATUSES = new Set([502, 503, 504]);
/**
 * Response times in milliseconds: from `SLOW_RESPONSE_MS` the connection counts as slow, below `FAST_RESPONSE_MS` it no longer
 * does. A time between these two changes nothing.
 */
const SLOW_RESPONSE_MS = 3_000;
const FAST_RESPONSE_MS = 1_500;

function computeConnectionTrouble(
  before: ConnectionTrouble | undefined,
  contact: ServerContactResult & { reached: true },
) {
  if (contact.status !== undefined && SERVER_FAILING_STATUSES.has(contact.status)) return 'failing';
  const pace = contact.roundTrip;
  if (pace !== undefined && pace >= SLOW_RESPONSE_MS) return 'slow';
  return before === 'slow' && (pace === undefined || pace >= FAST_RESPONSE_MS) ? 'slow' : undefined;
}

function upStateAfter(
  link: ConnectionState,
  contact: ServerContactResult & { reached: true },
  now: number,
): ConnectionState {
  const before = link.name === 'up' ? link : { name: 'up' as const, since: now };
  const trouble = computeConnectionTrouble(before.trouble, contact);
  if (link.name === 'up' && trouble === before.trouble) return link;
  return { name: 'up', since: before.since, ...(trouble && { trouble }) };
}

/** Returns the connection state after a request; the same object when nothing changed. `jitter` is in [0, 1). */
export function connectionStateAfter(
  link: ConnectionState,
  contact: ServerContactResult,
  now: number,
  jitter: number,
): ConnectionState {
  if (contact.reached) return upStateAfter(link, contact, now);
  const failures = link.name === 'down' ? link.failures + 1 : 1;
  const since = link.name === 'down' ? link.since : now;
  return {
    name: 'down',
    since,
    cause: contact.cause,
    failures,
    nextProbeAt: now + backoffDelayMs(failures, jitter, null),
  };
}

/**
 * Returns the time of the next probe in milliseconds. A clock that was set back by a day must not delay the probe by a day
 * (S8).
 */
export const nextProbeTime = (link: Extract<ConnectionState, { name: 'down' }>, now: number): number =>
  Math.min(link.nextProbeAt, now + RETRY_CAP_MS);
