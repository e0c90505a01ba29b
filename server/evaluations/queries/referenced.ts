import { type SQL, sql } from 'drizzle-orm';
import { parseEvaluationReference } from '#domain/evaluation/reference.ts';
import type { Executor } from '../../platform/database/connection/client.ts';

/** Maximum number of evaluations found by one short id. More are possible only if many ids begin alike. */
const MAX_SHORT_ID_MATCHES = 10;

const LOWEST_UUID = '00000000-0000-0000-0000-000000000000';
/** Condition for the ids with this beginning, as a range, so that the primary key is used. */
const idPrefixCondition = (id: string): SQL =>
  sql`id between ${id + LOWEST_UUID.slice(id.length)}::uuid and ${id + LOWEST_UUID.slice(id.length).replaceAll('0', 'f')}::uuid`;

/**
 * Returns the ids of the evaluations of any branch that the search text names by short id, document number or verification
 * code, as an array literal of PostgreSQL; undefined if it names none. Every condition is an exact match that an index supports.
 */
export async function referencedIdsLiteral(
  db: Executor,
  search: string | undefined,
): Promise<string | undefined> {
  const reference = parseEvaluationReference(search ?? '');
  if (!reference) return undefined;
  const { id, code, number } = reference;
  const parts = [
    id === null
      ? null
      : sql`(select id from evaluations where ${idPrefixCondition(id)} limit ${MAX_SHORT_ID_MATCHES})`,
    code === null
      ? null
      : sql`select evaluation_id as id from closings where content #>> '{document,code}' = ${code}`,
    number === null
      ? null
      : sql`select evaluation_id as id from closings where content #>> '{document,number}' = ${number}`,
  ].filter((part) => part !== null);
  const { rows } = await db.execute<{ id: string }>(sql.join(parts, sql` union `));
  return rows.length === 0 ? undefined : `{${rows.map((row) => row.id).join(',')}}`;
}
