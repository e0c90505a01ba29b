import type { Link } from '#domain/link.ts';
import type { SilenceCause } from '#domain/outbox/item.ts';

/** S6: an answer that is not the provider's, a portal's or a gateway's. */
export const ANOTHER_ANSWERS =
  'Algo en la red contesta en lugar del servidor. Inicia sesión en la red si lo pide, o prueba con otra.';

/** Why the provider did not answer, as one sentence of every screen. */
export function unreachedText(cause: SilenceCause): string {
  if (!navigator.onLine) return 'Este dispositivo no tiene red.';
  return cause === 'portal' ? ANOTHER_ANSWERS : 'El servidor no responde.';
}

/** What answers on this link is not the provider. */
export const isIntercepted = (link: Link): boolean =>
  link.name === 'down' && link.cause === 'portal' && navigator.onLine;

/** The same before something that waits for the provider; `needs`: what that is, after 'Sin conexión: '. */
export const barredText = (link: Link, needs: string): string =>
  isIntercepted(link) ? ANOTHER_ANSWERS : `Sin conexión: ${needs}`;
