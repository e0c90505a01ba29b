import { createHash, randomUUID } from 'node:crypto';
import type { CreateExpectedListBody, ExpectedList } from '#contract/records/evaluation/expected-lists.ts';
import { AppError, fieldError } from '../../platform/base/errors.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { insertRows } from '../../platform/database/queries/insert-rows.ts';
import { mapInSlices, slicesOf } from '../../platform/database/queries/slices.ts';
import { expectedLists, expectedPeople } from '../../schema/expected-lists.ts';
import { recordActivity } from '../../audit/index.ts';
import { requireActiveCompany } from '../../catalogs/index.ts';
import { listCondition, requireExpectedList } from '../queries/lists.ts';
import { requireSpaceOnDay } from './day-limits.ts';
import type { ListContext } from './locks.ts';
import { type PersonColumns, findPersonProblems, personColumnsOf } from './person-columns.ts';
import { rememberColumns } from './remember-columns.ts';

export const usedIdError = () =>
  new AppError('idempotency_mismatch', 'Este identificador ya se usó con otro contenido.');

/** Returns the digest of a request's content, by which a repeated request is recognised. */
export const contentDigestOf = (content: object): Buffer =>
  createHash('sha256').update(JSON.stringify(content)).digest();

/**
 * Returns the digest of a list as `contentDigestOf` does, in slices: the text of 10,000 people in one piece would delay other
 * requests.
 */
export async function listDigestOf({
  people,
  ...facts
}: Pick<CreateExpectedListBody, 'company_id' | 'day' | 'brigade' | 'people'>): Promise<Buffer> {
  const hash = createHash('sha256').update(`${JSON.stringify(facts).slice(0, -1)},"people":[`);
  let separator = '';
  for await (const slice of slicesOf(people))
    for (const person of slice) {
      hash.update(separator + JSON.stringify(person));
      separator = ',';
    }
  return hash.update(']}').digest();
}

/**
 * Returns the list that an earlier request with this id created; null if there is none.
 * @throws idempotency_mismatch if the earlier request had another content
 */
async function findRepeatedList(
  tx: Transaction,
  branchId: string,
  { id, contentSha256 }: Pick<typeof expectedLists.$inferInsert, 'id' | 'contentSha256'>,
): Promise<ExpectedList | null> {
  const [row] = await tx
    .select({ contentSha256: expectedLists.contentSha256 })
    .from(expectedLists)
    .where(listCondition(branchId, id));
  if (!row) return null;
  if (!row.contentSha256.equals(contentSha256)) throw usedIdError();
  return requireExpectedList(tx, branchId, id);
}

async function insertPeople(
  tx: Transaction,
  key: { readonly branchId: string; readonly listId: string },
  people: readonly PersonColumns[],
): Promise<void> {
  let next = 0;
  for await (const slice of slicesOf(people)) {
    const rows = slice.map((columns) => {
      const position = next;
      next += 1;
      return { ...columns, ...key, id: randomUUID(), position, state: 'expected' as const };
    });
    await insertRows(tx, expectedPeople, rows);
  }
}

/**
 * Creates a list with all its people, or nothing, and remembers the columns of its file. A repeated request returns the list that
 * the first one created.
 * @throws validation_failed, with the index of each person in the name of the field; idempotency_mismatch
 */
export async function createExpectedList(
  tx: Transaction,
  { trace, branchId }: ListContext,
  body: CreateExpectedListBody,
): Promise<ExpectedList> {
  const { company_id, day, brigade, people, imported_columns } = body;
  const row = {
    id: body.id.toLowerCase(),
    contentSha256: await listDigestOf({ company_id, day, brigade, people }),
  };
  const repeated = await findRepeatedList(tx, branchId, row);
  if (repeated) return repeated;
  await requireActiveCompany(tx, company_id);
  const columns = await mapInSlices(people, personColumnsOf);
  const problems = await findPersonProblems(tx, columns);
  if (problems.length > 0)
    throw fieldError(
      ...problems.map(({ index, field, message }) => ({ field: `people.${index}.${field}`, message })),
    );
  await requireSpaceOnDay(tx, { branchId, day }, { lists: 1, people: people.length });
  const made = await tx
    .insert(expectedLists)
    .values({
      ...row,
      branchId,
      company_id,
      day,
      brigade,
      createdAt: trace.at,
      createdBy: trace.actor.userId,
    })
    .onConflictDoNothing()
    .returning({ id: expectedLists.id });
  if (made.length === 0) {
    // A concurrent request with the same id has just committed.
    const first = await findRepeatedList(tx, branchId, row);
    if (!first) throw new Error('A list was neither inserted nor found');
    return first;
  }
  await insertPeople(tx, { branchId, listId: row.id }, columns);
  if (imported_columns) await rememberColumns(tx, { companyId: company_id, at: trace.at }, imported_columns);
  const list = await requireExpectedList(tx, branchId, row.id);
  const detail = { list_id: row.id, people: people.length };
  await recordActivity(tx, trace, { action: 'expected_list_created', detail });
  return list;
}
