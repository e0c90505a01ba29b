import { describe, expect, it } from 'vitest';
import { clockOffset, toServerInstant, startOfBogotaDay } from './clock.ts';

const timeOf = (iso: string) => Date.parse(iso);

describe("S15 time of capture on the server's clock", () => {
  it('the time of capture is corrected by the clock offset, computed as if the server read its clock in the middle of the request', () => {
    const offset = clockOffset(10_000, 12_000, 71_000);
    expect(offset).toBe(60_000);
    expect(toServerInstant(timeOf('2026-11-21T11:47:00Z'), offset)).toBe('2026-11-21T11:48:00.000Z');
  });
});

describe("S22 Bogotá's calendar day, in any time zone of the device", () => {
  it.each([
    ['2026-11-21T04:59:59.999Z', '2026-11-20T05:00:00.000Z'],
    ['2026-11-21T05:00:00.000Z', '2026-11-21T05:00:00.000Z'],
    ['2026-11-22T00:00:00.000Z', '2026-11-21T05:00:00.000Z'],
    ['2024-02-29T23:30:00.000Z', '2024-02-29T05:00:00.000Z'],
  ])('the instant %s belongs to the day in Bogotá that begins at %s', (instant, start) => {
    expect(new Date(startOfBogotaDay(timeOf(instant))).toISOString()).toBe(start);
  });
});
