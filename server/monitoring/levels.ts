import type { AlertKind, SystemLevel } from '#contract/records/system.ts';
import type { SystemFacts } from './facts/system-facts.ts';
import type { DiskSpace } from './facts/disk.ts';
import type { ActiveReplica } from './facts/replicas.ts';
import type { StorageFault, StorageStates } from './facts/places.ts';
import type { AlertSettings } from './settings.ts';

export interface MonitoringCheckResult {
  readonly at: Date;
  readonly facts: SystemFacts;
  /** Disk with the smallest free share among all replicas; null if no disk is known. */
  readonly disk: DiskSpace | null;
  readonly providers: readonly ActiveReplica[];
  readonly places: StorageStates;
}

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const MB = 1_000_000;
const GB = 1_000 * MB;

/**
 * Returns true if the free space is below both the given share of the disk and the given number of bytes. A small share of a
 * large disk may still be enough space.
 */
const isSpaceBelowBoth = ({ freeBytes, totalBytes }: DiskSpace, share: number, bytes: number): boolean =>
  freeBytes < totalBytes * share && freeBytes < bytes;

function levelOfDisk(disk: DiskSpace | null): SystemLevel {
  if (disk === null) return 'ok';
  if (disk.freeBytes < 500 * MB || isSpaceBelowBoth(disk, 0.08, 20 * GB)) return 'bad';
  return isSpaceBelowBoth(disk, 0.15, 40 * GB) ? 'warn' : 'ok';
}

/**
 * Returns the level of the backups by the age of the newest one: 'bad' above ALERT_COPY_DAYS, 'warn' above three quarters of
 * that, but not before 30 hours. Without any backup, the level is at least 'warn', and the age of the database is used instead.
 */
function levelOfBackups(
  { at, facts }: MonitoringCheckResult,
  { copyDays: backupAgeDays }: AlertSettings,
): SystemLevel {
  const { heldUntil } = facts.copies;
  const age = at.getTime() - (heldUntil ?? facts.madeAt).getTime();
  if (age > backupAgeDays * DAY_MS) return 'bad';
  return heldUntil === null || age > Math.max(backupAgeDays * DAY_MS * 0.75, DAY_MS + 6 * HOUR_MS)
    ? 'warn'
    : 'ok';
}

/**
 * Number of attempts from which an unsent mail has the level 'bad'. The fifth attempt is about a quarter of an hour after the
 * first.
 */
const MAIL_ATTEMPTS_BAD = 5;
const MAIL_AGE_BAD_MS = HOUR_MS;

function levelOfMails({ at, facts: { mails } }: MonitoringCheckResult): SystemLevel {
  const isOld = mails.oldestAt !== null && at.getTime() - mails.oldestAt.getTime() > MAIL_AGE_BAD_MS;
  if (mails.mostTries >= MAIL_ATTEMPTS_BAD || isOld) return 'bad';
  return mails.failing > 0 ? 'warn' : 'ok';
}

function levelOfDevices(
  { at, facts: { devices } }: MonitoringCheckResult,
  { deviceDays }: AlertSettings,
): SystemLevel {
  if (devices.quietSince === null) return 'ok';
  return at.getTime() - devices.quietSince.getTime() > deviceDays * DAY_MS ? 'bad' : 'warn';
}

/**
 * Clock difference from which the level is 'bad'. At PROOF_WINDOW_SECONDS.future (60 s) the server would begin to reject the tablets'
 * proofs.
 */
const CLOCK_OFFSET_BAD_MS = 30_000;
const CLOCK_OFFSET_WARN_MS = 5_000;
const MAX_LOG_AHEAD_MS = 60_000;

/** Returns the largest difference between a replica's clock and the database's clock, in milliseconds. */
export const maxClockOffsetMs = ({ providers }: Pick<MonitoringCheckResult, 'providers'>): number =>
  Math.max(0, ...providers.map(({ aheadMs }) => Math.abs(aheadMs ?? 0)));

export const isClockFarBehindLog = ({ at, facts: { logAt } }: MonitoringCheckResult): boolean =>
  logAt !== null && logAt.getTime() - at.getTime() > MAX_LOG_AHEAD_MS;

function levelOfClock(looked: MonitoringCheckResult): SystemLevel {
  const off = maxClockOffsetMs(looked);
  if (isClockFarBehindLog(looked) || off > CLOCK_OFFSET_BAD_MS) return 'bad';
  return off > CLOCK_OFFSET_WARN_MS ? 'warn' : 'ok';
}

/**
 * Duration in ms from which a fault has the level 'bad'. A shorter outage of a store does no harm: tablets keep their images,
 * and log segments wait.
 */
const STORAGE_FAULT_BAD_MS = 5 * 60_000;

function levelOfStorageFault(at: Date, fault: StorageFault | null | undefined): SystemLevel {
  if (!fault) return 'ok';
  return at.getTime() - fault.since.getTime() < STORAGE_FAULT_BAD_MS ? 'warn' : 'bad';
}

export const alertLevelsOf = (
  looked: MonitoringCheckResult,
  settings: AlertSettings,
): Record<AlertKind, SystemLevel> => ({
  copies: levelOfBackups(looked, settings),
  disk: levelOfDisk(looked.disk),
  mails: levelOfMails(looked),
  devices: levelOfDevices(looked, settings),
  clock: levelOfClock(looked),
  files: levelOfStorageFault(looked.at, looked.places.files.fault),
  archive: levelOfStorageFault(looked.at, looked.places.archive?.fault),
});
