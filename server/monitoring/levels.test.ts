import { describe, expect, it } from 'vitest';
import type { AlertKind } from '#contract/records/system.ts';
import { type MonitoringCheckResult, alertLevelsOf } from './levels.ts';
import { ALERT_DEFAULTS } from './settings.ts';

const NOW = new Date('2026-11-23T15:00:00Z');
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);
const GB = 1_000_000_000;

const healthyCheckResult: MonitoringCheckResult = {
  at: NOW,
  facts: {
    copies: { finishedAt: hoursAgo(8), verifiedAt: hoursAgo(7), heldUntil: hoursAgo(8) },
    mails: { waiting: 0, failing: 0, mostTries: 0, oldestAt: null },
    devices: { unsent: 0, quiet: 0, quietUnsent: 0, quietSince: null },
    database: { bytes: GB, version: '18.4', migration: 16 },
    madeAt: hoursAgo(1_000),
    logAt: hoursAgo(0),
    logLockWaiting: 0,
    unlinked: { lines: 0, since: null },
  },
  disk: { freeBytes: 100 * GB, totalBytes: 500 * GB },
  providers: [],
  places: { files: { kind: 'bucket', fault: null }, archive: { fault: null } },
};
const checkResultWithFacts = (patch: Partial<MonitoringCheckResult['facts']>): MonitoringCheckResult => ({
  ...healthyCheckResult,
  facts: { ...healthyCheckResult.facts, ...patch },
});
const resultWithBackupAge = (hours: number | null, made = 1_000) =>
  checkResultWithFacts({
    madeAt: hoursAgo(made),
    copies: { finishedAt: null, verifiedAt: null, heldUntil: hours === null ? null : hoursAgo(hours) },
  });
const resultWithDiskGb = (free: number, total: number): MonitoringCheckResult => ({
  ...healthyCheckResult,
  disk: { freeBytes: free * GB, totalBytes: total * GB },
});
const resultWithMails = (mostTries: number, hours: number) =>
  checkResultWithFacts({
    mails: { waiting: 1, failing: mostTries > 1 ? 1 : 0, mostTries, oldestAt: hoursAgo(hours) },
  });
const resultWithQuietDevice = (hours: number) =>
  checkResultWithFacts({ devices: { unsent: 2, quiet: 1, quietUnsent: 2, quietSince: hoursAgo(hours) } });
const resultWithClockOffset = (aheadMs: number | null): MonitoringCheckResult => ({
  ...healthyCheckResult,
  providers: [{ id: 'a', host: 'a', version: '1', startedAt: NOW, aheadMs, disk: null }],
});
const resultWithStorageFault = (kind: 'files' | 'archive', minutes: number): MonitoringCheckResult => ({
  ...healthyCheckResult,
  places: {
    files: { kind: 'bucket', fault: null },
    archive: { fault: null },
    [kind]: { kind: 'bucket', fault: { code: 'ECONNREFUSED', since: hoursAgo(minutes / 60) } },
  },
});

describe('P10.87 levels of the server state', () => {
  it("every part of the server has the level 'ok' when there are no problems", () => {
    expect(new Set(Object.values(alertLevelsOf(healthyCheckResult, ALERT_DEFAULTS)))).toEqual(
      new Set(['ok']),
    );
  });

  it.each<[string, AlertKind, MonitoringCheckResult, string]>([
    ['a copy of last night', 'copies', resultWithBackupAge(30), 'ok'],
    ['one that a night lacks', 'copies', resultWithBackupAge(40), 'warn'],
    ['none for more than two days', 'copies', resultWithBackupAge(49), 'bad'],
    ['none at all in the first days', 'copies', resultWithBackupAge(null, 20), 'warn'],
    ['none at all after them', 'copies', resultWithBackupAge(null, 50), 'bad'],
    ['a tenth of a small disk', 'disk', resultWithDiskGb(10, 100), 'warn'],
    ['a fifteenth of it', 'disk', resultWithDiskGb(6, 100), 'bad'],
    ['a fifteenth of a large one, which is much', 'disk', resultWithDiskGb(66, 1_000), 'ok'],
    ['nothing', 'disk', resultWithDiskGb(0.1, 0.5), 'bad'],
    ['a disk that does not tell', 'disk', { ...healthyCheckResult, disk: null }, 'ok'],
    ['a mail on its first try', 'mails', resultWithMails(1, 0), 'ok'],
    ['one that failed', 'mails', resultWithMails(2, 0), 'warn'],
    ['one that fails for a quarter of an hour', 'mails', resultWithMails(5, 0.3), 'bad'],
    ['one that waits for hours', 'mails', resultWithMails(0, 2), 'bad'],
    ['a tablet that is quiet for hours', 'devices', resultWithQuietDevice(5), 'warn'],
    ['for more than two days', 'devices', resultWithQuietDevice(49), 'bad'],
    ['a clock that is well', 'clock', resultWithClockOffset(-900), 'ok'],
    ['seconds off', 'clock', resultWithClockOffset(-9_000), 'warn'],
    ['half a minute off', 'clock', resultWithClockOffset(31_000), 'bad'],
    ['one that nobody could measure', 'clock', resultWithClockOffset(null), 'ok'],
    ['a store that is away for a minute', 'files', resultWithStorageFault('files', 1), 'warn'],
    ['for more than five', 'files', resultWithStorageFault('files', 6), 'bad'],
    ['an archive that is behind for a minute', 'archive', resultWithStorageFault('archive', 1), 'warn'],
    ['for more than five', 'archive', resultWithStorageFault('archive', 6), 'bad'],
    [
      'no archive',
      'archive',
      { ...healthyCheckResult, places: { ...healthyCheckResult.places, archive: null } },
      'ok',
    ],
    [
      'a line of the log that is still to come',
      'clock',
      checkResultWithFacts({ logAt: hoursAgo(-1) }),
      'bad',
    ],
  ])('the server state has the expected level for the observation: %s', (_name, kind, seen, level) => {
    expect(alertLevelsOf(seen, ALERT_DEFAULTS)[kind]).toBe(level);
  });
});
