import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { ActivityAction } from '#contract/records/evaluation/clinical.ts';
import type { AuditContext } from '../../access/audit-context.ts';
import type { Database, Transaction } from '../../database/connection/client.ts';
import type { companies } from '../../database/tables/catalogs.ts';
import { violatesUnique } from '../../database/connection/violation.ts';
import { notFound } from '../../base/errors.ts';
import { type Catalog, findInCatalog } from '../../queries/catalogs/catalogs.ts';
import { recordActivity } from '../log/record-activity.ts';
import { type IfMatch, requireRevision } from '../rows/row-revision.ts';
import { type Columns, type WritableCatalog, codeTaken } from './writable-catalogs.ts';

/** Id of a row, the audit context of its change, and the revisions that the caller accepts as current. */
export interface RowChange {
  readonly trace: AuditContext;
  readonly id: string;
  readonly ifMatch: IfMatch;
}

/** Change of a row. */
export interface Edit {
  /** Name of the change in the log, such as 'renamed'. */
  readonly what: string;
  /** Action of the log entry; default: catalog_changed. */
  readonly action?: ActivityAction;
  /** New values. If the row already has them, nothing changes. */
  readonly columns: Columns;
  /** Values that are set only if `columns` change the row. */
  readonly stamp?: Columns;
  /** False if the file that the row will name is not stored yet; a change that needs the file then throws FileFirst. */
  readonly isKept?: boolean;
}

/** The change is valid but its file must be stored first. */
class FileFirst extends Error {
  override readonly name = 'FileFirst';
}

/**
 * Runs a change that gives the row a file. If the file is needed, it is written between two transactions, so that a slow store
 * blocks neither a connection nor a row.
 */
export async function withStoredFirst<Result>(
  db: Database,
  keep: () => Promise<void>,
  change: (tx: Transaction, isKept: boolean) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.transaction((tx) => change(tx, false));
  } catch (error) {
    if (!(error instanceof FileFirst)) throw error;
  }
  await keep();
  return db.transaction((tx) => change(tx, true));
}

type Row = typeof companies.$inferSelect;
type AnyCatalog<Item> = WritableCatalog<never, Item>;

/**
 * Treats any catalogue table as one table type, because Drizzle does not write to a union. The columns are right: `columnsOf`
 * of the same catalogue made them.
 */
const tableOf = ({ table }: Catalog<unknown>) => table as typeof companies;

async function rejectingTakenCode<Result>(
  { source, words }: AnyCatalog<unknown>,
  work: PromiseLike<Result>,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (words.codeTaken === undefined || !violatesUnique(error, `${source.resource}_code_key`)) throw error;
    throw codeTaken(words.codeTaken);
  }
}

async function lockRow({ source, words }: AnyCatalog<unknown>, tx: Transaction, id: string): Promise<Row> {
  const table = tableOf(source);
  // This lock is weaker than `for update`, so that an evaluation that refers to the row need not wait.
  const [row] = await tx.select().from(table).where(eq(table.id, id)).for('no key update');
  if (!row) throw notFound(words.missing);
  return row;
}

const differs = (row: Columns, columns: Columns): boolean =>
  Object.entries(columns).some(([name, value]) => row[name] !== value);

async function itemOf<Item>(tx: Transaction, source: Catalog<Item>, id: string): Promise<Item> {
  const item = await findInCatalog(tx, source, id);
  if (!item) throw new Error('A written or locked catalogue row no longer exists');
  return item;
}

async function conclude<Item>(
  tx: Transaction,
  { source }: AnyCatalog<Item>,
  { trace, id }: Omit<RowChange, 'ifMatch'>,
  { what, action = 'catalog_changed' }: Pick<Edit, 'what' | 'action'>,
): Promise<Item> {
  const item = await itemOf(tx, source, id);
  await recordActivity(tx, trace, { action, detail: { resource: source.resource, id, what } });
  return item;
}

/**
 * Creates a row of a catalogue.
 * @throws code_taken, also if another transaction takes the code at the same time; validation_failed
 */
export async function createRow<Body, Item>(
  tx: Transaction,
  catalog: WritableCatalog<Body, Item>,
  trace: AuditContext,
  body: Body,
): Promise<Item> {
  const id = randomUUID();
  const columns = catalog.columnsOf(body);
  await catalog.check?.(tx, columns, null);
  const row = { ...columns, id } as typeof companies.$inferInsert;
  await rejectingTakenCode(catalog, tx.insert(tableOf(catalog.source)).values(row));
  return conclude(tx, catalog, { trace, id }, { what: 'created' });
}

/**
 * Changes one row of a catalogue. A request whose values the row already has succeeds regardless of `If-Match`, so that a
 * change whose response was lost can be retried (RFC 9110 13.1.1).
 * @throws not_found, precondition_failed, code_taken, validation_failed
 */
export async function changeRow<Item>(
  tx: Transaction,
  catalog: AnyCatalog<Item>,
  change: RowChange,
  { columns, stamp, isKept = true, ...edit }: Edit,
): Promise<Item> {
  const { trace, ifMatch } = change;
  const row = await lockRow(catalog, tx, change.id);
  const { id } = row;
  if (!differs(row, columns)) return itemOf(tx, catalog.source, id);
  requireRevision(row, ifMatch);
  await catalog.check?.(tx, columns, row);
  if (!isKept) throw new FileFirst();
  const table = tableOf(catalog.source);
  const changed = { ...columns, ...stamp, updatedAt: trace.at } as Partial<Row>;
  await rejectingTakenCode(catalog, tx.update(table).set(changed).where(eq(table.id, id)));
  return conclude(tx, catalog, { trace, id }, edit);
}
