import { describe, expect, it } from 'vitest';
import {
  countDayWithoutStatement,
  SERVER_CLOCK_TOLERANCE_MS,
  retentionOutcomeOf,
  canHaveLostDeliveries,
  RETENTION_MAX_BYTES,
  RETENTION_MAX_ENTRIES,
  retentionQuotaBytes,
  listBackupStatementHmacParts,
  countEntriesOverLimit,
  type BackupStatement,
} from './retention.ts';

const ONE_HOUR_MS = 60 * 60_000;
const ONE_DAY_MS = 24 * ONE_HOUR_MS;
const NOON = Date.UTC(2026, 10, 23, 17);
const backupStatement = (patch: Partial<BackupStatement> = {}): BackupStatement => ({
  life: 'one',
  after: null,
  holdsUntil: null,
  backedUpUntil: null,
  at: NOON,
  ...patch,
});
const createDelivery = (seenAt: number, life = 'one') => ({ life, seenAt });

describe("S29 effect of the server's backup state on delivered entries", () => {
  it('a delivered entry is released from retention when a verified backup reaches at least five minutes beyond its arrival', () => {
    const copied = backupStatement({ backedUpUntil: NOON - ONE_HOUR_MS });
    expect(
      retentionOutcomeOf(
        createDelivery(NOON - ONE_HOUR_MS - SERVER_CLOCK_TOLERANCE_MS),
        backupStatement(),
        copied,
      ),
    ).toBe('copied');
    expect(
      retentionOutcomeOf(
        createDelivery(NOON - ONE_HOUR_MS - SERVER_CLOCK_TOLERANCE_MS + 1),
        backupStatement(),
        copied,
      ),
    ).toBe('kept');
  });

  it('a delivered entry is retained until the server reports its backups for the first time after the delivery', () => {
    expect(
      retentionOutcomeOf(createDelivery(0), backupStatement(), backupStatement({ backedUpUntil: NOON })),
    ).toBe('kept');
  });

  it('a delivered entry is released from retention seven days after its delivery when the server has made no backup since', () => {
    expect(
      retentionOutcomeOf(createDelivery(NOON - 7 * ONE_DAY_MS), backupStatement(), backupStatement()),
    ).toBe('kept');
    expect(
      retentionOutcomeOf(createDelivery(NOON - 7 * ONE_DAY_MS - 1), backupStatement(), backupStatement()),
    ).toBe('too_old');
  });

  it('every delivered entry that the restored backup lacks counts as lost, so that the device sends it again', () => {
    const restored = backupStatement({ life: 'two', after: 'one', holdsUntil: NOON - ONE_HOUR_MS });
    expect(retentionOutcomeOf(createDelivery(NOON - 2 * ONE_HOUR_MS), backupStatement(), restored)).toBe(
      'kept',
    );
    expect(retentionOutcomeOf(createDelivery(NOON - ONE_HOUR_MS), backupStatement(), restored)).toBe('lost');
    expect(retentionOutcomeOf(createDelivery(0), backupStatement(), restored)).toBe('lost');
  });

  it("a delivered entry counts as lost when the server's database was restored twice since the device's last contact", () => {
    const third = backupStatement({ life: 'three', after: 'two', holdsUntil: NOON });
    expect(retentionOutcomeOf(createDelivery(NOON - ONE_DAY_MS), backupStatement(), third)).toBe('lost');
    expect(
      retentionOutcomeOf(createDelivery(NOON - ONE_DAY_MS, 'two'), backupStatement({ life: 'two' }), third),
    ).toBe('kept');
  });

  it('all delivered entries count as lost when the restored database does not state up to what time it has the earlier data', () => {
    expect(
      retentionOutcomeOf(
        createDelivery(NOON - ONE_DAY_MS),
        backupStatement(),
        backupStatement({ life: 'two', after: 'one' }),
      ),
    ).toBe('lost');
  });

  it("the server's database counts as reset when its newest backup is older than the newest one that the server reported before", () => {
    const before = backupStatement({ backedUpUntil: NOON - ONE_HOUR_MS });
    const setBack = backupStatement({ backedUpUntil: NOON - ONE_DAY_MS });
    expect(canHaveLostDeliveries(before, setBack)).toBe(true);
    expect(retentionOutcomeOf(createDelivery(NOON - 2 * ONE_DAY_MS), before, setBack)).toBe('lost');
    expect(retentionOutcomeOf(createDelivery(NOON - ONE_HOUR_MS), before, backupStatement())).toBe('lost');
  });

  it("the server's database counts as another one only if the device knew an earlier database of this server", () => {
    expect(canHaveLostDeliveries(null, backupStatement())).toBe(false);
    expect(
      canHaveLostDeliveries(
        backupStatement(),
        backupStatement({ at: NOON + ONE_HOUR_MS, backedUpUntil: NOON }),
      ),
    ).toBe(false);
    expect(canHaveLostDeliveries(backupStatement(), backupStatement({ life: 'two' }))).toBe(true);
  });

  it("retention ends after thirty days on which the server responded without its backup state, even when the device's clock jumps", () => {
    const heard = { heardAt: NOON };
    expect(countDayWithoutStatement(heard, NOON + ONE_DAY_MS - 1)).toBe(heard);
    for (const jump of [ONE_DAY_MS, 400 * ONE_DAY_MS, -400 * ONE_DAY_MS])
      expect(countDayWithoutStatement(heard, NOON + jump)).toEqual({
        heardAt: NOON + jump,
        silentDays: 1,
      });
    expect(countDayWithoutStatement({ ...heard, silentDays: 29 }, NOON + ONE_DAY_MS)).toMatchObject({
      silentDays: 30,
    });
    expect(countDayWithoutStatement({ ...heard, silentDays: 30 }, NOON + ONE_DAY_MS)).toBeNull();
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
    expect(listBackupStatementHmacParts(said)).toEqual([
      'copies v1',
      'ana',
      'tablet',
      'two',
      'one',
      '1',
      '2',
      '3',
    ]);
    expect(
      listBackupStatementHmacParts({ ...said, after: null, holdsUntil: null, backedUpUntil: null }),
    ).toHaveLength(8);
  });
});

describe('S29 P10.107 storage for retained entries', () => {
  const GB = 1_000_000_000;
  it('retained entries may use half of the storage that is left until storage is scarce, and at most 300 MB', () => {
    expect(retentionQuotaBytes({ used: 0, quota: 10 * GB }, 0)).toBe(RETENTION_MAX_BYTES);
    const tight = retentionQuotaBytes({ used: GB / 2, quota: GB }, 0);
    expect(tight).toBeGreaterThan(0);
    expect(tight).toBeLessThan(GB / 5);
    expect(retentionQuotaBytes({ used: GB / 2 + tight, quota: GB }, tight)).toBeCloseTo(tight);
    expect(retentionQuotaBytes({ used: 0.95 * GB, quota: GB }, 0)).toBe(0);
    expect(retentionQuotaBytes(null, 0)).toBe(100_000_000);
  });

  it('the device deletes the oldest retained entries when they exceed their storage or their maximum number', () => {
    const held = Array.from({ length: 4 }, (_none, nth) => ({ seenAt: nth + 1, size: 10 }));
    expect(countEntriesOverLimit(held, 40)).toBe(0);
    expect(countEntriesOverLimit(held, 25)).toBe(2);
    expect(countEntriesOverLimit(held, 0)).toBe(4);
    const many = Array.from({ length: RETENTION_MAX_ENTRIES + 3 }, () => ({ seenAt: 1, size: 0 }));
    expect(countEntriesOverLimit(many, 0)).toBe(3);
  });
});
