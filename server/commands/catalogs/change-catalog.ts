import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { ActivityAction } from '#contract/records/evaluation/clinical.ts';
import type { Trace } from '../../access/trace.ts';
import type { Database, Transaction } from '../../database/connection/client.ts';
import type { companies } from '../../database/tables/catalogs.ts';
import { violatesUnique } from '../../database/connection/violation.ts';
import { notFound } from '../../base/errors.ts';
import { type Catalog, findInCatalog } from '../../queries/catalogs/catalogs.ts';
import { recordActivity } from '../log/record-activity.ts';
import { type IfMatch, requireRevision } from '../rows/row-revision.ts';
import { type Columns, type WritableCatalog, codeTaken } from './writable-catalogs.ts';

/** One row, who changes it, and what they take for its state. */
export interface RowChange {
  readonly trace: Trace;
  readonly id: string;
  readonly ifMatch: IfMatch;
}

/** What becomes of the row. */
export interface Edit {
  /** For the log: a word of ours, such as 'renamed'. */
  readonly what: string;
  /** catalog_changed unless said otherwise. */
  readonly action?: ActivityAction;
  /** Where the row has these already, nothing is changed. */
  readonly columns: Columns;
  /** Set along with a change. */
  readonly stamp?: Columns;
  /** False where the file that the row will name is still to be kept: what needs it throws FileFirst. */
  readonly isKept?: boolean;
}

/** The change would be made if its file were in the store. */
class FileFirst extends Error {
  override readonly name = 'FileFirst';
}

/**
 * A change that gives the row a file. The file is written between two transactions and only where it is needed: a store that
 * takes its time holds no connection and no row meanwhile.
 */
export async function keepingFirst<Result>(
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

/** Drizzle writes to one table, not to a union: `columnsOf` gave the columns that this one has. */
const tableOf = ({ table }: Catalog<unknown>) => table as typeof companies;

async function refusingTakenCode<Result>(
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
  // Weaker than `for update`: an evaluation that refers to the row meanwhile need not wait.
  const [row] = await tx.select().from(table).where(eq(table.id, id)).for('no key update');
  if (!row) throw notFound(words.missing);
  return row;
}

const differs = (row: Columns, columns: Columns): boolean =>
  Object.entries(columns).some(([name, value]) => row[name] !== value);

async function itemOf<Item>(tx: Transaction, source: Catalog<Item>, id: string): Promise<Item> {
  const item = await findInCatalog(tx, source, id);
  if (!item) throw new Error('A row of a catalogue that was written or locked is gone');
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

/** @throws code_taken, also for a code that another transaction takes at the same time; validation_failed */
export async function createRow<Body, Item>(
  tx: Transaction,
  catalog: WritableCatalog<Body, Item>,
  trace: Trace,
  body: Body,
): Promise<Item> {
  const id = randomUUID();
  const columns = catalog.columnsOf(body);
  await catalog.check?.(tx, columns, null);
  const row = { ...columns, id } as typeof companies.$inferInsert;
  await refusingTakenCode(catalog, tx.insert(tableOf(catalog.source)).values(row));
  return conclude(tx, catalog, { trace, id }, { what: 'created' });
}

/**
 * Changes one row of a catalogue. Who asks for what is there already gets it, whatever they had read: a change whose
 * answer was lost may be sent again (RFC 9110 13.1.1).
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
  await refusingTakenCode(catalog, tx.update(table).set(changed).where(eq(table.id, id)));
  return conclude(tx, catalog, { trace, id }, edit);
}
