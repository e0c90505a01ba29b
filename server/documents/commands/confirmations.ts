import type { FieldProblem } from '#contract/errors.ts';
import { NO_DECISIONS } from '#contract/records/evaluation/decisions.ts';
import type { SignBody } from '#contract/records/evaluation/clinical.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { findSigningProblems } from '#domain/evaluation/signing/before-signing.ts';
import type { SignedVersionContent } from '../../schema/evaluation/signed-version.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { isAptitudeOffered } from '../../evaluations/index.ts';
import { confirmationMissingError } from './signer.ts';

type SigningConfirmations = Pick<NonNullable<SignedVersionContent['signing']>, 'asked' | 'disclosure_reason'>;

const findSigningPrompts = ({ notes, decisions }: Evaluation) =>
  findSigningProblems(
    (type) => notes.find(({ note_type: of }) => of === type)?.content ?? '',
    decisions ?? NO_DECISIONS,
  );

/** Returns true if the concept would be empty. Does not consider whether the client made the doctor confirm this. */
export const isConceptEmpty = (evaluation: Evaluation): boolean =>
  findSigningPrompts(evaluation).isWithoutConcept;

const APTITUDE_MISSING_PROBLEM: FieldProblem = {
  field: 'decisions.aptitude',
  message: 'Elige el concepto de aptitud.',
};

const APTITUDE_NOT_OFFERED_PROBLEM: FieldProblem = {
  field: 'decisions.aptitude',
  message: 'Esta aptitud ya no se ofrece para este tipo de evaluación.',
};

/**
 * Rejects an aptitude that the clinic does not offer for the evaluation's current type. Accepts every aptitude from
 * base-contract clients, which send no confirmations.
 * @throws confirmation_missing
 */
export async function requireOfferedAptitude(
  tx: Transaction,
  evaluation: Evaluation,
  { confirmed }: SignBody,
): Promise<void> {
  if (confirmed && !(await isAptitudeOffered(tx, evaluation)))
    throw confirmationMissingError([APTITUDE_NOT_OFFERED_PROBLEM]);
}

/**
 * Returns the confirmations that the user gave before signing. A base-contract client sends no confirmations and may still
 * sign.
 * @throws confirmation_missing
 */
export function requireConfirmations(evaluation: Evaluation, { confirmed }: SignBody): SigningConfirmations {
  if (!confirmed) return { asked: false, disclosure_reason: null };
  const { isWithoutConcept: isEmpty, isWithoutAptitude, leaking } = findSigningPrompts(evaluation);
  const isLeaking = leaking.length > 0;
  const reason = confirmed.disclosure_reason ?? null;
  const missing: FieldProblem[] = [];
  if (isWithoutAptitude && !(isEmpty && confirmed.without_concept)) missing.push(APTITUDE_MISSING_PROBLEM);
  if (isEmpty && !confirmed.without_concept)
    missing.push({
      field: 'confirmed.without_concept',
      message: 'El concepto está vacío: escríbelo, o confirma que firmas sin concepto.',
    });
  if (isLeaking && reason === null)
    missing.push({
      field: 'confirmed.disclosure_reason',
      message: 'Escribe por qué el empleador debe leer lo que parece un hallazgo.',
    });
  if (missing.length > 0) throw confirmationMissingError(missing);
  return { asked: true, disclosure_reason: isLeaking ? reason : null };
}
