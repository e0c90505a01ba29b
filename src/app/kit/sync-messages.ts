import type { ConnectionState } from '#domain/connection-state.ts';
import type { NoResponseCause } from '#domain/outbox/item.ts';
import type { IconName } from '#ui/display/icon.tsx';

export interface SyncCounts {
  /**
   * Number of entries that have not completely arrived. `attention` counts those that need a user, `sending` the items in
   * flight.
   */
  readonly unsent: number;
  readonly attention: number;
  readonly sending: number;
  /**
   * Number of other users' entries on this device. The text here does not count them, but must not claim that everything was
   * sent.
   */
  readonly others: number;
}

export interface SyncMessage {
  readonly text: string;
  readonly kind: 'ok' | 'warn' | 'bad' | 'info';
  readonly icon: IconName;
}

/** Returns the number of entries that are sent without action of a user. */
const onTheirWay = ({ unsent, attention }: SyncCounts): number => unsent - attention;

/** Returns the largest number of entries to be sent since there were last none: the '5' of 'Enviando 2 de 5'. */
export const pendingPeakAfter = (peak: number, counts: SyncCounts): number =>
  onTheirWay(counts) === 0 ? 0 : Math.max(peak, onTheirWay(counts));

const attentionText = (count: number) =>
  count === 1 ? '1 requiere atención' : `${count} requieren atención`;

/** Behind a captive portal there is a network, but the server is unreachable (S6). */
function downText(counts: SyncCounts, cause: NoResponseCause): string {
  const what = cause === 'portal' ? 'Sin servidor' : 'Sin conexión';
  if (onTheirWay(counts) > 0) return `${what} · ${onTheirWay(counts)} por enviar`;
  // Non-breaking spaces keep each part whole, so that the line breaks between the two parts if the bar is too narrow.
  const needed = attentionText(counts.attention).replaceAll(' ', '\u00a0');
  return counts.attention > 0 ? `${what} · ${needed}` : what;
}

/** Returns the sync state for the top bar. `peak` is the value of `pendingPeakAfter`. */
export function syncMessage(counts: SyncCounts, link: ConnectionState, peak: number): SyncMessage {
  if (link.name === 'down')
    return {
      text: downText(counts, link.cause),
      kind: 'warn',
      icon: link.cause === 'portal' ? 'alert' : 'offline',
    };
  const left = onTheirWay(counts);
  if (counts.sending > 0 && left > 0) {
    const total = Math.max(peak, left);
    return { text: `Enviando ${total - left + 1} de ${total}`, kind: 'info', icon: 'upload' };
  }
  if (counts.attention > 0) return { text: attentionText(counts.attention), kind: 'bad', icon: 'bang' };
  if (left > 0) return { text: `${left} por enviar`, kind: 'warn', icon: 'clock' };
  return { text: counts.others > 0 ? 'Todo lo tuyo, enviado' : 'Todo enviado', kind: 'ok', icon: 'check' };
}
