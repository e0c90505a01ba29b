import { describe, expect, it } from 'vitest';
import {
  afterMissingStatement,
  CLOCK_TOLERANCE_MS,
  deliveryOutcomeOf,
  isAnotherDatabase,
  RETENTION_MAX_BYTES,
  RETENTION_MAX_ENTRIES,
  retentionQuota,
  statementParts,
  entriesOverLimit,
  type Statement,
} from './custody.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const NOON = Date.UTC(2026, 10, 23, 17);
const told = (patch: Partial<Statement> = {}): Statement => ({
  life: 'one',
  after: null,
  holdsUntil: null,
  backedUpUntil: null,
  at: NOON,
  ...patch,
});
const seen = (seenAt: number, life = 'one') => ({ life, seenAt });

describe('S29 backup statement', () => {
  it('releases a delivery that a verified backup has, with tolerance for clock differences', () => {
    const copied = told({ backedUpUntil: NOON - HOUR });
    expect(deliveryOutcomeOf(seen(NOON - HOUR - CLOCK_TOLERANCE_MS), told(), copied)).toBe('copied');
    expect(deliveryOutcomeOf(seen(NOON - HOUR - CLOCK_TOLERANCE_MS + 1), told(), copied)).toBe('kept');
  });

  it('keeps a delivery before its first statement, however late that arrives', () => {
    expect(deliveryOutcomeOf(seen(0), told(), told({ backedUpUntil: NOON }))).toBe('kept');
  });

  it('releases a delivery after seven days without a backup', () => {
    expect(deliveryOutcomeOf(seen(NOON - 7 * DAY), told(), told())).toBe('kept');
    expect(deliveryOutcomeOf(seen(NOON - 7 * DAY - 1), told(), told())).toBe('too_old');
  });

  it('resends after a restore everything that the backup did not contain', () => {
    const restored = told({ life: 'two', after: 'one', holdsUntil: NOON - HOUR });
    expect(deliveryOutcomeOf(seen(NOON - 2 * HOUR), told(), restored)).toBe('kept');
    expect(deliveryOutcomeOf(seen(NOON - HOUR), told(), restored)).toBe('lost');
    expect(deliveryOutcomeOf(seen(0), told(), restored)).toBe('lost');
  });

  it('treats a delivery as lost when an incarnation in between was missed', () => {
    const third = told({ life: 'three', after: 'two', holdsUntil: NOON });
    expect(deliveryOutcomeOf(seen(NOON - DAY), told(), third)).toBe('lost');
    expect(deliveryOutcomeOf(seen(NOON - DAY, 'two'), told({ life: 'two' }), third)).toBe('kept');
  });

  it('treats all deliveries as lost when the new incarnation does not know how much it has of the previous one', () => {
    expect(deliveryOutcomeOf(seen(NOON - DAY), told(), told({ life: 'two', after: 'one' }))).toBe('lost');
  });

  it('detects a database that was reset when its newest backup is older than before', () => {
    const before = told({ backedUpUntil: NOON - HOUR });
    const setBack = told({ backedUpUntil: NOON - DAY });
    expect(isAnotherDatabase(before, setBack)).toBe(true);
    expect(deliveryOutcomeOf(seen(NOON - 2 * DAY), before, setBack)).toBe('lost');
    expect(deliveryOutcomeOf(seen(NOON - HOUR), before, told())).toBe('lost');
  });

  it('reports another database only after a first statement', () => {
    expect(isAnotherDatabase(null, told())).toBe(false);
    expect(isAnotherDatabase(told(), told({ at: NOON + HOUR, backedUpUntil: NOON }))).toBe(false);
    expect(isAnotherDatabase(told(), told({ life: 'two' }))).toBe(true);
  });

  it('drops retained data after thirty days of responses without a statement, despite clock jumps', () => {
    const heard = { heardAt: NOON };
    expect(afterMissingStatement(heard, NOON + DAY - 1)).toBe(heard);
    for (const jump of [DAY, 400 * DAY, -400 * DAY])
      expect(afterMissingStatement(heard, NOON + jump)).toEqual({ heardAt: NOON + jump, silentDays: 1 });
    expect(afterMissingStatement({ ...heard, silentDays: 29 }, NOON + DAY)).toMatchObject({ silentDays: 30 });
    expect(afterMissingStatement({ ...heard, silentDays: 30 }, NOON + DAY)).toBeNull();
  });

  it('includes every field of the statement in the HMAC', () => {
    const said = {
      userId: 'ana',
      deviceId: 'tablet',
      life: 'two',
      after: 'one',
      holdsUntil: '1',
      backedUpUntil: '2',
      at: '3',
    };
    expect(statementParts(said)).toEqual(['copies v1', 'ana', 'tablet', 'two', 'one', '1', '2', '3']);
    expect(statementParts({ ...said, after: null, holdsUntil: null, backedUpUntil: null })).toHaveLength(8);
  });
});

describe('S29 P10.107 room for retained entries', () => {
  const GB = 1_000_000_000;
  it('is half of the space left before storage is scarce, and at most 300 MB', () => {
    expect(retentionQuota({ used: 0, quota: 10 * GB }, 0)).toBe(RETENTION_MAX_BYTES);
    const tight = retentionQuota({ used: GB / 2, quota: GB }, 0);
    expect(tight).toBeGreaterThan(0);
    expect(tight).toBeLessThan(GB / 5);
    expect(retentionQuota({ used: GB / 2 + tight, quota: GB }, tight)).toBeCloseTo(tight);
    expect(retentionQuota({ used: 0.95 * GB, quota: GB }, 0)).toBe(0);
    expect(retentionQuota(null, 0)).toBe(100_000_000);
  });

  it('excludes the oldest entries when the room or the maximum number is exceeded', () => {
    const held = Array.from({ length: 4 }, (_none, nth) => ({ seenAt: nth + 1, size: 10 }));
    expect(entriesOverLimit(held, 40)).toBe(0);
    expect(entriesOverLimit(held, 25)).toBe(2);
    expect(entriesOverLimit(held, 0)).toBe(4);
    const many = Array.from({ length: RETENTION_MAX_ENTRIES + 3 }, () => ({ seenAt: 1, size: 0 }));
    expect(entriesOverLimit(many, 0)).toBe(3);
  });
});
