import type { PoolClient } from 'pg';
import { linkEntriesAndWait } from '#server/audit/commands/link-entries.ts';
import { appendActivity } from '#server/audit/commands/write-batch.ts';
import { toDatabase } from '#server/platform/database/connection/client.ts';
import type { LogUser, LogClinic } from './clinic.ts';

/** Makes one write and returns the number of its log entries. */
export type LogWriter = (receptionist: LogUser, nth: number) => Promise<number>;

/**
 * Work of concurrent writers in two versions: `before` links log entries within the change's transaction, `after` links them
 * after the commit.
 */
export interface LogCase {
  readonly what: string;
  readonly writers: number;
  readonly before: (clinic: LogClinic) => LogWriter;
  readonly after: (clinic: LogClinic) => LogWriter;
}

type LogTable = 'activity' | 'activity_unlinked';
const LOG_COLUMNS =
  'at, user_id, user_name, branch_id, branch_name, action, status, evaluation_id, device, detail';
/** Returns the prepared statement that inserts the log entry of a change. PostgreSQL plans it once per connection. */
const createEntryStatement = (
  table: LogTable,
  { userId, branchId, evaluationIds }: LogUser,
  nth: number,
) => ({
  name: `line of ${table}`,
  text: `insert into ${table} (${LOG_COLUMNS})
    values (now(), $1, 'Persona de Prueba', $2, (select name from branches where id = $2), 'notes_saved', 'done', $3,
      'Safari en iPad', '{"notes": 2}')`,
  values: [userId, branchId, evaluationIds[nth % evaluationIds.length]],
});
const createEntriesStatement = (
  table: LogTable,
  many: number,
  { userId, branchId, evaluationIds }: LogUser,
) => ({
  name: `lines of ${table}`,
  text: `insert into ${table} (${LOG_COLUMNS})
    select now(), $1, 'Persona de Prueba', $2, (select name from branches where id = $2), 'notes_saved', 'done', $3,
      'Safari en iPad', '{"notes": 2}' from generate_series(1, $4)`,
  values: [userId, branchId, evaluationIds[0], many],
});

const createRevisionStatement = ({ evaluationIds }: LogUser, nth: number) => ({
  name: 'revision',
  text: 'update evaluations set revision = revision + 1, updated_at = now() where id = $1',
  values: [evaluationIds[nth % evaluationIds.length]],
});

/** Sends all statements of a change without waiting between them, as `runTransactionWithFinalStatements` does. */
async function sendChangeStatements(
  client: PoolClient,
  table: LogTable,
  receptionist: LogUser,
  nth: number,
): Promise<void> {
  await Promise.all([
    client.query('begin'),
    client.query(createRevisionStatement(receptionist, nth)),
    client.query(createEntryStatement(table, receptionist, nth)),
    client.query('commit'),
  ]);
}

const createEntryWriter =
  (table: LogTable) =>
  ({ pool }: LogClinic): LogWriter => {
    const db = toDatabase(pool);
    return async (receptionist, nth) => {
      await pool.query(createEntryStatement(table, receptionist, nth));
      if (table === 'activity_unlinked') await linkEntriesAndWait(db);
      return 1;
    };
  };

const createChangeWriter =
  (table: LogTable) =>
  ({ pool }: LogClinic): LogWriter => {
    const db = toDatabase(pool);
    return async (receptionist, nth) => {
      const client = await pool.connect();
      await sendChangeStatements(client, table, receptionist, nth).finally(() => client.release());
      if (table === 'activity_unlinked') await linkEntriesAndWait(db);
      return 1;
    };
  };

const ENTRIES_PER_BATCH = 200;
const createBatchWriter =
  (table: LogTable) =>
  ({ pool }: LogClinic): LogWriter => {
    const db = toDatabase(pool);
    return async (receptionist) => {
      await pool.query(createEntriesStatement(table, ENTRIES_PER_BATCH, receptionist));
      if (table === 'activity_unlinked') await linkEntriesAndWait(db);
      return ENTRIES_PER_BATCH;
    };
  };

const createAccessWriter = ({ pool }: LogClinic): LogWriter => {
  const db = toDatabase(pool);
  return async ({ userId, branchId, evaluationIds }, nth) => {
    const actor = { userId, displayName: 'Persona de Prueba' };
    const evaluationId = evaluationIds[nth % evaluationIds.length] ?? '';
    const trace = { actor, branchId, device: null, at: new Date() };
    await appendActivity(db, trace, { action: 'evaluation_read', evaluationId });
    return 1;
  };
};

export const LOG_CASES: readonly LogCase[] = [
  {
    what: 'single entries, 300 writers',
    writers: 300,
    before: createEntryWriter('activity'),
    after: createEntryWriter('activity_unlinked'),
  },
  {
    what: 'change of an evaluation with its entry, 300 writers',
    writers: 300,
    before: createChangeWriter('activity'),
    after: createChangeWriter('activity_unlinked'),
  },
  {
    what: 'change of an evaluation with its entry, one writer',
    writers: 1,
    before: createChangeWriter('activity'),
    after: createChangeWriter('activity_unlinked'),
  },
  {
    what: '200 entries per commit, eight writers',
    writers: 8,
    before: createBatchWriter('activity'),
    after: createBatchWriter('activity_unlinked'),
  },
  {
    what: 'accesses, written in batches, 300 readers',
    writers: 300,
    before: createAccessWriter,
    after: createAccessWriter,
  },
];
