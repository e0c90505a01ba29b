import { type SQL, count, getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { FieldProblem } from '#contract/errors.ts';
import { fieldError } from '../../platform/base/errors.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import type { CATALOG_TABLES, evaluationTemplates, examPackages } from '../../schema/catalogs.ts';

export const takeTableAdvisoryLock = (tx: Transaction, table: PgTable) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${getTableName(table)}, 0))`);

type LimitedTable =
  | typeof evaluationTemplates
  | typeof examPackages
  | (typeof CATALOG_TABLES)[keyof typeof CATALOG_TABLES];

interface RowLimit {
  readonly max: number;
  /** Condition of the rows that count; without it all count. */
  readonly counted?: SQL;
}

/** Rejects a new row if the table already has `max` rows. The limit exists because the app shows all rows in one list. */
export async function requireBelowRowLimit(
  tx: Transaction,
  table: LimitedTable,
  { max, counted }: RowLimit,
  full: FieldProblem,
): Promise<void> {
  await takeTableAdvisoryLock(tx, table);
  const [found] = await tx
    .select({ rows: count() })
    .from(table as typeof examPackages)
    .where(counted);
  if ((found?.rows ?? 0) >= max) throw fieldError(full);
}
