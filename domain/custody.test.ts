import { describe, expect, it } from 'vitest';
import {
  afterSilence,
  CLOCKS_APART_MS,
  fateOf,
  isAnotherDatabase,
  MOST_BYTES,
  MOST_ENTRIES,
  roomFor,
  statementParts,
  tooMany,
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

describe('S29 what a statement means', () => {
  it('what a verified copy holds goes, with room for clocks that do not agree', () => {
    const copied = told({ backedUpUntil: NOON - HOUR });
    expect(fateOf(seen(NOON - HOUR - CLOCKS_APART_MS), told(), copied)).toBe('copied');
    expect(fateOf(seen(NOON - HOUR - CLOCKS_APART_MS + 1), told(), copied)).toBe('kept');
  });

  it('what no statement has followed yet is in no copy, however late that is', () => {
    expect(fateOf(seen(0), told(), told({ backedUpUntil: NOON }))).toBe('kept');
  });

  it('without a copy it ends after seven days', () => {
    expect(fateOf(seen(NOON - 7 * DAY), told(), told())).toBe('kept');
    expect(fateOf(seen(NOON - 7 * DAY - 1), told(), told())).toBe('too_old');
  });

  it('after a restore goes again what the copy did not have', () => {
    const restored = told({ life: 'two', after: 'one', holdsUntil: NOON - HOUR });
    expect(fateOf(seen(NOON - 2 * HOUR), told(), restored)).toBe('kept');
    expect(fateOf(seen(NOON - HOUR), told(), restored)).toBe('lost');
    expect(fateOf(seen(0), told(), restored)).toBe('lost');
  });

  it('what was missed of a life between is lost, whatever the next one has of that', () => {
    const third = told({ life: 'three', after: 'two', holdsUntil: NOON });
    expect(fateOf(seen(NOON - DAY), told(), third)).toBe('lost');
    expect(fateOf(seen(NOON - DAY, 'two'), told({ life: 'two' }), third)).toBe('kept');
  });

  it('a life that knows nothing of the one before has nothing of it', () => {
    expect(fateOf(seen(NOON - DAY), told(), told({ life: 'two', after: 'one' }))).toBe('lost');
  });

  it('a database that knows fewer copies than before was set back', () => {
    const before = told({ backedUpUntil: NOON - HOUR });
    const setBack = told({ backedUpUntil: NOON - DAY });
    expect(isAnotherDatabase(before, setBack)).toBe(true);
    expect(fateOf(seen(NOON - 2 * DAY), before, setBack)).toBe('lost');
    expect(fateOf(seen(NOON - HOUR), before, told())).toBe('lost');
  });

  it('the first statement of all is about nothing else', () => {
    expect(isAnotherDatabase(null, told())).toBe(false);
    expect(isAnotherDatabase(told(), told({ at: NOON + HOUR, backedUpUntil: NOON }))).toBe(false);
    expect(isAnotherDatabase(told(), told({ life: 'two' }))).toBe(true);
  });

  it('a provider that says nothing more is asked on thirty days, whatever the clock jumps between', () => {
    const heard = { heardAt: NOON };
    expect(afterSilence(heard, NOON + DAY - 1)).toBe(heard);
    for (const jump of [DAY, 400 * DAY, -400 * DAY])
      expect(afterSilence(heard, NOON + jump)).toEqual({ heardAt: NOON + jump, silentDays: 1 });
    expect(afterSilence({ ...heard, silentDays: 29 }, NOON + DAY)).toMatchObject({ silentDays: 30 });
    expect(afterSilence({ ...heard, silentDays: 30 }, NOON + DAY)).toBeNull();
  });

  it('each part of it stands in the HMAC', () => {
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

describe('S29 P10.107 what waits goes first', () => {
  const GB = 1_000_000_000;
  it('half of what is free before storage is scarce, and no more than 300 MB', () => {
    expect(roomFor({ used: 0, quota: 10 * GB }, 0)).toBe(MOST_BYTES);
    const tight = roomFor({ used: GB / 2, quota: GB }, 0);
    expect(tight).toBeGreaterThan(0);
    expect(tight).toBeLessThan(GB / 5);
    expect(roomFor({ used: GB / 2 + tight, quota: GB }, tight)).toBeCloseTo(tight);
    expect(roomFor({ used: 0.95 * GB, quota: GB }, 0)).toBe(0);
    expect(roomFor(null, 0)).toBe(100_000_000);
  });

  it('the oldest go where there is no room for all, or there are too many', () => {
    const held = Array.from({ length: 4 }, (_none, nth) => ({ seenAt: nth + 1, size: 10 }));
    expect(tooMany(held, 40)).toBe(0);
    expect(tooMany(held, 25)).toBe(2);
    expect(tooMany(held, 0)).toBe(4);
    const many = Array.from({ length: MOST_ENTRIES + 3 }, () => ({ seenAt: 1, size: 0 }));
    expect(tooMany(many, 0)).toBe(3);
  });
});
