import type { PatientSearchQuery } from '#contract/records/evaluation/patients.ts';
import type { AuditContext } from '../../../platform/access/audit-context.ts';
import { AppError, notFoundError } from '../../../platform/base/errors.ts';
import type { Database } from '../../../platform/database/connection/client.ts';
import { evaluationState } from '../../queries/evaluation-state.ts';
import { requireOpenEvaluation } from '../clinical/change-evaluation.ts';
import { type PatientLookup, lookUpPatient } from '../../../patients/index.ts';

type BranchTrace = AuditContext & { readonly branchId: string };

/**
 * Looks up the new patient when a registration is moved to another patient, and logs the lookup. The response to this
 * correction reveals as much about the patient as a normal lookup, so both count towards one rate limit.
 * @throws not_found, evaluation_closed; rate_limited if the limit is reached and the patient was never in the branch
 */
export async function lookUpOtherPatient(
  db: Database,
  trace: BranchTrace,
  evaluationId: string,
  document: PatientSearchQuery,
): Promise<Exclude<PatientLookup, { type: 'over_budget' }>> {
  const evaluation = await evaluationState(db, trace.branchId, evaluationId);
  if (!evaluation) throw notFoundError('Evaluación no encontrada');
  requireOpenEvaluation(evaluation);
  const lookup = await db.transaction((tx) => lookUpPatient(tx, trace, document));
  if (lookup.type !== 'over_budget') return lookup;
  throw new AppError(
    'rate_limited',
    'Van muchas búsquedas de personas que no están en tu sede. La corrección se podrá enviar más tarde.',
    { retryAfter: lookup.retryAfter },
  );
}
