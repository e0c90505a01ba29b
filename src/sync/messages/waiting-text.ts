import type { ConnectionState } from '#domain/connection-state.ts';
import { isIntercepted } from '#domain/outbox/entry.ts';
import type { OutboxItem } from '#domain/outbox/item.ts';
import {
  CAPTIVE_PORTAL_TEXT,
  isBehindCaptivePortal as isLinkIntercepted,
} from '../requests/unreachable-text.ts';

/**
 * Reason why items wait: no network, a captive portal (S6), a failing or a busy server, or `unreached`: sending failed although
 * the network works.
 */
export type WaitReason = 'network' | 'intercepted' | 'failing' | 'busy' | 'unreached';

/** Texts by reason, for all kinds of items. The device retries automatically, but the user may be able to help. */
export const WAIT_REASON_TEXTS: Record<Exclude<WaitReason, 'network'>, string> = {
  intercepted: `${CAPTIVE_PORTAL_TEXT} Se sigue intentando solo.`,
  failing: 'El servidor tiene un problema: se reintenta solo y no tienes que hacer nada.',
  busy: 'El servidor está ocupado: se reintenta solo y no tienes que hacer nada.',
  unreached: 'El envío no se ha logrado todavía: se reintenta solo y no tienes que hacer nada.',
};

type ItemsWithState = readonly Pick<OutboxItem, 'state' | 'attempts'>[];

/** Returns why items wait; null when the connection is up and no item waits. */
export function findWaitReason(items: ItemsWithState, link: ConnectionState): WaitReason | null {
  if (link.name === 'down') return isLinkIntercepted(link) ? 'intercepted' : 'network';
  if (items.some(isIntercepted)) return 'intercepted';
  const causes = items.flatMap(({ state }) => (state.name === 'waiting' ? [state.cause] : []));
  for (const cause of ['failing', 'busy'] as const) if (causes.includes(cause)) return cause;
  return causes.length > 0 ? 'unreached' : null;
}

const MAX_QUOTED_CHARACTERS = 300;

export function quotedServerMessage(items: ItemsWithState): string {
  const said = items
    .map(({ state }) => (state.name === 'waiting' ? state.refusal?.message.trim() : ''))
    .find(Boolean);
  if (!said) return '';
  return `El servidor dice: «${said.length > MAX_QUOTED_CHARACTERS ? `${said.slice(0, MAX_QUOTED_CHARACTERS)}…` : said}».`;
}
