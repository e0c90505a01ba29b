import { DEVICE_STATUSES, type Device, type DeviceStatus } from '#contract/records/people/devices.ts';
import { shortId } from '#domain/text/short-id.ts';
import { sizeText } from '#domain/text/size.ts';
import { relativeTimeText } from '#domain/time/ago.ts';
import { createBogotaDateFormatGetter, formatTime } from '#domain/time/format.ts';
import type { IconName } from '#ui/display/icon.tsx';
import type { StatusKind } from '#ui/display/status-tag.tsx';

export const DEVICE_STATUS_FILTER_LABELS: Record<DeviceStatus | 'all', string> = {
  all: 'Todos',
  quiet: 'En silencio',
  pending: 'Con pendientes',
  clear: 'Al día',
  idle: 'Inactivos',
  retired: 'Retirados',
};

export const parseDeviceStatus = (text: string | null): DeviceStatus | 'all' =>
  DEVICE_STATUSES.find((standing) => standing === text) ?? 'all';

export interface DeviceStatusMessage {
  readonly kind: StatusKind;
  readonly icon: IconName;
  readonly text: string;
}

const DAY_MS = 24 * 60 * 60_000;
/** Returns a short duration for a tag: `hace 3 h`, `hace 2 días`. */
function lastSeenText(since: number, now: number): string {
  const days = Math.floor((now - since) / DAY_MS);
  if (days < 1) return relativeTimeText(since, now);
  return days === 1 ? 'hace 1 día' : `hace ${days} días`;
}

/**
 * Returns the status label. `now`: current time in ms on the device that shows the label, from which the time since the last
 * contact is computed.
 */
export function deviceStatusMessage(
  { standing, last_seen_at: seen }: Device,
  now: number,
): DeviceStatusMessage {
  switch (standing) {
    case 'quiet':
      return {
        kind: 'bad',
        icon: 'offline',
        text: `En silencio desde ${lastSeenText(Date.parse(seen), now)}`,
      };
    case 'pending':
      return { kind: 'warn', icon: 'upload', text: 'Con pendientes' };
    case 'clear':
      return { kind: 'ok', icon: 'check', text: 'Al día' };
    case 'idle':
      return { kind: 'mute', icon: 'clock', text: 'Inactivo' };
    case 'retired':
      return { kind: 'mute', icon: 'cross', text: 'Retirado' };
  }
}

/** Returns the tablet's name, or the code that the tablet's own screen shows. */
export const deviceName = ({ name, id }: Device): string => name ?? `Dispositivo ${shortId(id)}`;

const dayAndMonthFormat = createBogotaDateFormatGetter({
  day: 'numeric',
  month: 'short',
});

/** Returns a text such as `desde las 07:12 del 20 nov`; null when nothing is unsent. */
export function oldestUnsentText({ oldest_captured_at: at }: Device): string | null {
  if (at === null) return null;
  const instant = Date.parse(at);
  const datePart = (type: 'day' | 'month') =>
    dayAndMonthFormat()
      .formatToParts(instant)
      .find((found) => found.type === type)
      ?.value.replace('.', '') ?? '';
  return `desde las ${formatTime(instant)} del ${datePart('day')} ${datePart('month')}`;
}

/**
 * Returns a text such as `2 por enviar, 1 requiere atención`. Each entry counts in only one of the two numbers, as on the
 * tablet's own screens.
 */
export function unsentCountText({ unsent, attention }: Device): string {
  if (unsent === 0) return 'Nada por enviar';
  const onTheirWay = unsent - attention;
  const parts = [
    onTheirWay > 0 && `${onTheirWay} por enviar`,
    attention > 0 && `${attention} ${attention === 1 ? 'requiere' : 'requieren'} atención`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

export function deviceStorageText({ storage_used: used, storage_quota: quota }: Device): string {
  if (used === null || quota === null) return 'El navegador no lo dice';
  return `${sizeText(used)} de ${sizeText(quota)}`;
}

export function deviceProtectionText({ storage_persisted: kept }: Device): string {
  if (kept === null) return 'El navegador no lo dice';
  return kept ? 'Protegido' : 'No protegido: el navegador puede borrarlo si falta espacio';
}
