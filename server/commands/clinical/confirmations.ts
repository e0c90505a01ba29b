import type { FieldProblem } from '#contract/errors.ts';
import type { SignBody } from '#contract/records/evaluation/clinical.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { beforeSigning } from '#domain/evaluation/before-signing.ts';
import type { ClosingContent } from '../../closing/closing.ts';
import { confirmationMissing } from './signer.ts';

type Answers = Pick<NonNullable<ClosingContent['signing']>, 'asked' | 'disclosure_reason'>;

const lookedAt = ({ notes }: Evaluation) =>
  beforeSigning((type) => notes.find(({ note_type: of }) => of === type)?.content ?? '');

/** Asked about or not. */
export const isWithoutConcept = (evaluation: Evaluation): boolean => lookedAt(evaluation).isWithoutConcept;

/**
 * Answers to the questions before signing. A base-contract client sends none and may sign.
 * @throws confirmation_missing
 */
export function requireAnswers(evaluation: Evaluation, { confirmed }: SignBody): Answers {
  if (!confirmed) return { asked: false, disclosure_reason: null };
  const { isWithoutConcept: isEmpty, leaking } = lookedAt(evaluation);
  const isLeaking = leaking.length > 0;
  const reason = confirmed.disclosure_reason ?? null;
  const missing: FieldProblem[] = [];
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
  if (missing.length > 0) throw confirmationMissing(missing);
  return { asked: true, disclosure_reason: isLeaking ? reason : null };
}
