import type { Link } from './link.ts';

/**
 * What stands between a confirmed entry and the provider, the first thing to be settled first. `since` in milliseconds
 * of the device's clock.
 */
export type Diagnosis =
  /** Nobody has been asked yet. */
  | { readonly name: 'unknown' }
  | { readonly name: 'well' }
  /** The browser says that the device has no network at all. */
  | { readonly name: 'offline'; readonly since: number }
  /** Something between us and the provider answers in its stead (S6). */
  | { readonly name: 'portal'; readonly since: number }
  /** There is a network, and the provider does not answer: it is down, or the network leads nowhere. */
  | { readonly name: 'silent'; readonly since: number }
  /** Something answers, but not in time. */
  | { readonly name: 'timing_out'; readonly since: number }
  /** The provider answers, and something in between answers for it whenever an entry is sent (S6). */
  | { readonly name: 'intercepted' }
  /** The provider, or its gateway, says that it does not work. */
  | { readonly name: 'failing' }
  | { readonly name: 'slow' }
  /** The provider no longer takes the session (S9), or has not confirmed one that was begun without network (D2). */
  | { readonly name: 'session_ended' }
  | { readonly name: 'session_unconfirmed' };

interface Signs {
  readonly link: Link;
  /** `navigator.onLine`: true says nothing, false is believed where no answer speaks against it (S17). */
  readonly deviceOnline: boolean;
  readonly gate: 'open' | 'expired' | 'offline';
  /** Something of the queue is (`isIntercepted`). */
  readonly intercepted?: boolean;
}

function ofSilence(link: Extract<Link, { name: 'down' }>, deviceOnline: boolean): Diagnosis {
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

/** Without the provider nobody can sign in: the way to it comes first, then the session, then its pace. */
export function diagnose({ link, deviceOnline, gate, intercepted }: Signs): Diagnosis {
  if (link.name === 'down') return ofSilence(link, deviceOnline);
  if (gate === 'expired') return { name: 'session_ended' };
  if (gate === 'offline') return { name: 'session_unconfirmed' };
  if (link.name === 'unknown') return { name: 'unknown' };
  if (intercepted === true) return { name: 'intercepted' };
  return { name: link.trouble ?? 'well' };
}
