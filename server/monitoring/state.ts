import type { AlertKind, SystemLevel, SystemState } from '#contract/records/system.ts';
import type { Database } from '../platform/database/connection/client.ts';
import { quietestDevices } from '../devices/index.ts';
import { readSystemFacts } from './facts/system-facts.ts';
import { type Alert, listActiveAlerts } from './alerts.ts';
import { type DiskSpace, diskSpaceOf } from './facts/disk.ts';
import {
  type MonitoringCheckResult,
  maxClockOffsetMs,
  isClockFarBehindLog,
  alertLevelsOf,
} from './levels.ts';
import type { StorageFault, StorageMonitor } from './facts/places.ts';
import { type ActiveReplica, type ReplicaInfo, listActiveReplicas } from './facts/replicas.ts';
import { listAlertRecipients } from './recipients.ts';
import type { AlertSettings } from './settings.ts';

export interface MonitoringDependencies {
  readonly db: Database;
  readonly program: ReplicaInfo;
  readonly alerts: AlertSettings;
  readonly places: StorageMonitor;
  readonly sendsMail: boolean;
}

const fullestDisk = (disks: readonly (DiskSpace | null)[]): DiskSpace | null =>
  disks
    .filter((disk) => disk !== null)
    .reduce<DiskSpace | null>(
      (least, disk) =>
        least === null || disk.freeBytes / disk.totalBytes < least.freeBytes / least.totalBytes
          ? disk
          : least,
      null,
    );

export async function collectCheckResult(
  { db, program, places }: Pick<MonitoringDependencies, 'db' | 'program' | 'places'>,
  at: Date,
): Promise<MonitoringCheckResult> {
  const [facts, providers, own] = await Promise.all([
    readSystemFacts(db.$client, at),
    listActiveReplicas(db),
    diskSpaceOf(program.dataDir),
  ]);
  const disk = fullestDisk([own, ...providers.map((server) => server.disk)]);
  return { at, facts, providers, disk, places: places.state() };
}

const toIsoInstant = (at: Date | null): string | null => at?.toISOString() ?? null;

const toReportedReplicas = (
  providers: readonly ActiveReplica[],
  own: ReplicaInfo,
): SystemState['providers'] =>
  providers.map(({ id, host, version, startedAt }) => ({
    host,
    version,
    started_at: startedAt.toISOString(),
    is_this: id === own.id,
  }));

function toReportedBackups(
  { facts }: MonitoringCheckResult,
  level: SystemLevel,
  { copyDays: backupAgeDays }: AlertSettings,
): SystemState['copies'] {
  const { finishedAt, verifiedAt, heldUntil } = facts.copies;
  return {
    level,
    finished_at: toIsoInstant(finishedAt),
    verified_at: toIsoInstant(verifiedAt),
    held_until: toIsoInstant(heldUntil),
    days: backupAgeDays,
  };
}

function toReportedMails(
  { facts: { mails } }: MonitoringCheckResult,
  level: SystemLevel,
  isConfigured: boolean,
): SystemState['mails'] {
  const { waiting, failing, oldestAt } = mails;
  return { level, is_configured: isConfigured, waiting, failing, oldest_at: toIsoInstant(oldestAt) };
}

const toReportedFault = (fault: StorageFault | null) =>
  fault && {
    code: fault.code,
    since: fault.since.toISOString(),
    ...(typeof fault.sentence === 'string' && { sentence: fault.sentence }),
  };

/**
 * Returns the state of the storages. While a files alert is active, the level of the files is at least 'warn', because the
 * store may be unavailable for another replica or may have been unavailable until recently.
 */
function toReportedStorages(
  { places: { files, archive } }: MonitoringCheckResult,
  levels: Record<AlertKind, SystemLevel>,
  on: readonly Alert[],
): Pick<SystemState, 'files' | 'archive'> {
  const isReported = on.some(({ kind }) => kind === 'files');
  return {
    files: {
      level: levels.files === 'ok' && isReported ? 'warn' : levels.files,
      place: files.kind,
      fault: toReportedFault(files.fault),
    },
    archive: archive && { level: levels.archive, fault: toReportedFault(archive.fault) },
  };
}

function toReportedServerParts(
  looked: MonitoringCheckResult,
  levels: Record<AlertKind, SystemLevel>,
  { alerts, sendsMail }: MonitoringDependencies,
): Pick<SystemState, 'copies' | 'disk' | 'mails' | 'clock'> {
  const { disk } = looked;
  return {
    copies: toReportedBackups(looked, levels.copies, alerts),
    disk: disk && { level: levels.disk, free_bytes: disk.freeBytes, total_bytes: disk.totalBytes },
    mails: toReportedMails(looked, levels.mails, sendsMail),
    clock: {
      level: levels.clock,
      off_ms: maxClockOffsetMs(looked),
      is_behind_log: isClockFarBehindLog(looked),
    },
  };
}

export async function readSystemState(watched: MonitoringDependencies, at: Date): Promise<SystemState> {
  const { db, program, alerts } = watched;
  const [looked, quietest, on, recipients] = await Promise.all([
    collectCheckResult(watched, at),
    quietestDevices(db, at),
    listActiveAlerts(db),
    listAlertRecipients(db, alerts),
  ]);
  const { devices, database } = looked.facts;
  const levels = alertLevelsOf(looked, alerts);
  return {
    generated_at: at.toISOString(),
    ...toReportedServerParts(looked, levels, watched),
    ...toReportedStorages(looked, levels, on),
    devices: {
      level: levels.devices,
      unsent: devices.unsent,
      quiet: devices.quiet,
      quiet_unsent: devices.quietUnsent,
      quietest,
      days: alerts.deviceDays,
    },
    database: { bytes: database.bytes, version: database.version },
    version: program.version,
    migration: database.migration,
    providers: toReportedReplicas(looked.providers, program),
    alerts: {
      recipients: watched.sendsMail ? recipients.length : 0,
      on: on.map(({ kind, beganAt }) => ({ kind, began_at: beganAt.toISOString() })),
    },
  };
}
