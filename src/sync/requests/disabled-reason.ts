import type { ConnectionState } from '#domain/connection-state.ts';
import type { Account } from '../session/session.ts';
import { serverNeededText } from './unreachable-text.ts';

/** Returns why administrative data cannot be changed at this moment; null if a change is possible. */
export function findEditingDisabledReason(
  { gate }: Pick<Account, 'gate'>,
  link: ConnectionState,
): string | null {
  switch (gate) {
    case 'expired':
      return 'Tu sesión venció. Inicia sesión para hacer cambios.';
    case 'offline':
      return 'Entraste sin conexión: los cambios necesitan red.';
    case 'open':
      return link.name === 'down' ? serverNeededText(link, 'los cambios necesitan red.') : null;
  }
}
