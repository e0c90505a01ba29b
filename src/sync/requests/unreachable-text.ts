import type { ConnectionState } from '#domain/connection-state.ts';
import type { NoResponseCause } from '#domain/outbox/item.ts';

/** S6: message for a response from a captive portal or a gateway instead of the server. */
export const CAPTIVE_PORTAL_TEXT =
  'Algo en la red contesta en lugar del servidor. Inicia sesión en la red si lo pide, o prueba con otra.';

/** Returns why the server did not respond, as a sentence that all screens share. */
export function unreachableText(cause: NoResponseCause): string {
  if (!navigator.onLine) return 'Este dispositivo no tiene red.';
  return cause === 'portal' ? CAPTIVE_PORTAL_TEXT : 'El servidor no responde.';
}

/** Returns true when a captive portal or a gateway responds in place of the server. */
export const isIntercepted = (link: ConnectionState): boolean =>
  link.name === 'down' && link.cause === 'portal' && navigator.onLine;

/** Returns the message for an action that needs the server. `needs`: rest of the sentence after 'Sin conexión: '. */
export const serverNeededText = (link: ConnectionState, needs: string): string =>
  isIntercepted(link) ? CAPTIVE_PORTAL_TEXT : `Sin conexión: ${needs}`;
