import type { Transaction } from '../../platform/database/connection/client.ts';
import { expectedPeople, expectedRegistrations } from '../../schema/expected-lists.ts';
import type { ActivityEntry } from '../../audit/index.ts';
import { personCondition } from '../queries/people.ts';
import { lockPerson } from './locks.ts';

interface ExpectedRegistration {
  readonly branchId: string;
  readonly evaluationId: string;
  /** Time of the registration, and user who confirmed it. */
  readonly capturedAt: Date;
  readonly authorId: string;
}

/**
 * Connects a registration with the expected person of its branch, whatever the person's state is. Of several registrations the
 * first one sets the state to 'registered'; the others are stored as repeated. An unknown id changes nothing, because the
 * registration matters more than the list.
 * @returns the log entry; null for an unknown id
 */
export async function registerExpectedPerson(
  tx: Transaction,
  { branchId, evaluationId, capturedAt, authorId }: ExpectedRegistration,
  personId: string,
): Promise<ActivityEntry | null> {
  const person = await lockPerson(tx, branchId, personId);
  if (!person) return null;
  const { id, listId, state } = person;
  const isRepeated = state === 'registered';
  await tx
    .insert(expectedRegistrations)
    .values({ evaluationId, branchId, personId: id, isRepeated, registeredAt: capturedAt });
  if (!isRepeated)
    await tx
      .update(expectedPeople)
      .set({
        state: 'registered',
        stateAt: capturedAt,
        stateBy: authorId,
        revision: person.revision + 1,
      })
      .where(personCondition(branchId, id));
  const detail = { list_id: listId, person_id: id, state: 'registered', repeated: isRepeated };
  return { action: 'expected_person_changed', evaluationId, detail };
}
