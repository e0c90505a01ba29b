import type { ConnectionState } from './connection-state.ts';

/**
 * Obstacle that prevents sending; of several obstacles, the one to be solved first. `since` is in milliseconds on the device's
 * clock.
 */
export type ConnectionDiagnosis =
  /** No request has been made yet. */
  | { readonly name: 'unknown' }
  | { readonly name: 'well' }
  /** The browser reports that the device has no network. */
  | { readonly name: 'offline'; readonly since: number }
  /** A captive portal or proxy responds instead of the server (S6). */
  | { readonly name: 'portal'; readonly since: number }
  /** The device has a network, but the server does not respond: the server is down or not reachable from this network. */
  | { readonly name: 'silent'; readonly since: number }
  | { readonly name: 'timing_out'; readonly since: number }
  /** The server responds to other requests, but an intermediary responds to requests that send an entry (S6). */
  | { readonly name: 'intercepted' }
  | { readonly name: 'failing' }
  | { readonly name: 'slow' }
  /** The server no longer accepts the session (S9), or has not yet confirmed a session that was started offline (D2). */
  | { readonly name: 'session_ended' }
  | { readonly name: 'session_unconfirmed' };

interface DiagnosisInput {
  readonly link: ConnectionState;
  /** Value of `navigator.onLine`. False is trusted unless a response contradicts it; true proves nothing (S17). */
  readonly deviceOnline: boolean;
  readonly gate: 'open' | 'expired' | 'offline';
  /** True when an intermediary responded to the sending of an item (`isIntercepted`). */
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
 * Returns the obstacle that must be solved first: the connection, because sign-in needs the server; then the session; then the
 * server's performance.
 */
export function diagnoseConnection({
  link,
  deviceOnline,
  gate,
  intercepted,
}: DiagnosisInput): ConnectionDiagnosis {
  if (link.name === 'down') return diagnoseNoResponse(link, deviceOnline);
  if (gate === 'expired') return { name: 'session_ended' };
  if (gate === 'offline') return { name: 'session_unconfirmed' };
  if (link.name === 'unknown') return { name: 'unknown' };
  if (intercepted === true) return { name: 'intercepted' };
  return { name: link.trouble ?? 'well' };
}
