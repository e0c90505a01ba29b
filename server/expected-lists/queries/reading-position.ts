import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { ExpectedDayQuery } from '#contract/records/evaluation/expected-day.ts';
import type { Executor } from '../../platform/database/connection/client.ts';

/** Position of the database at the start of a query. */
interface DatabasePosition {
  /**
   * Id of the oldest transaction that has not ended. A reading of changes that begins at this id contains every change that the
   * query cannot see, also that of a transaction that commits late.
   */
  readonly oldest: bigint;
  /** Id of the next transaction. */
  readonly next: bigint;
  /**
   * Identifies what the ids of transactions do not reveal: incarnation and timeline of the database, which a restore changes,
   * and names that people contain without being written with them.
   */
  readonly setting: string;
}

interface PositionRow extends Record<string, unknown> {
  readonly oldest: string;
  readonly next: string;
  readonly setting: string;
}

async function readDatabasePosition(db: Executor): Promise<DatabasePosition> {
  const { rows } = await db.execute<PositionRow>(sql`
    select pg_snapshot_xmin(pg_current_snapshot())::text as oldest, pg_snapshot_xmax(pg_current_snapshot())::text as next,
      json_build_array(
        (select id from database_life),
        substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8),
        (select md5(string_agg(row(id, name, code)::text, ',' order by id)) from evaluation_types),
        (select md5(string_agg(row(id, display_name)::text, ',' order by id)) from users)
      )::text as setting`);
  const [row] = rows;
  if (!row) throw new Error('The position query returned no row');
  return { oldest: BigInt(row.oldest), next: BigInt(row.next), setting: row.setting };
}

/** Page of a reading of the people of a day. */
export interface DayReading {
  /** `cursor` of all pages of the reading. */
  readonly cursor: string;
  /** First transaction whose changes are read; null to read the whole day. */
  readonly since: bigint | null;
  /** Last person of the previous page; null on the first page. */
  readonly lastId: string | null;
}

export const isWholeDay = ({ since }: DayReading): boolean => since === null;

const SEPARATOR = '.';
const WHOLE_DAY = 'all';
const SETTING_CHARACTERS = 22;

const encodeCursor = (position: bigint, setting: string): string => `${position}${SEPARATOR}${setting}`;

/** Returns the `next` of a page whose last person has this id. */
export const nextPagePosition = ({ cursor, since }: DayReading, lastId: string): string =>
  [cursor, since ?? WHOLE_DAY, lastId].join(SEPARATOR);

const CURSOR_PATTERN = /^(\d{1,19})\.([\w-]+)$/;
const NEXT_PATTERN = /^(\d{1,19}\.[\w-]+)\.(all|\d{1,19})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/**
 * Returns the page that a query requests. A parameter that this database did not create for the branch and day, or created
 * before it was restored, leads to a reading of the whole day.
 */
export async function findDayReading(
  db: Executor,
  branchId: string,
  { day, since, after }: ExpectedDayQuery,
): Promise<DayReading> {
  const { oldest, next, setting } = await readDatabasePosition(db);
  const current = createHash('sha256')
    .update(JSON.stringify([branchId, day, setting]))
    .digest('base64url')
    .slice(0, SETTING_CHARACTERS);
  const positionOf = (cursor: string | undefined): bigint | null => {
    const [, position, named] = CURSOR_PATTERN.exec(cursor ?? '') ?? [];
    return position !== undefined && named === current && BigInt(position) <= next ? BigInt(position) : null;
  };
  const cursor = encodeCursor(oldest, current);
  if (after === undefined) return { cursor, since: positionOf(since), lastId: null };
  const [, first = '', base = '', lastId = null] = NEXT_PATTERN.exec(after) ?? [];
  if (positionOf(first) === null) return { cursor, since: null, lastId: null };
  return { cursor: first, since: base === WHOLE_DAY ? null : BigInt(base), lastId };
}
