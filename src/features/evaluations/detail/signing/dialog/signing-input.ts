import type { SignBody, SigningRules } from '#contract/records/evaluation/clinical.ts';
import type { SigningProblems } from '#domain/evaluation/signing/before-signing.ts';
import { APTITUDE_ERROR_FIELD, hasConceptWithoutAptitude } from '../checks/missing-aptitude.tsx';
import type { SigningMode } from '#domain/evaluation/signing/signer-rules.ts';
import type { SigningFailure } from './use-signing.ts';

/** Input of the user in the dialog, without the choice of the doctor. */
export interface SigningInput {
  readonly password: string;
  readonly reason: string;
  readonly isWithoutConcept: boolean;
  readonly disclosure: string;
}

export const EMPTY_SIGNING_INPUT: SigningInput = {
  password: '',
  reason: '',
  isWithoutConcept: false,
  disclosure: '',
};

export const isSigningInputComplete = (
  as: SigningMode,
  problems: SigningProblems,
  confirmations: SigningInput,
): boolean =>
  (as !== 'another' || (confirmations.password !== '' && confirmations.reason.trim() !== '')) &&
  !hasConceptWithoutAptitude(problems) &&
  (!problems.isWithoutConcept || confirmations.isWithoutConcept) &&
  (problems.leaking.length === 0 || confirmations.disclosure.trim() !== '');

/** Returns the errors that belong to no field of the dialog, for example that the doctor is inactive now. */
export function findMessageWithoutField(
  failure: SigningFailure | null,
  as: SigningMode,
  problems: SigningProblems,
): string | null {
  if (!failure?.isOfDialog) return null;
  const placed = new Set([
    APTITUDE_ERROR_FIELD,
    ...(as === 'another' ? ['as_another.password', 'as_another.reason'] : []),
    ...(problems.isWithoutConcept ? ['confirmed.without_concept'] : []),
    ...(problems.leaking.length > 0 ? ['confirmed.disclosure_reason'] : []),
  ]);
  const all = Object.entries(failure.fields);
  if (all.length === 0) return failure.text;
  const words = all.filter(([field]) => !placed.has(field)).map(([, message]) => message);
  return words.length === 0 ? null : words.join(' ');
}

/**
 * Returns the request body. A base-contract server receives only the doctor, unless the server has rejected such a body and
 * requires password and reason.
 */
export function createSignBody(
  { rules, doctor }: { rules: SigningRules | null; doctor: { readonly id: string } },
  {
    as,
    problems,
    answers: confirmations,
  }: { as: SigningMode; problems: SigningProblems; answers: SigningInput },
): SignBody {
  if (rules === null && as !== 'another') return { doctor_id: doctor.id };
  const { password, reason, isWithoutConcept, disclosure } = confirmations;
  return {
    doctor_id: doctor.id,
    ...(as === 'another' && { as_another: { password, reason } }),
    confirmed: {
      without_concept: isWithoutConcept,
      disclosure_reason: problems.leaking.length > 0 ? disclosure : '',
    },
  };
}
