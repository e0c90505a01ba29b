import type { Link } from '#domain/link.ts';
import type { SilenceCause } from '#domain/outbox/item.ts';

/** S6: message for a response from a captive portal or a gateway instead of the server. */
export const ANOTHER_ANSWERS =
  'Algo en la red contesta en lugar del servidor. Inicia sesión en la red si lo pide, o prueba con otra.';

/** Returns why the server did not respond, as a sentence that all screens share. */
export function unreachedText(cause: SilenceCause): string {
  if (!navigator.onLine) return 'Este dispositivo no tiene red.';
  return cause === 'portal' ? ANOTHER_ANSWERS : 'El servidor no responde.';
}

/** Returns true when a captive portal or a gateway responds in place of the server. */
export const isIntercepted = (link: Link): boolean =>
  link.name === 'down' && link.cause === 'portal' && navigator.onLine;

/** Returns the message for an action that needs the server. `needs`: rest of the sentence after 'Sin conexión: '. */
export const barredText = (link: Link, needs: string): string =>
  isIntercepted(link) ? ANOTHER_ANSWERS : `Sin conexión: ${needs}`;
