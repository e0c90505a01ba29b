import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { Database } from '../../platform/database/connection/client.ts';
import { replicas } from '../../schema/monitoring.ts';
import { type DiskSpace, diskSpaceOf } from './disk.ts';

export interface ReplicaInfo {
  readonly id: string;
  readonly host: string;
  readonly version: string;
  readonly startedAt: Date;
  readonly dataDir: string;
}

const REPLICA_TIMEOUT_SECONDS = 90;
/** Age after which the row of a killed server process is deleted. */
const REPLICA_ROW_MAX_AGE = '1 day';
/** Maximum duration of a query that compares the clocks; a slower query would be too inexact. */
const ROUND_TRIP_MAX_MS = 1_000;
const POSTGRES_INTEGER_MAX = 2_147_483_647;

/**
 * Returns by how many ms this machine's clock is ahead of the database's clock; null if the query was too slow for a
 * comparison.
 */
async function measureClockOffset(pool: Pool, now: () => number): Promise<number | null> {
  const requested = performance.now();
  const { rows } = await pool.query<{ at: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at',
  );
  const took = performance.now() - requested;
  const at = rows[0]?.at;
  if (at === undefined || took > ROUND_TRIP_MAX_MS) return null;
  const ahead = Math.round(now() - took / 2 - at);
  return Math.max(-POSTGRES_INTEGER_MAX, Math.min(POSTGRES_INTEGER_MAX, ahead));
}

/** Records that this process is alive, and deletes the rows of processes that have recorded nothing for REPLICA_ROW_MAX_AGE. */
export async function recordReplicaAndDeleteStale(
  db: Database,
  program: ReplicaInfo,
  now: () => number,
): Promise<void> {
  const [aheadMs, disk] = await Promise.all([
    measureClockOffset(db.$client, now),
    diskSpaceOf(program.dataDir),
  ]);
  const { id, host, version, startedAt } = program;
  const reported = { aheadMs, diskFree: disk?.freeBytes ?? null, diskTotal: disk?.totalBytes ?? null };
  await db
    .insert(replicas)
    .values({ id, host: host.slice(0, 255), version, startedAt, ...reported })
    .onConflictDoUpdate({ target: replicas.id, set: { ...reported, seenAt: sql`now()` } });
  await db.delete(replicas).where(sql`${replicas.seenAt} < now() - ${REPLICA_ROW_MAX_AGE}::interval`);
}

export const removeReplicaPresence = async (db: Database, { id }: Pick<ReplicaInfo, 'id'>): Promise<void> => {
  await db.delete(replicas).where(sql`${replicas.id} = ${id}`);
};

export interface ActiveReplica {
  readonly id: string;
  readonly host: string;
  readonly version: string;
  readonly startedAt: Date;
  readonly aheadMs: number | null;
  readonly disk: DiskSpace | null;
}

/** Maximum number of replicas; more than any installation has. */
const MAX_LISTED_REPLICAS = 100;

/** Returns the running replicas; the replica that started first comes first. */
export async function listActiveReplicas(db: Database): Promise<ActiveReplica[]> {
  const rows = await db
    .select()
    .from(replicas)
    .where(sql`${replicas.seenAt} > now() - make_interval(secs => ${REPLICA_TIMEOUT_SECONDS})`)
    .orderBy(replicas.startedAt, replicas.id)
    .limit(MAX_LISTED_REPLICAS);
  return rows.map(({ id, host, version, startedAt, aheadMs, diskFree, diskTotal }) => ({
    id,
    host,
    version,
    startedAt,
    aheadMs,
    disk: diskFree === null || diskTotal === null ? null : { freeBytes: diskFree, totalBytes: diskTotal },
  }));
}
