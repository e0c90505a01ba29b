import type { SigningRules } from '#contract/records/evaluation/clinical.ts';
import { licenceOf } from '../../licence.ts';

/** As whom the session signs: the doctor that the user is, one who is somebody else, or, by a user who is none, one who is nobody's. */
export type SignedAs = 'own' | 'another' | 'unlinked';

/** `rules` is null where the provider knows none. */
export function signedAs(rules: SigningRules | null, doctorId: string): SignedAs {
  if (rules?.doctor) return rules.doctor.id === doctorId ? 'own' : 'another';
  return rules?.of_others?.includes(doctorId) ? 'another' : 'unlinked';
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
