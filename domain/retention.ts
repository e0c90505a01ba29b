import { bytesUntilScarce, type StorageSpace } from './storage-space.ts';

/**
 * Rules for delivered entries, which a device retains until a backup of the server's database has them (S29). Times are
 * milliseconds on the server's clock unless stated otherwise; the device's clock never decides when an entry can be deleted.
 */

/** State of the backups, as the server reported it. */
export interface BackupStatement {
  readonly life: string;
  /** Incarnation from which this one was restored; null for the first incarnation. */
  readonly after: string | null;
  /** This database has all data of the previous incarnation up to this time; null when the time is unknown. */
  readonly holdsUntil: number | null;
  /** A verified backup has all data up to this time; null without a verified backup. */
  readonly backedUpUntil: number | null;
  readonly at: number;
}

/** Incarnation of the database that received an entry, and a time before which the entry had arrived. */
export interface Delivery {
  readonly life: string;
  /** Time of the server's first statement after the delivery; the entry had arrived by then. 0 before that statement. */
  readonly seenAt: number;
}

const DAY_MS = 24 * 60 * 60_000;
/** Days after which an entry is deleted without a backup: a server without a backup for this long is assumed to make none. */
export const RETENTION_MAX_DAYS = 7;
/** Number of days with responses but without a statement, after which retention ends. */
const DAYS_WITHOUT_STATEMENT_MAX = 30;
/** Tolerance for differences between the clocks of several servers. */
export const CLOCK_TOLERANCE_MS = 5 * 60_000;
export const RETENTION_MAX_ENTRIES = 2_000;
export const RETENTION_MAX_BYTES = 300_000_000;

/** Effect of a statement on one delivered entry. */
export type RetentionOutcome =
  /** The entry stays on the device: no backup is known to have it. */
  | 'kept'
  /** A verified backup has the entry, so that the device can delete it. */
  | 'copied'
  /** The server has made no backup for `RETENTION_MAX_DAYS`, so that the device deletes the entry. */
  | 'too_old'
  /** The database that received the entry no longer exists, or was reset: the entry is sent again under its keys. */
  | 'lost';

const isBefore = ({ seenAt }: Delivery, until: number | null): boolean =>
  seenAt > 0 && until !== null && seenAt + CLOCK_TOLERANCE_MS <= until;

/**
 * Returns true for a database that was reset by other means than our restore command: its id is the same, but its newest backup
 * is older than before.
 */
const wasRestoredToEarlierState = (known: BackupStatement | null, told: BackupStatement): boolean =>
  known?.life === told.life && (told.backedUpUntil ?? 0) < (known.backedUpUntil ?? 0);

/**
 * Returns true when delivered entries may be lost: the statement comes from another database, or from the same database after a
 * reset.
 */
export const isAnotherDatabase = (known: BackupStatement | null, told: BackupStatement): boolean =>
  known !== null && (known.life !== told.life || wasRestoredToEarlierState(known, told));

/** Returns true when the database that made the statement `told` has the delivered entry. */
function isThere(delivery: Delivery, known: BackupStatement | null, told: BackupStatement): boolean {
  if (delivery.life === told.life) return !wasRestoredToEarlierState(known, told);
  // The database knows only how much it has of its previous incarnation, not of earlier ones.
  return delivery.life === told.after && isBefore(delivery, told.holdsUntil);
}

/** Returns the effect of the statement `told` on a delivered entry. `known` is the previous statement; null without one. */
export function retentionOutcomeOf(
  delivery: Delivery,
  known: BackupStatement | null,
  told: BackupStatement,
): RetentionOutcome {
  if (!isThere(delivery, known, told)) return 'lost';
  if (isBefore(delivery, told.backedUpUntil)) return 'copied';
  return delivery.seenAt > 0 && told.at - delivery.seenAt > RETENTION_MAX_DAYS * DAY_MS ? 'too_old' : 'kept';
}

/**
 * Time of the server's last response (`heardAt`), in milliseconds of the device's clock, and the number of days on which the
 * server responded without a statement (`silentDays`).
 */
export interface ServerResponseTimes {
  readonly heardAt: number;
  readonly silentDays?: number;
}

/**
 * Returns the record after a response without a statement; null when retention for this server ends. Each day with a response
 * counts once, so that a clock that jumps, or a tablet that was unused for weeks, adds only one day.
 */
export function afterMissingStatement<Known extends ServerResponseTimes>(
  known: Known,
  now: number,
): Known | null {
  if (Math.abs(now - known.heardAt) < DAY_MS) return known;
  const daysWithoutStatement = (known.silentDays ?? 0) + 1;
  return daysWithoutStatement > DAYS_WITHOUT_STATEMENT_MAX
    ? null
    : { ...known, heardAt: now, silentDays: daysWithoutStatement };
}

/** Returns the latest time at which a delivered entry is deleted, with or without a backup. */
export const latestDeletionTime = (seenAt: number): number => seenAt + RETENTION_MAX_DAYS * DAY_MS;

/**
 * Returns the parts that the HMAC of a statement covers, joined like those of a consent (outbox/consent.ts). The first part
 * keeps the HMAC different from those of all other uses of the user's tag key. Instants are in their wire format.
 */
export const backupStatementParts = (said: {
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

/** Delivered entry that the device still retains. */
export interface RetainedDelivery {
  /** Milliseconds; 0 before the first statement after the delivery. */
  readonly seenAt: number;
  /** Size in bytes. */
  readonly size: number;
}

/**
 * Returns how many bytes retained entries may use; unsent entries have priority (S20). `held` is the number of bytes that they
 * use now. `space` is null when the browser gives no estimate.
 */
export const retentionQuota = (space: StorageSpace | null, held: number): number =>
  space === null
    ? DEFAULT_QUOTA_BYTES
    : Math.max(0, Math.min(RETENTION_MAX_BYTES, bytesUntilScarce({ ...space, used: space.used - held }) / 2));
const DEFAULT_QUOTA_BYTES = 100_000_000;

/**
 * Returns how many of the oldest retained entries must be deleted so that the others fit into `room` bytes. `held` begins with
 * the oldest.
 */
export function entriesOverLimit(held: readonly RetainedDelivery[], room: number): number {
  let [size, from] = [0, held.length];
  while (from > 0 && held.length - from < RETENTION_MAX_ENTRIES) {
    size += held[from - 1]?.size ?? 0;
    if (size > room) break;
    from -= 1;
  }
  return from;
}
