import { describe, expect, it } from 'vitest';
import {
  queueNumberAt,
  queueNumbersAfterReport,
  hasUnreportedQueueNumber,
  HIGHEST_QUEUE_NUMBER,
  NO_QUEUE_NUMBERS,
  nextQueueNumber,
  parseQueueNumber,
} from './queue-number.ts';

const MONDAY = '2026-11-23';
const TUESDAY = '2026-11-24';
const WEDNESDAY = '2026-11-25';
const counterWithLast = (last: number) => ({ letters: 'B', last, day: MONDAY, told: last });
const createReportResponse = (today: string, told: number) => ({ letters: 'B', today, told });

it('S28 a queue number is valid only on the day of the arrival in Bogotá', () => {
  const cameAt = Date.parse('2026-11-23T23:30:00-05:00');
  expect(queueNumberAt('B-4', cameAt, cameAt + 29 * 60_000)).toBe('B-4');
  expect(queueNumberAt('B-4', cameAt, cameAt + 30 * 60_000)).toBeNull();
  for (const none of [null, undefined]) expect(queueNumberAt(none, cameAt, cameAt)).toBeNull();
});

describe('S28 P10.45 assignment of the next queue number', () => {
  it("the next queue number is the last number plus one, after the device's letters", () => {
    expect(nextQueueNumber(counterWithLast(13))).toEqual({
      turn: 'B-14',
      count: { ...counterWithLast(13), last: 14 },
    });
  });

  it('a device without letters assigns no queue number', () => {
    expect(nextQueueNumber(NO_QUEUE_NUMBERS)).toBeNull();
  });

  it('queue numbers restart at 1 after the highest number', () => {
    expect(nextQueueNumber(counterWithLast(HIGHEST_QUEUE_NUMBER))?.turn).toBe('B-1');
  });
});

describe('S28 P10.46 restart of the queue numbers', () => {
  it('queue numbers start at 1 when the device gets its first letters', () => {
    expect(queueNumbersAfterReport(NO_QUEUE_NUMBERS, createReportResponse(MONDAY, 0))).toEqual(
      counterWithLast(0),
    );
  });

  it('queue numbers restart on a new day of the server when all numbers were reported on an earlier day', () => {
    expect(queueNumbersAfterReport(counterWithLast(14), createReportResponse(TUESDAY, 14))).toEqual({
      letters: 'B',
      last: 0,
      day: TUESDAY,
      told: 0,
    });
  });

  it('queue numbers do not restart while the server states the same day', () => {
    expect(queueNumbersAfterReport(counterWithLast(14), createReportResponse(MONDAY, 14))).toEqual(
      counterWithLast(14),
    );
  });

  it('queue numbers restart one day later when the device assigned numbers after its last report of the day before', () => {
    const offline = { ...counterWithLast(14), last: 20 };
    const tuesday = queueNumbersAfterReport(offline, createReportResponse(TUESDAY, 20));
    expect(tuesday).toEqual({ letters: 'B', last: 20, day: TUESDAY, told: 20 });
    expect(queueNumbersAfterReport(tuesday, createReportResponse(WEDNESDAY, 20)).last).toBe(0);
  });

  it('queue numbers do not restart when the device assigned a number while the report was in flight', () => {
    const count = { ...counterWithLast(14), last: 15 };
    expect(queueNumbersAfterReport(count, createReportResponse(TUESDAY, 14))).toEqual({
      letters: 'B',
      last: 15,
      day: TUESDAY,
      told: 14,
    });
  });

  it('queue numbers do not restart when the server’s clock goes back, even if the server sends new letters', () => {
    const count = { ...counterWithLast(14), day: TUESDAY };
    expect(queueNumbersAfterReport(count, { ...createReportResponse(MONDAY, 14), letters: 'F' })).toEqual({
      ...count,
      letters: 'F',
    });
  });
});

it('S28 queue numbers that the device assigned after its last report count as unreported', () => {
  expect(hasUnreportedQueueNumber(counterWithLast(14))).toBe(false);
  expect(hasUnreportedQueueNumber({ ...counterWithLast(14), last: 15 })).toBe(true);
  expect(hasUnreportedQueueNumber({ ...NO_QUEUE_NUMBERS, last: 3 })).toBe(false);
});

it.each([
  ['B-14', 'B-14'],
  ['ABC-9999', 'ABC-9999'],
  ['ABCD-1', null],
  ['B-0', null],
  ['B-10000', null],
  ['b-1', null],
  ['B-14\n', null],
  [undefined, null],
  [{ letters: 'B' }, null],
])('S28 the device reads the stored value %j as the queue number %j', (stored, read) => {
  expect(parseQueueNumber(stored)).toBe(read);
});
