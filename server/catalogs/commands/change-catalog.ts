import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { ActivityAction } from '#contract/records/evaluation/clinical.ts';
import type { AuditContext } from '../../platform/access/audit-context.ts';
import type { Database, Transaction } from '../../platform/database/connection/client.ts';
import type { companies } from '../../schema/catalogs.ts';
import { isUniqueViolation } from '../../platform/database/connection/violation.ts';
import { notFoundError } from '../../platform/base/errors.ts';
import { type Catalog, findInCatalog } from '../queries/catalogs.ts';
import { recordActivity } from '../../audit/index.ts';
import { type IfMatch, requireCurrentRevision } from '../../platform/base/row-revision.ts';
import { type ColumnValues, type WritableCatalog, codeTakenError } from './writable-catalogs.ts';

export interface RowChangeContext {
  readonly trace: AuditContext;
  readonly id: string;
  readonly ifMatch: IfMatch;
}

export interface RowEdit {
  readonly what: string;
  /** Action of the log entry; default: catalog_changed. */
  readonly action?: ActivityAction;
  /** New values. If the row already has these values, nothing is written. */
  readonly columns: ColumnValues;
  /** Values, such as a time, that are set only if `columns` differ from the row. */
  readonly stamp?: ColumnValues;
  /**
   * False while the file that the row will reference is not stored yet; default: true. A change that needs the file then throws
   * `FileNotStoredError`.
   */
  readonly isKept?: boolean;
}

class FileNotStoredError extends Error {
  override readonly name = 'FileFirst';
}

/**
 * Runs a change that gives the row a file. If the file must be written, the write happens between two transactions, so that a
 * slow file store blocks neither a connection nor a row.
 */
export async function storeFileIfNeededThenChange<Result>(
  db: Database,
  keep: () => Promise<void>,
  change: (tx: Transaction, isKept: boolean) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.transaction((tx) => change(tx, false));
  } catch (error) {
    if (!(error instanceof FileNotStoredError)) throw error;
  }
  await keep();
  return db.transaction((tx) => change(tx, true));
}

type FixedTableRow = typeof companies.$inferSelect;
type AnyWritableCatalog<Item> = WritableCatalog<never, Item>;

/**
 * Returns the table with the type of one fixed table, because Drizzle cannot write to a union of tables. The column names are
 * valid, because `columnsOf` of the same catalogue produced them.
 */
const writableTableOf = ({ table }: Catalog<unknown>) => table as typeof companies;

async function translateTakenCodeError<Result>(
  { source, words }: AnyWritableCatalog<unknown>,
  work: PromiseLike<Result>,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (words.codeTaken === undefined || !isUniqueViolation(error, `${source.resource}_code_key`))
      throw error;
    throw codeTakenError(words.codeTaken);
  }
}

async function lockCatalogRow(
  { source, words }: AnyWritableCatalog<unknown>,
  tx: Transaction,
  id: string,
): Promise<FixedTableRow> {
  const table = writableTableOf(source);
  // This lock is weaker than `for update`, so that the insert of an evaluation that references the row does not wait.
  const [row] = await tx.select().from(table).where(eq(table.id, id)).for('no key update');
  if (!row) throw notFoundError(words.missing);
  return row;
}

const hasDifferentColumns = (row: ColumnValues, columns: ColumnValues): boolean =>
  Object.entries(columns).some(([name, value]) => !isDeepStrictEqual(row[name], value));

async function readCatalogItem<Item>(tx: Transaction, source: Catalog<Item>, id: string): Promise<Item> {
  const item = await findInCatalog(tx, source, id);
  if (!item) throw new Error('A written or locked catalogue row no longer exists');
  return item;
}

async function logAndReadItem<Item>(
  tx: Transaction,
  { source }: AnyWritableCatalog<Item>,
  { trace, id }: Omit<RowChangeContext, 'ifMatch'>,
  { what, action = 'catalog_changed' }: Pick<RowEdit, 'what' | 'action'>,
): Promise<Item> {
  const item = await readCatalogItem(tx, source, id);
  await recordActivity(tx, trace, { action, detail: { resource: source.resource, id, what } });
  return item;
}

/**
 * Creates a row of a catalogue.
 * @throws code_taken, also if a concurrent transaction takes the code; validation_failed
 */
export async function createCatalogRow<Body, Item>(
  tx: Transaction,
  catalog: WritableCatalog<Body, Item>,
  trace: AuditContext,
  body: Body,
): Promise<Item> {
  const id = randomUUID();
  const columns = catalog.columnsOf(body);
  await catalog.check?.(tx, columns, null);
  const row = { ...columns, id } as typeof companies.$inferInsert;
  await translateTakenCodeError(catalog, tx.insert(writableTableOf(catalog.source)).values(row));
  return logAndReadItem(tx, catalog, { trace, id }, { what: 'created' });
}

/**
 * Changes one row of a catalogue. If the row already has the requested values, the request succeeds whatever its `If-Match` is,
 * so that the device can retry a change after a lost response (RFC 9110 13.1.1).
 * @throws not_found, precondition_failed, code_taken, validation_failed
 */
export async function changeCatalogRow<Item>(
  tx: Transaction,
  catalog: AnyWritableCatalog<Item>,
  change: RowChangeContext,
  { columns, stamp, isKept = true, ...edit }: RowEdit,
): Promise<Item> {
  const { trace, ifMatch } = change;
  const row = await lockCatalogRow(catalog, tx, change.id);
  const { id } = row;
  if (!hasDifferentColumns(row, columns)) return readCatalogItem(tx, catalog.source, id);
  requireCurrentRevision(row, ifMatch);
  await catalog.check?.(tx, columns, row);
  if (!isKept) throw new FileNotStoredError();
  const table = writableTableOf(catalog.source);
  const changed = { ...columns, ...stamp, updatedAt: trace.at } as Partial<FixedTableRow>;
  await translateTakenCodeError(catalog, tx.update(table).set(changed).where(eq(table.id, id)));
  return logAndReadItem(tx, catalog, { trace, id }, edit);
}
