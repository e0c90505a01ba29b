import { describe, expect, it } from 'vitest';
import { formatDate, formatTime } from './format.ts';

describe('P1 times on the screen', () => {
  it.each([
    ['2026-03-12T11:47:00Z', '06:47', '12/03/2026'],
    ['2026-03-13T04:59:00Z', '23:59', '12/03/2026'],
    ['2026-03-12T05:05:00Z', '00:05', '12/03/2026'],
  ])('the instant %s is shown as %s on %s in Bogotá', (instant, clock, calendar) => {
    expect(formatTime(Date.parse(instant))).toBe(clock);
    expect(formatDate(Date.parse(instant))).toBe(calendar);
  });
});
