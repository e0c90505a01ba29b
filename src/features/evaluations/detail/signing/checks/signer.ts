import type { SigningRules } from '#contract/records/evaluation/clinical.ts';
import {
  findUnmetSignerRequirement,
  signingModeOf,
  type SignerFacts,
  type SignerRequirement,
  type SigningMode,
} from '#domain/evaluation/signing/signer-rules.ts';
import { readLicenceStatus } from '../../../licence.ts';

/**
 * Returns the facts about the user as a signer for the doctor. `rules` is null if the server has none (base contract) or could
 * not be reached; the server then decides.
 */
const signerFactsOf = (rules: SigningRules | null, doctorId: string): SignerFacts => ({
  isOwn: rules?.doctor?.id === doctorId,
  isUserLinked: Boolean(rules?.doctor),
  isDoctorLinked: rules?.of_others?.includes(doctorId) ?? false,
  isUnlinkedAllowed: rules === null || rules.unlinked_signatures === true,
  isOwnOnly: rules?.own_only ?? false,
  licence: readLicenceStatus(rules, doctorId),
});

/** Returns how the user signs. */
export const signingModeFor = (rules: SigningRules | null, doctorId: string): SigningMode =>
  signingModeOf(signerFactsOf(rules, doctorId));

const HINDRANCE_TEXTS: Record<SignerRequirement, (rules: SigningRules | null, doctorId: string) => string> = {
  valid_licence: (rules, doctorId) =>
    `La licencia de este médico venció el ${readLicenceStatus(rules, doctorId).lastDay}. Hay que actualizarla en el catálogo antes de firmar.`,
  own_user: (rules) =>
    rules?.doctor
      ? `En esta sede cada médico firma con su propio usuario. Tú firmas como ${rules.doctor.name}.`
      : 'En esta sede cada médico firma con su propio usuario, y el tuyo no tiene un médico asignado. Pídelo a un administrador.',
};

/** Returns why the user cannot sign as this doctor; null if the user can. */
export function signerHindranceText(rules: SigningRules | null, doctorId: string): string | null {
  const unmet = findUnmetSignerRequirement(signerFactsOf(rules, doctorId));
  return unmet && HINDRANCE_TEXTS[unmet](rules, doctorId);
}
