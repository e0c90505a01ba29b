import { sql } from 'drizzle-orm';
import type { ImportedColumns } from '#contract/records/roster-columns.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { rememberedColumns } from '../../schema/expected-lists.ts';

/** Maximum number of different titles whose columns are remembered of a company. The least recent ones are forgotten. */
export const REMEMBERED_TITLES_MAX = 50;

/**
 * Remembers the columns of an imported list for the next list of the company with the same titles. The lock of the company's rows
 * prevents a deadlock between imports that write one row and delete others.
 */
export async function rememberColumns(
  tx: Transaction,
  { companyId, at }: { readonly companyId: string; readonly at: Date },
  { titles_sha256, ...content }: ImportedColumns,
): Promise<void> {
  const key = `remembered columns ${companyId.toLowerCase()}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  const { company_id, titlesSha256 } = rememberedColumns;
  await tx
    .insert(rememberedColumns)
    .values({
      company_id: companyId,
      titlesSha256: Buffer.from(titles_sha256, 'hex'),
      content,
      importedAt: at,
    })
    .onConflictDoUpdate({ target: [company_id, titlesSha256], set: { content, importedAt: at } });
  await tx.execute(sql`
    delete from remembered_columns where company_id = ${companyId}::uuid and titles_sha256 in (
      select titles_sha256 from remembered_columns where company_id = ${companyId}::uuid
      order by imported_at desc, titles_sha256 offset ${REMEMBERED_TITLES_MAX})`);
}
