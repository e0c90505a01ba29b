import { isDeepStrictEqual } from 'node:util';
import { and, count, eq, max, ne } from 'drizzle-orm';
import {
  type AddExpectedPersonBody,
  EXPECTED_PEOPLE_MAX,
  type ExpectedPerson,
  type ExpectedPersonBody,
  type ExpectedStateBody,
} from '#contract/records/evaluation/expected-lists.ts';
import { toPlausibleInstant } from '../../platform/access/plausible-instant.ts';
import { AppError, fieldError } from '../../platform/base/errors.ts';
import { type IfMatch, requireCurrentRevision } from '../../platform/base/row-revision.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { expectedPeople } from '../../schema/expected-lists.ts';
import { recordActivity } from '../../audit/index.ts';
import { peopleOfList } from '../queries/lists.ts';
import {
  type ExpectedPersonRow,
  personCondition,
  personNotFoundError,
  requireExpectedPerson,
} from '../queries/people.ts';
import { contentDigestOf, usedIdError } from './create-list.ts';
import { requireSpaceOnDay } from './day-limits.ts';
import {
  type ListContext,
  type ListRow,
  lockList,
  lockPerson,
  requireOpenList,
  requireUncancelledList,
} from './locks.ts';
import {
  type PersonColumns,
  REPEATED_DOCUMENT_MESSAGE,
  findPersonProblems,
  personColumnsOf,
} from './person-columns.ts';

interface PersonChangeContext extends ListContext {
  readonly ifMatch: IfMatch;
}

/** Returns the person to a request that changes nothing, and logs the access. */
export async function readAndLogPerson(
  tx: Transaction,
  { trace, branchId }: ListContext,
  { id, listId: list_id }: Pick<ExpectedPersonRow, 'id' | 'listId'>,
): Promise<ExpectedPerson> {
  const person = await requireExpectedPerson(tx, branchId, id);
  await recordActivity(tx, trace, { action: 'expected_people_listed', detail: { list_id, person_id: id } });
  return person;
}

type DocumentColumns = Pick<ExpectedPersonRow, 'identification_type' | 'normalizedNumber'>;

const haveSameDocument = (one: DocumentColumns, other: DocumentColumns): boolean =>
  one.identification_type === other.identification_type && one.normalizedNumber === other.normalizedNumber;

/**
 * Rejects a document that another person of the list has, unless that person is cancelled. The list must be locked, so that no
 * concurrent change adds the document.
 * @throws validation_failed at the field
 */
async function requireUnusedDocument(
  tx: Transaction,
  { branchId, listId, id }: Pick<ExpectedPersonRow, 'branchId' | 'listId' | 'id'>,
  { identification_type, normalizedNumber }: DocumentColumns,
  field: 'identification_number' | 'state',
): Promise<void> {
  const found = await tx
    .select({ id: expectedPeople.id })
    .from(expectedPeople)
    .where(
      and(
        peopleOfList(branchId, listId),
        eq(expectedPeople.identification_type, identification_type),
        eq(expectedPeople.normalizedNumber, normalizedNumber),
        ne(expectedPeople.state, 'cancelled'),
        ne(expectedPeople.id, id),
      ),
    )
    .limit(1);
  if (found.length > 0) throw fieldError({ field, message: REPEATED_DOCUMENT_MESSAGE });
}

/**
 * @param stored type that the person has; it stays valid after it was deactivated
 * @throws validation_failed
 */
async function requireValidPerson(
  tx: Transaction,
  columns: PersonColumns,
  stored: Pick<PersonColumns, 'evaluation_type_id'> | null,
): Promise<void> {
  const isTypeUnchanged = columns.evaluation_type_id === stored?.evaluation_type_id;
  const found = await findPersonProblems(tx, [columns]);
  const problems = found.filter(({ field }) => field !== 'evaluation_type_id' || !isTypeUnchanged);
  if (problems.length > 0) throw fieldError(...problems);
}

const hasColumns = (row: ExpectedPersonRow, columns: PersonColumns): boolean =>
  Object.entries(columns).every(([name, value]) =>
    isDeepStrictEqual(row[name as keyof PersonColumns], value),
  );

async function nextPosition(tx: Transaction, branchId: string, listId: string): Promise<number> {
  const [found] = await tx
    .select({ people: count(), last: max(expectedPeople.position) })
    .from(expectedPeople)
    .where(peopleOfList(branchId, listId));
  const { people = 0, last = null } = found ?? {};
  if (people < EXPECTED_PEOPLE_MAX) return (last ?? -1) + 1;
  throw new AppError('validation_failed', 'La citación ya tiene el máximo de personas. Crea otra.');
}

async function findPersonRow(
  tx: Transaction,
  branchId: string,
  id: string,
): Promise<ExpectedPersonRow | undefined> {
  const [row] = await tx.select().from(expectedPeople).where(personCondition(branchId, id));
  return row;
}

/**
 * Adds a person to a list. A repeated request returns the person that the first one added, also after a change of the person or
 * the list.
 * @throws not_found, expected_list_cancelled, expected_list_closed, validation_failed, idempotency_mismatch
 */
