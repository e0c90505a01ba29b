import { and, eq } from 'drizzle-orm';
import { type RememberedColumnsQuery, RosterColumns } from '#contract/records/roster-columns.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { rememberedColumns } from '../../schema/expected-lists.ts';

/**
 * Returns the columns of the company's last list with these titles. Returns null without one, and for content that this version
 * cannot read, so that the device guesses the columns.
 */
export async function findRememberedColumns(
  db: Executor,
  { company_id: companyId, titles_sha256 }: RememberedColumnsQuery,
): Promise<RosterColumns | null> {
  const { company_id, titlesSha256, content } = rememberedColumns;
  const [row] = await db
    .select({ content })
    .from(rememberedColumns)
    .where(and(eq(company_id, companyId), eq(titlesSha256, Buffer.from(titles_sha256, 'hex'))));
  return RosterColumns.safeParse(row?.content).data ?? null;
}
