import type { ConnectionState } from '#domain/connection-state.ts';
import type { NoServerResponseCause } from '#domain/outbox/item.ts';

/** Message when a captive portal or gateway responded in place of the server (S6). */
export const CAPTIVE_PORTAL_TEXT =
  'Algo en la red contesta en lugar del servidor. Inicia sesión en la red si lo pide, o prueba con otra.';

export function unreachableText(cause: NoServerResponseCause): string {
  if (!navigator.onLine) return 'Este dispositivo no tiene red.';
  return cause === 'portal' ? CAPTIVE_PORTAL_TEXT : 'El servidor no responde.';
}

export const isBehindCaptivePortal = (link: ConnectionState): boolean =>
  link.name === 'down' && link.cause === 'portal' && navigator.onLine;

/** Returns why an action that needs the server is impossible. `needs`: rest of the sentence after 'Sin conexión: '. */
export const serverNeededText = (link: ConnectionState, needs: string): string =>
  isBehindCaptivePortal(link) ? CAPTIVE_PORTAL_TEXT : `Sin conexión: ${needs}`;
