import { and, eq } from 'drizzle-orm';
import type { ExpectedSettlementBody } from '#contract/records/evaluation/expected-day.ts';
import type { ExpectedPerson } from '#contract/records/evaluation/expected-lists.ts';
import { fieldError } from '../../platform/base/errors.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { expectedPeople, expectedRegistrations } from '../../schema/expected-lists.ts';
import { recordActivity } from '../../audit/index.ts';
import { personCondition, personNotFoundError, requireExpectedPerson } from '../queries/people.ts';
import { readAndLogPerson } from './change-person.ts';
import { type ListContext, lockPerson } from './locks.ts';

/**
 * Stores the decision of a user about an evaluation of an expected person, whatever the state of the list is. Storing the present
 * decision again changes nothing. No evaluation is changed or deleted.
 * @throws not_found, validation_failed if the evaluation is not the person's or none would stay
 */
export async function settleExpectedRepetition(
  tx: Transaction,
  { trace, branchId }: ListContext,
  personId: string,
  { evaluation_id, decision }: ExpectedSettlementBody,
): Promise<ExpectedPerson> {
  const evaluationId = evaluation_id.toLowerCase();
  const person = await lockPerson(tx, branchId, personId);
  if (!person) throw personNotFoundError();
  const ofPerson = and(
    eq(expectedRegistrations.branchId, branchId),
    eq(expectedRegistrations.personId, personId),
  );
  const all = await tx
    .select({ id: expectedRegistrations.evaluationId, decision: expectedRegistrations.decision })
    .from(expectedRegistrations)
    .where(ofPerson);
  const named = all.find(({ id }) => id === evaluationId);
  if (!named)
    throw fieldError({ field: 'evaluation_id', message: 'La evaluación no es de esta persona citada.' });
  if (named.decision === decision) return readAndLogPerson(tx, { trace, branchId }, person);
  const staying = all.filter((each) => each.id !== evaluationId && each.decision !== 'repeats');
  if (decision === 'repeats' && staying.length === 0)
    throw fieldError({ field: 'decision', message: 'Conserva al menos una evaluación de la persona.' });
  await tx
    .update(expectedRegistrations)
    .set({ decision, decidedAt: trace.at, decidedBy: trace.actor.userId })
    .where(and(ofPerson, eq(expectedRegistrations.evaluationId, evaluationId)));
  await tx
    .update(expectedPeople)
    .set({ revision: person.revision + 1 })
    .where(personCondition(branchId, personId));
  const detail = { list_id: person.listId, person_id: personId, decision };
  await recordActivity(tx, trace, { action: 'expected_repetition_settled', evaluationId, detail });
  return requireExpectedPerson(tx, branchId, personId);
}
