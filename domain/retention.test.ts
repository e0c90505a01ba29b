import { describe, expect, it } from 'vitest';
import {
  contactAfterMissingStatement,
  CLOCK_TOLERANCE_MS,
  retentionOutcomeOf,
  isAnotherDatabase,
  RETENTION_MAX_BYTES,
  RETENTION_MAX_ENTRIES,
  retentionQuota,
  backupStatementParts,
  entriesOverLimit,
  type BackupStatement,
} from './retention.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const NOON = Date.UTC(2026, 10, 23, 17);
const told = (patch: Partial<BackupStatement> = {}): BackupStatement => ({
  life: 'one',
  after: null,
  holdsUntil: null,
  backedUpUntil: null,
  at: NOON,
  ...patch,
});
const seen = (seenAt: number, life = 'one') => ({ life, seenAt });

describe("S29 effect of the server's backup state on delivered entries", () => {
  it('a delivered entry is released from retention when it arrived at least five minutes before the time up to which a verified backup reaches', () => {
    const copied = told({ backedUpUntil: NOON - HOUR });
    expect(retentionOutcomeOf(seen(NOON - HOUR - CLOCK_TOLERANCE_MS), told(), copied)).toBe('copied');
    expect(retentionOutcomeOf(seen(NOON - HOUR - CLOCK_TOLERANCE_MS + 1), told(), copied)).toBe('kept');
  });

  it("a delivered entry is retained until the server's first report about its backups after the delivery", () => {
    expect(retentionOutcomeOf(seen(0), told(), told({ backedUpUntil: NOON }))).toBe('kept');
  });

  it('a delivered entry is released from retention when the server has made no backup for seven days', () => {
    expect(retentionOutcomeOf(seen(NOON - 7 * DAY), told(), told())).toBe('kept');
    expect(retentionOutcomeOf(seen(NOON - 7 * DAY - 1), told(), told())).toBe('too_old');
  });

  it('the device sends every entry again that was missing in the backup from which the server was restored', () => {
    const restored = told({ life: 'two', after: 'one', holdsUntil: NOON - HOUR });
    expect(retentionOutcomeOf(seen(NOON - 2 * HOUR), told(), restored)).toBe('kept');
    expect(retentionOutcomeOf(seen(NOON - HOUR), told(), restored)).toBe('lost');
    expect(retentionOutcomeOf(seen(0), told(), restored)).toBe('lost');
  });

  it("a delivered entry counts as lost when the server's database was restored twice since the device's last contact", () => {
    const third = told({ life: 'three', after: 'two', holdsUntil: NOON });
    expect(retentionOutcomeOf(seen(NOON - DAY), told(), third)).toBe('lost');
    expect(retentionOutcomeOf(seen(NOON - DAY, 'two'), told({ life: 'two' }), third)).toBe('kept');
  });

  it("all delivered entries count as lost when the restored database does not state up to which time it has the previous one's data", () => {
    expect(retentionOutcomeOf(seen(NOON - DAY), told(), told({ life: 'two', after: 'one' }))).toBe('lost');
  });

  it('a database counts as reset when its newest backup is older than before', () => {
    const before = told({ backedUpUntil: NOON - HOUR });
    const setBack = told({ backedUpUntil: NOON - DAY });
    expect(isAnotherDatabase(before, setBack)).toBe(true);
    expect(retentionOutcomeOf(seen(NOON - 2 * DAY), before, setBack)).toBe('lost');
    expect(retentionOutcomeOf(seen(NOON - HOUR), before, told())).toBe('lost');
  });

  it("the server's database counts as another one only when the device knew an earlier database of the server", () => {
    expect(isAnotherDatabase(null, told())).toBe(false);
    expect(isAnotherDatabase(told(), told({ at: NOON + HOUR, backedUpUntil: NOON }))).toBe(false);
    expect(isAnotherDatabase(told(), told({ life: 'two' }))).toBe(true);
  });

  it("retention ends after thirty days on which the server responded without its backup state, even when the device's clock jumps", () => {
    const heard = { heardAt: NOON };
    expect(contactAfterMissingStatement(heard, NOON + DAY - 1)).toBe(heard);
    for (const jump of [DAY, 400 * DAY, -400 * DAY])
      expect(contactAfterMissingStatement(heard, NOON + jump)).toEqual({
        heardAt: NOON + jump,
        silentDays: 1,
      });
    expect(contactAfterMissingStatement({ ...heard, silentDays: 29 }, NOON + DAY)).toMatchObject({
      silentDays: 30,
    });
    expect(contactAfterMissingStatement({ ...heard, silentDays: 30 }, NOON + DAY)).toBeNull();
  });

  it('the HMAC of the backup state covers every field', () => {
    const said = {
      userId: 'ana',
      deviceId: 'tablet',
      life: 'two',
      after: 'one',
      holdsUntil: '1',
      backedUpUntil: '2',
      at: '3',
    };
    expect(backupStatementParts(said)).toEqual(['copies v1', 'ana', 'tablet', 'two', 'one', '1', '2', '3']);
    expect(
      backupStatementParts({ ...said, after: null, holdsUntil: null, backedUpUntil: null }),
    ).toHaveLength(8);
  });
});

describe('S29 P10.107 storage for retained entries', () => {
  const GB = 1_000_000_000;
  it('retained entries may use half of the storage that is left until storage is scarce, and at most 300 MB', () => {
    expect(retentionQuota({ used: 0, quota: 10 * GB }, 0)).toBe(RETENTION_MAX_BYTES);
    const tight = retentionQuota({ used: GB / 2, quota: GB }, 0);
    expect(tight).toBeGreaterThan(0);
    expect(tight).toBeLessThan(GB / 5);
    expect(retentionQuota({ used: GB / 2 + tight, quota: GB }, tight)).toBeCloseTo(tight);
    expect(retentionQuota({ used: 0.95 * GB, quota: GB }, 0)).toBe(0);
    expect(retentionQuota(null, 0)).toBe(100_000_000);
  });

  it('the device deletes the oldest retained entries when they exceed their storage or their maximum number', () => {
    const held = Array.from({ length: 4 }, (_none, nth) => ({ seenAt: nth + 1, size: 10 }));
    expect(entriesOverLimit(held, 40)).toBe(0);
    expect(entriesOverLimit(held, 25)).toBe(2);
    expect(entriesOverLimit(held, 0)).toBe(4);
    const many = Array.from({ length: RETENTION_MAX_ENTRIES + 3 }, () => ({ seenAt: 1, size: 0 }));
    expect(entriesOverLimit(many, 0)).toBe(3);
  });
});
