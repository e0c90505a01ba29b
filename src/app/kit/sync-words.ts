import type { Link } from '#domain/link.ts';
import type { SilenceCause } from '#domain/outbox/item.ts';
import type { IconName } from '#ui/display/icon.tsx';

export interface SyncCounts {
  /** Entries that have not wholly arrived, those of them that need a person, and items being sent this moment. */
  readonly unsent: number;
  readonly attention: number;
  readonly sending: number;
  /** Of others, on this device: said where they are looked after, but not denied here. */
  readonly others: number;
}

export interface SyncWords {
  readonly text: string;
  readonly kind: 'ok' | 'warn' | 'bad' | 'info';
  readonly icon: IconName;
}

/** Entries that go by themselves. */
const onTheirWay = ({ unsent, attention }: SyncCounts): number => unsent - attention;

/** The most entries that have been on their way since the last time none was: the '5' of 'Enviando 2 de 5'. */
export const nextPeak = (peak: number, counts: SyncCounts): number =>
  onTheirWay(counts) === 0 ? 0 : Math.max(peak, onTheirWay(counts));

const attentionText = (count: number) =>
  count === 1 ? '1 requiere atención' : `${count} requieren atención`;

/** With a portal in the way there is a network, and no server at its end (S6). */
function downText(counts: SyncCounts, cause: SilenceCause): string {
  const what = cause === 'portal' ? 'Sin servidor' : 'Sin conexión';
  if (onTheirWay(counts) > 0) return `${what} · ${onTheirWay(counts)} por enviar`;
  // Where the bar has no room for both, it breaks between them.
  const needed = attentionText(counts.attention).replaceAll(' ', '\u00a0');
  return counts.attention > 0 ? `${what} · ${needed}` : what;
}

/** The sync state of the top bar. `peak` as kept by `nextPeak`. */
export function syncWords(counts: SyncCounts, link: Link, peak: number): SyncWords {
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
