import type { LicenceStatus } from './licence.ts';

/** Facts about a user who wants to sign as a doctor, and the rules of the branch. */
export interface SignerFacts {
  /** True if the doctor is linked to the user. */
  readonly isOwn: boolean;
  /** True if the user is linked to an active doctor. */
  readonly isUserLinked: boolean;
  /** True if the doctor is linked to a user. */
  readonly isDoctorLinked: boolean;
  /** True if the branch allows a user without a linked doctor to sign as an unlinked doctor. */
  readonly isUnlinkedAllowed: boolean;
  /** True if the branch requires that each doctor signs as the linked user. */
  readonly isOwnOnly: boolean;
  readonly licence: LicenceStatus;
}

/**
 * How a user signs. `own`: as the linked doctor. `unlinked`: neither user nor doctor is linked, and the branch allows such
 * signatures. `another`: every other case, which needs password and reason.
 */
export type SigningMode = 'own' | 'another' | 'unlinked';

export function signingModeOf({
  isOwn,
  isUserLinked,
  isDoctorLinked,
  isUnlinkedAllowed,
}: Omit<SignerFacts, 'licence'>): SigningMode {
  if (isOwn) return 'own';
  return isUnlinkedAllowed && !isUserLinked && !isDoctorLinked ? 'unlinked' : 'another';
}

/**
 * Requirements for signing as a doctor, in the order in which they are reported. The server checks them when it signs; the app
 * shows the first unmet one before.
 */
const SIGNER_REQUIREMENTS = {
  valid_licence: ({ licence }: SignerFacts) => licence.type !== 'expired',
  own_user: ({ isOwn, isOwnOnly }: SignerFacts) => isOwn || !isOwnOnly,
};
export type SignerRequirement = keyof typeof SIGNER_REQUIREMENTS;
const SIGNER_REQUIREMENT_NAMES = Object.keys(SIGNER_REQUIREMENTS) as SignerRequirement[];

/** Returns the first requirement that the user does not meet; null if the user may sign. */
export const findUnmetSignerRequirement = (facts: SignerFacts): SignerRequirement | null =>
  SIGNER_REQUIREMENT_NAMES.find((name) => !SIGNER_REQUIREMENTS[name](facts)) ?? null;
