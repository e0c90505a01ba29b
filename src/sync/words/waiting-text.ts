import type { Link } from '#domain/link.ts';
import { isIntercepted } from '#domain/outbox/entry.ts';
import type { OutboxItem } from '#domain/outbox/item.ts';
import { ANOTHER_ANSWERS, isIntercepted as isLinkIntercepted } from '../requests/unreached-text.ts';

/**
 * What something waits for, nearest to the person first: the network, or a provider that is answered for (S6), fails, or has no
 * time. `unreached`: it did not get through, though the network is there.
 */
export type WaitsFor = 'network' | 'intercepted' | 'failing' | 'busy' | 'unreached';

/** Of whatever kind: it goes by itself, and what the person may do meanwhile. */
export const TROUBLE_TEXT: Record<Exclude<WaitsFor, 'network'>, string> = {
  intercepted: `${ANOTHER_ANSWERS} Se sigue intentando solo.`,
  failing: 'El servidor tiene un problema: se reintenta solo y no tienes que hacer nada.',
  busy: 'El servidor está ocupado: se reintenta solo y no tienes que hacer nada.',
  unreached: 'El envío no se ha logrado todavía: se reintenta solo y no tienes que hacer nada.',
};

type Items = readonly Pick<OutboxItem, 'state' | 'attempts'>[];

/** Null when nothing waits. */
export function waitsFor(items: Items, link: Link): WaitsFor | null {
  if (link.name === 'down') return isLinkIntercepted(link) ? 'intercepted' : 'network';
  if (items.some(isIntercepted)) return 'intercepted';
  const causes = items.flatMap(({ state }) => (state.name === 'waiting' ? [state.cause] : []));
  for (const cause of ['failing', 'busy'] as const) if (causes.includes(cause)) return cause;
  return causes.length > 0 ? 'unreached' : null;
}

const MOST_LETTERS = 300;

/** The failing provider's own words, as its words; empty where it had none. */
export function providerSays(items: Items): string {
  const said = items
    .map(({ state }) => (state.name === 'waiting' ? state.refusal?.message.trim() : ''))
    .find(Boolean);
  if (!said) return '';
  return `El servidor dice: «${said.length > MOST_LETTERS ? `${said.slice(0, MOST_LETTERS)}…` : said}».`;
}
