import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { FileStore } from '#server/platform/files/store.ts';
import { sweepOrphans } from '#server/sweep-files.ts';
import { problemsOfChain } from '#tests/fuzz/run.ts';
import type { AcknowledgedVisit } from './visits.ts';

/** Row counts before the load, to be subtracted from the counts after it. */
export interface Baseline {
  readonly evaluations: number;
  readonly media: number;
  readonly closings: number;
}
export interface LoadVerification {
  readonly problems: readonly string[];
  /** Number of files without a row. They exist when a kill came after a file was written and before the commit. */
  readonly swept: number;
}

const COUNTED_TABLES = ['evaluations', 'media', 'closings'] as const;

async function countTableRows(pool: Pool, table: (typeof COUNTED_TABLES)[number]): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(`select count(*)::integer as n from ${table}`);
  return rows[0]?.n ?? -1;
}

export async function countBaselineRows(pool: Pool): Promise<Baseline> {
  return {
    evaluations: await countTableRows(pool, 'evaluations'),
    media: await countTableRows(pool, 'media'),
    closings: await countTableRows(pool, 'closings'),
  };
}

const STORED_VISIT_QUERY = `
select evaluations.id,
  (select count(*) from idempotency_keys where key = $2 and answer ->> 'id' = $1::text)::integer as keys,
  (select array_agg(type || ' ' || received_sha256 order by type) from media where evaluation_id = $1::uuid) as media,
  (select count(*) from closings where evaluation_id = $1::uuid)::integer as closings,
  (select array_agg(action || ' ' || n order by action) from (select action, count(*) as n from activity
    where evaluation_id = $1::uuid and status = 'done' and action in ('evaluation_created', 'media_added', 'evaluation_signed')
    group by action) as lines) as lines
from evaluations where id = $1::uuid`;

interface StoredVisitRow {
  keys: number;
  media: string[] | null;
  closings: number;
  lines: string[] | null;
}

export async function findVisitProblems(pool: Pool, visit: AcknowledgedVisit): Promise<string[]> {
  const { evaluationId, key, media, isSigned } = visit;
  const { rows } = await pool.query<StoredVisitRow>(STORED_VISIT_QUERY, [evaluationId, key]);
  const found = rows.map(({ keys, media: kept, closings, lines }) => ({
    keys,
    media: kept,
    closings,
    lines,
  }));
  const expected = [
    {
      keys: 1,
      media: media.map(({ type, sha256 }) => `${type} ${sha256}`),
      closings: isSigned ? 1 : 0,
      lines: ['evaluation_created 1', ...(isSigned ? ['evaluation_signed 1'] : []), 'media_added 2'],
    },
  ];
  const [is, should] = [JSON.stringify(found), JSON.stringify(expected)];
  return is === should ? [] : [`evaluation ${evaluationId}: found ${is}, acknowledged ${should}`];
}

export async function problemsOfFiles(pool: Pool, files: FileStore): Promise<string[]> {
  const { rows } = await pool.query<{ storage_path: string; stored_sha256: string }>(
    'select storage_path, stored_sha256 from media',
  );
  const problems: string[] = [];
  for (const { storage_path, stored_sha256 } of rows)
    await files.read(storage_path, stored_sha256).catch((error: unknown) => {
      problems.push(`the file ${storage_path} is missing or another: ${String(error)}`);
    });
  return problems;
}

async function problemsOfCounts(
  pool: Pool,
  before: Baseline,
  visits: readonly AcknowledgedVisit[],
): Promise<string[]> {
  const now = await countBaselineRows(pool);
  const signed = visits.filter(({ isSigned }) => isSigned).length;
  const added = { evaluations: visits.length, media: 2 * visits.length, closings: signed };
  return COUNTED_TABLES.filter((table) => now[table] !== before[table] + added[table]).map(
    (table) => `${table}: ${now[table] - before[table]} were added, ${added[table]} acknowledged`,
  );
}

const MAX_LINK_WAIT_MS = 15_000;

/**
 * Waits until the log entries that a killed server left pending are linked, by its next start or by another server. Returns a
 * problem if this takes longer than MAX_LINK_WAIT_MS.
 */
async function problemsOfUnlinkedEntries(pool: Pool): Promise<string[]> {
  for (const began = Date.now(); ; await pause(100)) {
    const { rows } = await pool.query<{ n: number }>('select count(*)::integer as n from activity_unlinked');
    if (rows[0]?.n === 0) return [];
    if (Date.now() > began + MAX_LINK_WAIT_MS)
      return [`${rows[0]?.n ?? 0} lines of the log were never linked`];
  }
}

/** Compares the stored data with the acknowledged data: none may be lost, duplicated or incomplete. */
export async function verifyStoredVisits(
  { pool, files }: { readonly pool: Pool; readonly files: FileStore },
  before: Baseline,
  visits: readonly AcknowledgedVisit[],
): Promise<LoadVerification> {
  const problems = [
    ...(await problemsOfUnlinkedEntries(pool)),
    ...(await problemsOfCounts(pool, before, visits)),
    ...(await problemsOfFiles(pool, files)),
    ...(await problemsOfChain(pool)),
  ];
  for (const visit of visits) problems.push(...(await findVisitProblems(pool, visit)));
  const inTwoHours = new Date(Date.now() + 2 * 60 * 60_000);
  const swept = await sweepOrphans(pool, files, inTwoHours);
  return { problems: [...problems, ...(await problemsOfFiles(pool, files))], swept };
}
