import type { ConnectionState } from './connection-state.ts';

/**
 * Obstacle that keeps entries from being sent; of several, the one that must be solved first. `since` is in milliseconds of the
 * device's clock.
 */
export type ConnectionDiagnosis =
  /** No request has been made yet. */
  | { readonly name: 'unknown' }
  | { readonly name: 'well' }
  /** The browser reports that the device has no network. */
  | { readonly name: 'offline'; readonly since: number }
  /** A captive portal or proxy responds in place of the server (S6). */
  | { readonly name: 'portal'; readonly since: number }
  /** The device has a network, but the server does not respond: it is down, or this network does not lead to it. */
  | { readonly name: 'silent'; readonly since: number }
  /** The connection works, but no response arrives before the timeout. */
  | { readonly name: 'timing_out'; readonly since: number }
  /** Other requests reach the server, but an intermediary responds in its place whenever an entry is sent (S6). */
  | { readonly name: 'intercepted' }
  /** The server, or its gateway, reports a failure. */
  | { readonly name: 'failing' }
  | { readonly name: 'slow' }
  /** The server no longer accepts the session (S9), or has not confirmed a session that was started offline (D2). */
  | { readonly name: 'session_ended' }
  | { readonly name: 'session_unconfirmed' };

interface Signs {
  readonly link: ConnectionState;
  /** Value of `navigator.onLine`. True proves nothing; false is trusted unless a response contradicts it (S17). */
  readonly deviceOnline: boolean;
  readonly gate: 'open' | 'expired' | 'offline';
  /** True when an item of the queue was intercepted (`isIntercepted`). */
  readonly intercepted?: boolean;
}

function diagnoseNoResponse(
  link: Extract<ConnectionState, { name: 'down' }>,
  deviceOnline: boolean,
): ConnectionDiagnosis {
  const { since, cause } = link;
  if (!deviceOnline) return { name: 'offline', since };
  switch (cause) {
    case 'portal':
      return { name: 'portal', since };
    case 'timeout':
      return { name: 'timing_out', since };
    case 'no_answer':
      return { name: 'silent', since };
  }
}

/**
 * Returns the diagnosis. Connection problems come first, because users cannot sign in without the server; then the session,
 * then the server's performance.
 */
export function diagnoseConnection({ link, deviceOnline, gate, intercepted }: Signs): ConnectionDiagnosis {
  if (link.name === 'down') return diagnoseNoResponse(link, deviceOnline);
  if (gate === 'expired') return { name: 'session_ended' };
  if (gate === 'offline') return { name: 'session_unconfirmed' };
  if (link.name === 'unknown') return { name: 'unknown' };
  if (intercepted === true) return { name: 'intercepted' };
  return { name: link.trouble ?? 'well' };
}
