import type { ConnectionState } from '#domain/link.ts';
import type { Account } from '../session/session.ts';
import { barredText } from './unreached-text.ts';

/** Returns why administrative data cannot be changed at the moment; null when a change can be tried. */
export function disabledReason({ gate }: Pick<Account, 'gate'>, link: ConnectionState): string | null {
  switch (gate) {
    case 'expired':
      return 'Tu sesión venció. Inicia sesión para hacer cambios.';
    case 'offline':
      return 'Entraste sin conexión: los cambios necesitan red.';
    case 'open':
      return link.name === 'down' ? barredText(link, 'los cambios necesitan red.') : null;
  }
}