export async function addExpectedPerson(
  tx: Transaction,
  { trace, branchId }: ListContext,
  listId: string,
  body: AddExpectedPersonBody,
): Promise<ExpectedPerson> {
  const { id: typedId, ...content } = body;
  const id = typedId.toLowerCase();
  const contentSha256 = contentDigestOf(content);
  const list = await lockList(tx, branchId, listId);
  const present = await findPersonRow(tx, branchId, id);
  if (present) {
    if (present.listId !== listId || present.contentSha256?.equals(contentSha256) !== true)
      throw usedIdError();
    return readAndLogPerson(tx, { trace, branchId }, present);
  }
  requireOpenList(list);
  const columns = personColumnsOf(body);
  await requireValidPerson(tx, columns, null);
  const key = { branchId, listId, id };
  await requireUnusedDocument(tx, key, columns, 'identification_number');
  await requireSpaceOnDay(tx, { branchId, day: list.day }, { lists: 0, people: 1 });
  const position = await nextPosition(tx, branchId, listId);
  const { branchId: branchColumn, id: idColumn } = expectedPeople;
  const made = await tx
    .insert(expectedPeople)
    .values({ ...columns, ...key, position, state: 'expected', contentSha256 })
    .onConflictDoNothing({ target: [branchColumn, idColumn] })
    .returning({ id: idColumn });
  // This list is locked: a concurrent request added the person to another list.
  if (made.length === 0) throw usedIdError();
  const person = await requireExpectedPerson(tx, branchId, id);
  const detail = { list_id: listId, person_id: id };
  await recordActivity(tx, trace, { action: 'expected_person_added', detail });
  return person;
}

/**
 * Locks the person and, before it, the list.
 * @param requireList throws if the state of the list forbids the change
 * @throws not_found, expected_person_registered, and the error of `requireList`
 */
async function lockChangeablePerson(
  tx: Transaction,
  branchId: string,
  id: string,
  requireList: (list: ListRow) => void,
): Promise<{ readonly row: ExpectedPersonRow; readonly list: ListRow }> {
  const found = await findPersonRow(tx, branchId, id);
  if (!found) throw personNotFoundError();
  const list = await lockList(tx, branchId, found.listId);
  requireList(list);
  const row = await lockPerson(tx, branchId, id);
  if (!row) throw personNotFoundError();
  if (row.state === 'registered')
    throw new AppError('expected_person_registered', 'La persona ya está registrada.');
  return { row, list };
}

async function writeAndLog(
  tx: Transaction,
  { trace, branchId }: ListContext,
  row: ExpectedPersonRow,
  columns: Partial<ExpectedPersonRow>,
): Promise<ExpectedPerson> {
  await tx
    .update(expectedPeople)
    .set({ ...columns, revision: row.revision + 1 })
    .where(personCondition(branchId, row.id));
  const person = await requireExpectedPerson(tx, branchId, row.id);
  const detail = { list_id: row.listId, person_id: row.id, state: person.status.state };
  await recordActivity(tx, trace, { action: 'expected_person_changed', detail });
  return person;
}

/**
 * Replaces the data of a person. A request whose data are already stored succeeds whatever its `If-Match` is, so that it can be
 * retried after a lost response.
 * @throws not_found, expected_list_cancelled, expected_list_closed, expected_person_registered, precondition_failed,
 * validation_failed
 */
export async function replaceExpectedPerson(
  tx: Transaction,
  change: PersonChangeContext,
  id: string,
  body: ExpectedPersonBody,
): Promise<ExpectedPerson> {
  const columns = personColumnsOf(body);
  const { row } = await lockChangeablePerson(tx, change.branchId, id, requireOpenList);
  if (hasColumns(row, columns)) return readAndLogPerson(tx, change, row);
  requireCurrentRevision(row, change.ifMatch);
  await requireValidPerson(tx, columns, row);
  if (row.state !== 'cancelled' && !haveSameDocument(row, columns))
    await requireUnusedDocument(tx, row, columns, 'identification_number');
  return writeAndLog(tx, change, row, columns);
}

/**
 * Sets the state that a user chose. Choosing the present state changes nothing. In a closed list all
 * states but 'expected' can be chosen.
 * @throws not_found, expected_list_cancelled, expected_list_closed, expected_person_registered, precondition_failed,
 * validation_failed
 */
export async function setExpectedPersonState(
  tx: Transaction,
  change: PersonChangeContext,
  id: string,
  { state, at }: ExpectedStateBody,
): Promise<ExpectedPerson> {
  const { trace, branchId, ifMatch } = change;
  const requireList = state === 'expected' ? requireOpenList : requireUncancelledList;
  const { row, list } = await lockChangeablePerson(tx, branchId, id, requireList);
  if (row.state === state) return readAndLogPerson(tx, change, row);
  requireCurrentRevision(row, ifMatch);
  if (row.state === 'cancelled') {
    await requireUnusedDocument(tx, row, row, 'state');
    await requireSpaceOnDay(tx, { branchId, day: list.day }, { lists: 0, people: 1 });
  }
  const isDecided = state !== 'expected';
  const notedAt = at === undefined ? trace.at : toPlausibleInstant(new Date(at), trace.at);
  return writeAndLog(tx, change, row, {
    state,
    stateAt: isDecided ? notedAt : null,
    stateBy: isDecided ? trace.actor.userId : null,
    absentByClosing: false,
  });
}
