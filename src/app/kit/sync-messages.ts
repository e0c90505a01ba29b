import type { ConnectionState } from '#domain/connection-state.ts';
import type { NoServerResponseCause } from '#domain/outbox/item.ts';
import type { IconName } from '#ui/display/icon.tsx';

export interface SyncCounts {
  /**
   * Number of entries with at least one undelivered item. `attention` counts the entries that need a user, `sending` the items
   * in flight.
   */
  readonly unsent: number;
  readonly attention: number;
  readonly sending: number;
  /**
   * Number of other users' unsent entries on this device. The text does not include them, but must not claim that everything
   * was sent.
   */
  readonly others: number;
}

export interface SyncMessage {
  readonly text: string;
  readonly kind: 'ok' | 'warn' | 'bad' | 'info';
  readonly icon: IconName;
}

/** Returns the number of unsent entries that need no action of a user. */
const countEntriesWithoutAttention = ({ unsent, attention }: SyncCounts): number => unsent - attention;

/**
 * Returns the largest number of unsent entries that need no action of a user, since this number was last zero: the '5' of
 * 'Enviando 2 de 5'.
 */
export const nextPeakUnsentCount = (peak: number, counts: SyncCounts): number =>
  countEntriesWithoutAttention(counts) === 0 ? 0 : Math.max(peak, countEntriesWithoutAttention(counts));

const attentionText = (count: number) =>
  count === 1 ? '1 requiere atención' : `${count} requieren atención`;

/**
 * Returns the text for a connection that is down. The text is 'Sin servidor' behind a captive portal, because the device has a
 * network there but cannot reach the server (S6).
 */
function connectionDownText(counts: SyncCounts, cause: NoServerResponseCause): string {
  const what = cause === 'portal' ? 'Sin servidor' : 'Sin conexión';
  if (countEntriesWithoutAttention(counts) > 0)
    return `${what} · ${countEntriesWithoutAttention(counts)} por enviar`;
  // Non-breaking spaces keep the words after the '·' together, so that a narrow bar does not break the line within them.
  const needed = attentionText(counts.attention).replaceAll(' ', '\u00a0');
  return counts.attention > 0 ? `${what} · ${needed}` : what;
}

/** Returns the sync state for the top bar. `peak` is the value of `nextPeakUnsentCount`. */
export function syncMessage(counts: SyncCounts, link: ConnectionState, peak: number): SyncMessage {
  if (link.name === 'down')
    return {
      text: connectionDownText(counts, link.cause),
      kind: 'warn',
      icon: link.cause === 'portal' ? 'alert' : 'offline',
    };
  const left = countEntriesWithoutAttention(counts);
  if (counts.sending > 0 && left > 0) {
    const total = Math.max(peak, left);
    return { text: `Enviando ${total - left + 1} de ${total}`, kind: 'info', icon: 'upload' };
  }
  if (counts.attention > 0) return { text: attentionText(counts.attention), kind: 'bad', icon: 'bang' };
  if (left > 0) return { text: `${left} por enviar`, kind: 'warn', icon: 'clock' };
  return { text: counts.others > 0 ? 'Todo lo tuyo, enviado' : 'Todo enviado', kind: 'ok', icon: 'check' };
}
