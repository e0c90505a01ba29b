import type { Pool } from 'pg';
import { DEVICE_QUIET_AFTER_MS } from '#contract/records/people/devices.ts';
import { LOCK_KEYS } from '../../platform/database/connection/lock-keys.ts';

/** Facts about the database and the clinic's work at one moment. No fact identifies a patient. */
export interface SystemFacts {
  readonly copies: {
    readonly finishedAt: Date | null;
    readonly verifiedAt: Date | null;
    readonly heldUntil: Date | null;
  };
  readonly mails: {
    readonly waiting: number;
    readonly failing: number;
    readonly mostTries: number;
    readonly oldestAt: Date | null;
  };
  readonly devices: {
    readonly unsent: number;
    readonly quiet: number;
    readonly quietUnsent: number;
    /** Time of the last report of the device that has not reported for the longest time; null without such a device. */
    readonly quietSince: Date | null;
  };
  readonly database: { readonly bytes: number; readonly version: string; readonly migration: number };
  /** Time of the first migration of this database. A backup of this database cannot be older. */
  readonly madeAt: Date;
  readonly logAt: Date | null;
  /** Number of database statements that wait for the lock of the activity log, over all server processes. */
  readonly logLockWaiting: number;
  readonly unlinked: { readonly lines: number; readonly since: Date | null };
}

const SYSTEM_FACTS_QUERY = `
select
  (select max(finished_at) from copies) as finished_at,
  (select max(verified_at) from copies) as verified_at,
  (select max(held_until) from copies where verified_at is not null) as held_until,
  mail.waiting, mail.failing, mail.most_tries, mail.oldest_at,
  device.unsent, device.quiet, device.quiet_unsent, device.quiet_since,
  pg_database_size(current_database())::float8 as bytes,
  current_setting('server_version') as version,
  (select max(number) from schema_migrations) as migration,
  (select min(applied_at) from schema_migrations) as made_at,
  (select at from activity order by sequence desc limit 1) as log_at,
  (select count(*)::integer from pg_locks
    where locktype = 'advisory' and not granted and classid = 0 and objid = ${LOCK_KEYS.log} and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())) as log_lock_waiting,
  line.unlinked, line.unlinked_since
from
  (select count(*)::integer as unlinked, min(written_at) as unlinked_since from activity_unlinked) as line,
  (select count(*)::integer as waiting, (count(*) filter (where tries > 1))::integer as failing,
    coalesce(max(tries), 0) as most_tries, min(asked_at) as oldest_at from mails) as mail,
  (select coalesce(sum(unsent), 0)::float8 as unsent, (count(*) filter (where is_quiet))::integer as quiet,
    coalesce(sum(unsent) filter (where is_quiet), 0)::float8 as quiet_unsent,
    min(last_seen_at) filter (where is_quiet) as quiet_since
    from (select unsent, last_seen_at, unsent > 0 and last_seen_at <= $1 as is_quiet from devices where not is_retired) as known
  ) as device`;

interface SystemFactsRow {
  finished_at: Date | null;
  verified_at: Date | null;
  held_until: Date | null;
  waiting: number;
  failing: number;
  most_tries: number;
  oldest_at: Date | null;
  unsent: number;
  quiet: number;
  quiet_unsent: number;
  quiet_since: Date | null;
  bytes: number;
  version: string;
  migration: number;
  made_at: Date;
  log_at: Date | null;
  log_lock_waiting: number;
  unlinked: number;
  unlinked_since: Date | null;
}

const toSystemFacts = (row: SystemFactsRow): SystemFacts => ({
  copies: { finishedAt: row.finished_at, verifiedAt: row.verified_at, heldUntil: row.held_until },
  mails: {
    waiting: row.waiting,
    failing: row.failing,
    mostTries: row.most_tries,
    oldestAt: row.oldest_at,
  },
  devices: {
    unsent: row.unsent,
    quiet: row.quiet,
    quietUnsent: row.quiet_unsent,
    quietSince: row.quiet_since,
  },
  database: { bytes: row.bytes, version: row.version, migration: row.migration },
  madeAt: row.made_at,
  logAt: row.log_at,
  logLockWaiting: row.log_lock_waiting,
  unlinked: { lines: row.unlinked, since: row.unlinked_since },
});

/**
 * Reads all facts with one statement. Only the size of the database is expensive, because PostgreSQL checks the size of each
 * file.
 */
export async function readSystemFacts(pool: Pool, now: Date): Promise<SystemFacts> {
  const quietBefore = new Date(now.getTime() - DEVICE_QUIET_AFTER_MS);
  const { rows } = await pool.query<SystemFactsRow>(SYSTEM_FACTS_QUERY, [quietBefore]);
  const [row] = rows;
  if (!row) throw new Error('The query of the system facts returned no row');
  return toSystemFacts(row);
}
