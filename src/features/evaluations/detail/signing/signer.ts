import type { SigningRules } from '#contract/records/evaluation/clinical.ts';
import { type LicenceStanding, licenceStanding } from '#domain/evaluation/license.ts';
import { calendarDay } from '#domain/time/calendar.ts';
import { bogotaDay } from '#domain/time/clock.ts';

/** As whom the session signs: the doctor that the user is, another one, or a user who is none. */
export type SignedAs = 'own' | 'another' | 'unlinked';

/** `rules` is null where the provider knows none. */
export function signedAs(rules: SigningRules | null, doctorId: string): SignedAs {
  if (!rules?.doctor) return 'unlinked';
  return rules.doctor.id === doctorId ? 'own' : 'another';
}

const lastDay = (rules: SigningRules | null, doctorId: string): string | null =>
  rules?.doctor?.id === doctorId
    ? rules.doctor.license_valid_until
    : (rules?.licences.find(({ doctor_id: id }) => id === doctorId)?.valid_until ?? null);

/** How the doctor's licence stands today, and its last day as people read it. */
function licenceOf(
  rules: SigningRules | null,
  doctorId: string,
): LicenceStanding & { readonly lastDay: string } {
  const day = lastDay(rules, doctorId);
  return { ...licenceStanding(day, bogotaDay(Date.now())), lastDay: calendarDay(day ?? '') ?? '' };
}

/** Why nobody can sign so, whoever they are; null where they can. */
export function signerHindrance(rules: SigningRules | null, doctorId: string): string | null {
  const licence = licenceOf(rules, doctorId);
  if (licence.type === 'expired')
    return `La licencia de este médico venció el ${licence.lastDay}. Hay que actualizarla en el catálogo antes de firmar.`;
  if (!rules?.own_only || signedAs(rules, doctorId) === 'own') return null;
  return rules.doctor
    ? `En esta sede cada médico firma con su propio usuario. Tú firmas como ${rules.doctor.name}.`
    : 'En esta sede cada médico firma con su propio usuario, y el tuyo no tiene un médico asignado. Pídelo a un administrador.';
}

/** A quiet word before the licence runs out; null where there is time. */
export function licenceHint(rules: SigningRules | null, doctorId: string): string | null {
  const licence = licenceOf(rules, doctorId);
  if (licence.type !== 'near') return null;
  if (licence.days === 0) return 'La licencia vence hoy.';
  return `La licencia vence el ${licence.lastDay} (${licence.days === 1 ? 'queda 1 día' : `quedan ${licence.days} días`}).`;
}
