import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { AuditContext } from '#server/platform/access/audit-context.ts';
import { linkEntriesAndWait } from '#server/audit/commands/link-entries.ts';
import { recordActivity, pendingEntryStatement } from '#server/audit/commands/record-activity.ts';
import { appendActivity } from '#server/audit/commands/write-batch.ts';
import { toDatabase } from '#server/platform/database/connection/client.ts';
import { createPool } from '#server/platform/database/connection/pool.ts';

/** Number of entries per second that the activity log accepts from many concurrent writers. */
export interface LogThroughput {
  readonly what: string;
  readonly perSecond: number;
}

/** Number of database connections of all servers together. */
const CONNECTION_COUNT = 36;
const BRANCH_COUNT = 50;
const LOG_ENTRY = { action: 'evaluations_listed', detail: { shown: 25, page: 1 } } as const;

type LogWriteFactory = (pool: Pool) => (trace: AuditContext) => Promise<void>;

/**
 * Links the entry within the transaction of the change, as earlier versions did. The transaction holds the log's lock until the
 * commit.
 */
const createInTransactionWriter: LogWriteFactory = (pool) => {
  const db = toDatabase(pool);
  return (trace) => recordActivity(db, trace, LOG_ENTRY);
};
/** Links the entry after the commit, as the current version does for changes. */
const createAfterCommitWriter: LogWriteFactory = (pool) => {
  const db = toDatabase(pool);
  return async (trace) => {
    await pendingEntryStatement(db, trace, LOG_ENTRY);
    await linkEntriesAndWait(db);
  };
};
/** Links the entry together with pending entries, as the current version does for read accesses. */
const createWriterLinkingPending: LogWriteFactory = (pool) => {
  const db = toDatabase(pool);
  return (trace) => appendActivity(db, trace, LOG_ENTRY);
};

const LOG_CASES: readonly {
  readonly what: string;
  readonly commit: string;
  readonly writers: number;
  readonly write: LogWriteFactory;
}[] = [
  {
    what: 'changes, linked under the lock, two machines',
    commit: 'on',
    writers: 300,
    write: createInTransactionWriter,
  },
  {
    what: 'changes, linked after commit, two machines',
    commit: 'on',
    writers: 300,
    write: createAfterCommitWriter,
  },
  {
    what: 'changes, linked under the lock, primary only',
    commit: 'local',
    writers: 300,
    write: createInTransactionWriter,
  },
  {
    what: 'changes, linked after commit, primary only',
    commit: 'local',
    writers: 300,
    write: createAfterCommitWriter,
  },
  {
    what: 'accesses, written in batches, two machines',
    commit: 'on',
    writers: 300,
    write: createWriterLinkingPending,
  },
];

/** Returns audit contexts of an existing user in branches created for this benchmark. */
async function createBranchesAndContexts(pool: Pool): Promise<AuditContext[]> {
  const { rows } = await pool.query<{ user: string; company: string }>(
    'select (select id from users limit 1) as user, (select company_id from branches limit 1) as company',
  );
  const { user, company } = rows[0] ?? { user: '', company: '' };
  const branchIds = Array.from({ length: BRANCH_COUNT }, () => randomUUID());
  await pool.query(
    'insert into branches (id, company_id, name) select id, $1, left(id::text, 8) from unnest($2::uuid[]) id',
    [company, branchIds],
  );
  const actor = { userId: user, displayName: 'Nadie Prueba' };
  return branchIds.map((branchId) => ({ actor, branchId, device: null, at: new Date() }));
}

async function measureEntriesPerSecond(
  write: (trace: AuditContext) => Promise<void>,
  traces: readonly AuditContext[],
  writers: number,
  forMs: number,
): Promise<number> {
  const began = Date.now();
  let lines = 0;
  const writer = async (number: number) => {
    const trace = traces[number % traces.length];
    if (!trace) return;
    while (Date.now() < began + forMs) {
      await write(trace);
      lines += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, number) => writer(number)));
  return (lines * 1_000) / (Date.now() - began);
}

/**
 * Measures how many log entries per second the primary accepts, without servers or tablets. The written entries stay in the
 * log.
 */
export async function measureLogThroughput(url: string, forMs: number): Promise<LogThroughput[]> {
  const figures: LogThroughput[] = [];
  for (const { what, commit, writers, write } of LOG_CASES) {
    const options = `-c synchronous_commit=${commit}`;
    const pool = createPool({ connectionString: url, max: CONNECTION_COUNT, options });
    try {
      const traces = await createBranchesAndContexts(pool);
      await measureEntriesPerSecond(write(pool), traces, writers, 1_000);
      figures.push({ what, perSecond: await measureEntriesPerSecond(write(pool), traces, writers, forMs) });
    } finally {
      await pool.end();
    }
  }
  return figures;
}
