import type { ConnectionState } from '#domain/link.ts';
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
  /** Number of other users’ entries on this device; other screens show them, but the text here must not deny them. */
  readonly others: number;
}

export interface SyncMessage {
  readonly text: string;
  readonly kind: 'ok' | 'warn' | 'bad' | 'info';
  readonly icon: IconName;
}

/** Returns the number of entries that are sent without user action. */
const onTheirWay = ({ unsent, attention }: SyncCounts): number => unsent - attention;

/** Returns the largest number of entries on their way since there were last none: the '5' of 'Enviando 2 de 5'. */
export const nextPeak = (peak: number, counts: SyncCounts): number =>
  onTheirWay(counts) === 0 ? 0 : Math.max(peak, onTheirWay(counts));

const attentionText = (count: number) =>
  count === 1 ? '1 requiere atención' : `${count} requieren atención`;

/** Behind a captive portal there is a network, but the server is unreachable (S6). */
function downText(counts: SyncCounts, cause: NoResponseCause): string {
  const what = cause === 'portal' ? 'Sin servidor' : 'Sin conexión';
  if (onTheirWay(counts) > 0) return `${what} · ${onTheirWay(counts)} por enviar`;
  // When the bar has no space for both parts, the line breaks between them.
  const needed = attentionText(counts.attention).replaceAll(' ', '\u00a0');
  return counts.attention > 0 ? `${what} · ${needed}` : what;
}

/** Returns the sync state for the top bar. `peak` is the value of `nextPeak`. */
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
