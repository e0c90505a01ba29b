import type { SigningRules } from '#contract/records/evaluation/clinical.ts';
import { type LicenceStatus, licenceStatus } from '#domain/evaluation/signing/licence.ts';
import { formatCalendarDay } from '#domain/time/calendar.ts';
import { bogotaDay } from '#domain/time/clock.ts';

const licenceLastDay = (rules: SigningRules | null, doctorId: string): string | null =>
  rules?.doctor?.id === doctorId
    ? rules.doctor.license_valid_until
    : (rules?.licences.find(({ doctor_id: id }) => id === doctorId)?.valid_until ?? null);

/** Returns the status of the doctor's licence today and its last day as text. `rules` is null if the server has none. */
export function readLicenceStatus(
  rules: SigningRules | null,
  doctorId: string,
): LicenceStatus & { readonly lastDay: string } {
  const day = licenceLastDay(rules, doctorId);
  return { ...licenceStatus(day, bogotaDay(Date.now())), lastDay: formatCalendarDay(day ?? '') ?? '' };
}

export function licenceNearExpiryHint(
  rules: SigningRules | null,
  doctorId: string,
  whose = 'La',
): string | null {
  const licence = readLicenceStatus(rules, doctorId);
  if (licence.type !== 'near') return null;
  if (licence.days === 0) return `${whose} licencia vence hoy.`;
  return `${whose} licencia vence el ${licence.lastDay} (${licence.days === 1 ? 'queda 1 día' : `quedan ${licence.days} días`}).`;
}

/**
 * Returns a hint if the licence of the user's own doctor expires soon or has expired. It is shown before any patient waits for
 * a signature.
 */
export function ownLicenceHint(rules: SigningRules | null): string | null {
  if (!rules?.doctor) return null;
  const { id } = rules.doctor;
  const licence = readLicenceStatus(rules, id);
  return licence.type === 'expired'
    ? `Tu licencia venció el ${licence.lastDay}. Hay que actualizarla en el catálogo antes de firmar.`
    : licenceNearExpiryHint(rules, id, 'Tu');
}
