import { bytesUntilScarce, type StorageSpace } from './storage-space.ts';

/**
 * This file: rules for delivered entries, which a device retains until a backup of the server's database contains them (S29).
 * Times are milliseconds on the server's clock unless stated otherwise. No entry is deleted because of the device's clock.
 */

/** State of the server's backups as the server last reported it. The comments in this file call it the statement. */
export interface BackupStatement {
  readonly life: string;
  /** Incarnation of the database from which this one was restored; null for the first one. */
  readonly after: string | null;
  /** The database has all data that the previous incarnation received before this time; null when the time is unknown. */
  readonly holdsUntil: number | null;
  /** A verified backup contains all data before this time; null without a verified backup. */
  readonly backedUpUntil: number | null;
  readonly at: number;
}

/** Incarnation of the database that received an entry (`life`), and a time (`seenAt`) by which the entry had arrived. */
export interface EntryDelivery {
  readonly life: string;
  /**
   * Time of the server's first statement after the delivery; by this time the entry had arrived. 0 until this statement
   * arrives.
   */
  readonly seenAt: number;
}

const DAY_MS = 24 * 60 * 60_000;
/**
 * Days after which the device deletes a retained entry without a backup. A server that made no backup for so long probably
 * makes none.
 */
export const RETENTION_MAX_DAYS = 7;
/** Number of days after which retention ends, if the server responded on these days but sent no statement. */
const DAYS_WITHOUT_STATEMENT_MAX = 30;
/** Tolerance for differences between the clocks of several servers, in milliseconds. */
export const SERVER_CLOCK_TOLERANCE_MS = 5 * 60_000;
export const RETENTION_MAX_ENTRIES = 2_000;
export const RETENTION_MAX_BYTES = 300_000_000;

export type RetentionOutcome =
  /** No backup is known to have the entry, which stays on the device. */
  | 'kept'
  /** A verified backup has the entry; the device may delete it. */
  | 'copied'
  /** The server has made no backup for `RETENTION_MAX_DAYS`; the device deletes the entry. */
  | 'too_old'
  /** The database that received the entry was reset or no longer exists; the device sends the entry again under its keys. */
  | 'lost';

const hadArrivedBefore = ({ seenAt }: EntryDelivery, until: number | null): boolean =>
  seenAt > 0 && until !== null && seenAt + SERVER_CLOCK_TOLERANCE_MS <= until;

/**
 * Returns true when a database was set back by other means than our restore command: its id is the same, but its newest
 * verified backup is older than in the previous statement.
 */
const wasRestoredToEarlierState = (known: BackupStatement | null, statement: BackupStatement): boolean =>
  known?.life === statement.life && (statement.backedUpUntil ?? 0) < (known.backedUpUntil ?? 0);

/**
 * Returns true when the server may have lost delivered entries: the statement `statement` comes from another database, or from the
 * same database after it was set back.
 */
export const canHaveLostDeliveries = (known: BackupStatement | null, statement: BackupStatement): boolean =>
  known !== null && (known.life !== statement.life || wasRestoredToEarlierState(known, statement));

/** Returns true when the database of the statement `statement` has the delivered entry. */
function isInReportedDatabase(
  delivery: EntryDelivery,
  known: BackupStatement | null,
  statement: BackupStatement,
): boolean {
  if (delivery.life === statement.life) return !wasRestoredToEarlierState(known, statement);
  // `holdsUntil` concerns only the data of the previous incarnation, not those of earlier incarnations.
  return delivery.life === statement.after && hadArrivedBefore(delivery, statement.holdsUntil);
}

/** Returns the effect of the statement `statement` on a delivered entry. `known` is the previous statement; null without one. */
export function retentionOutcomeOf(
  delivery: EntryDelivery,
  known: BackupStatement | null,
  statement: BackupStatement,
): RetentionOutcome {
  if (!isInReportedDatabase(delivery, known, statement)) return 'lost';
  if (hadArrivedBefore(delivery, statement.backedUpUntil)) return 'copied';
  return delivery.seenAt > 0 && statement.at - delivery.seenAt > RETENTION_MAX_DAYS * DAY_MS
    ? 'too_old'
    : 'kept';
}

/**
 * Record of when a server responded. `heardAt` is the time of the last recorded response, in milliseconds on the device's
 * clock; `silentDays` is the number of days with responses but without a statement.
 */
export interface ServerContactHistory {
  readonly heardAt: number;
  readonly silentDays?: number;
}

/**
 * Counts the days on which the server responded without a statement about its backups; returns null after too many such days:
 * the device then no longer retains entries for this server. A response counts only if it is at least a day away from the last
 * counted one, so that a jump of the clock, or weeks without use, add only one day.
 */
export function countDayWithoutStatement<Known extends ServerContactHistory>(
  known: Known,
  now: number,
): Known | null {
  if (Math.abs(now - known.heardAt) < DAY_MS) return known;
  const daysWithoutStatement = (known.silentDays ?? 0) + 1;
  return daysWithoutStatement > DAYS_WITHOUT_STATEMENT_MAX
    ? null
    : { ...known, heardAt: now, silentDays: daysWithoutStatement };
}

/** Returns the latest time at which a delivered entry is deleted, even without a backup. */
export const latestDeletionTime = (seenAt: number): number => seenAt + RETENTION_MAX_DAYS * DAY_MS;

/**
 * Returns the parts that the HMAC of a statement covers, joined like the parts of a consent (outbox/consent.ts). The first part
 * makes the HMAC differ from all others under the user's tag key. Times are ISO 8601 texts, as in the response.
 */
export const listBackupStatementHmacParts = (said: {
  readonly userId: string;
  readonly deviceId: string;
  readonly life: string;
  readonly after: string | null;
  readonly holdsUntil: string | null;
  readonly backedUpUntil: string | null;
  readonly at: string;
}): readonly string[] => [
  'copies v1',
  said.userId,
  said.deviceId,
  said.life,
  said.after ?? '',
  said.holdsUntil ?? '',
  said.backedUpUntil ?? '',
  said.at,
];

export interface RetainedDelivery {
  /** Time of the server's first statement after the delivery, in milliseconds; 0 until this statement arrives. */
  readonly seenAt: number;
  readonly size: number;
}

/**
 * Returns the bytes that retained entries may use; unsent entries have priority (S20). `held` is the number of bytes that the
 * retained entries use now. `space` is null when the browser gives no estimate.
 */
export const retentionQuotaBytes = (space: StorageSpace | null, held: number): number =>
  space === null
    ? DEFAULT_RETENTION_QUOTA_BYTES
    : Math.max(0, Math.min(RETENTION_MAX_BYTES, bytesUntilScarce({ ...space, used: space.used - held }) / 2));
const DEFAULT_RETENTION_QUOTA_BYTES = 100_000_000;

/**
 * Returns how many of the oldest retained entries must be deleted so that the rest uses at most `room` bytes and has at most
 * `RETENTION_MAX_ENTRIES` entries. `held` begins with the oldest.
 */
export function countEntriesOverLimit(held: readonly RetainedDelivery[], room: number): number {
  let [size, from] = [0, held.length];
  while (from > 0 && held.length - from < RETENTION_MAX_ENTRIES) {
    size += held[from - 1]?.size ?? 0;
    if (size > room) break;
    from -= 1;
  }
  return from;
}
