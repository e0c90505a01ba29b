import { eq } from 'drizzle-orm';
import type { Executor } from '../../../platform/database/connection/client.ts';
import { additionalFields } from '../../../schema/catalogs.ts';

/**
 * Returns the ids of the additional fields whose values the search of the list finds, as an array literal of PostgreSQL;
 * undefined without such fields, so that the search of most clinics reads no values. Inactive fields keep their values, so the
 * search finds them as well.
 */
export async function searchableFieldIdsLiteral(db: Executor): Promise<string | undefined> {
  const rows = await db
    .select({ id: additionalFields.id })
    .from(additionalFields)
    .where(eq(additionalFields.is_searchable, true))
    .orderBy(additionalFields.id);
  return rows.length === 0 ? undefined : `{${rows.map(({ id }) => id).join(',')}}`;
}
