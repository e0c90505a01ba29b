import type { SigningRules } from '#contract/records/evaluation/clinical.ts';
import { readLicenceStatus } from '../../../licence.ts';

/**
 * How the user signs. `own`: as the linked doctor. `another`: as another doctor, with password and reason. `unlinked`: the user
 * has no linked doctor, and the branch requires neither password nor reason.
 */
export type SigningMode = 'own' | 'another' | 'unlinked';

/**
 * Returns how the user signs. `rules` is null if the server has none (base contract) or could not be reached; the server then
 * decides.
 */
export function signingModeFor(rules: SigningRules | null, doctorId: string): SigningMode {
  if (rules === null) return 'unlinked';
  if (rules.doctor) return rules.doctor.id === doctorId ? 'own' : 'another';
  return rules.unlinked_signatures && !rules.of_others?.includes(doctorId) ? 'unlinked' : 'another';
}

/** Returns why the user cannot sign as this doctor; null if the user can. */
export function signerHindranceText(rules: SigningRules | null, doctorId: string): string | null {
  const licence = readLicenceStatus(rules, doctorId);
  if (licence.type === 'expired')
    return `La licencia de este médico venció el ${licence.lastDay}. Hay que actualizarla en el catálogo antes de firmar.`;
  if (!rules?.own_only || signingModeFor(rules, doctorId) === 'own') return null;
  return rules.doctor
    ? `En esta sede cada médico firma con su propio usuario. Tú firmas como ${rules.doctor.name}.`
    : 'En esta sede cada médico firma con su propio usuario, y el tuyo no tiene un médico asignado. Pídelo a un administrador.';
}
