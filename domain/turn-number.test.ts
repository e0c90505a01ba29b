import { describe, expect, it } from 'vitest';
import { afterReport, hasUntoldTurn, HIGHEST_TURN, NO_TURNS, nextTurn, toTurn } from './turn-number.ts';

const MONDAY = '2026-11-23';
const TUESDAY = '2026-11-24';
const WEDNESDAY = '2026-11-25';
/** A count that has given so many on Monday, all of them told. */
const counted = (last: number) => ({ letters: 'B', last, day: MONDAY, told: last });
const heard = (today: string, told: number) => ({ letters: 'B', today, told });

describe('S28 P10.45 the next turn', () => {
  it('is one more than the last, behind the letters', () => {
    expect(nextTurn(counted(13))).toEqual({ turn: 'B-14', count: { ...counted(13), last: 14 } });
  });

  it('is none without letters', () => {
    expect(nextTurn(NO_TURNS)).toBeNull();
  });

  it('begins again behind the highest, which no day reaches', () => {
    expect(nextTurn(counted(HIGHEST_TURN))?.turn).toBe('B-1');
  });
});

describe('S28 P10.46 when numbers begin again', () => {
  it('with the first letters, at 1', () => {
    expect(afterReport(NO_TURNS, heard(MONDAY, 0))).toEqual(counted(0));
  });

  it('on a day that the provider tells, where all were told on an earlier one', () => {
    expect(afterReport(counted(14), heard(TUESDAY, 14))).toEqual({
      letters: 'B',
      last: 0,
      day: TUESDAY,
      told: 0,
    });
  });

  it('not on the same day, however often it is told', () => {
    expect(afterReport(counted(14), heard(MONDAY, 14))).toEqual(counted(14));
  });

  it('not where some were given since: nobody knows on which day; the day after they do', () => {
    const offline = { ...counted(14), last: 20 };
    const tuesday = afterReport(offline, heard(TUESDAY, 20));
    expect(tuesday).toEqual({ letters: 'B', last: 20, day: TUESDAY, told: 20 });
    expect(afterReport(tuesday, heard(WEDNESDAY, 20)).last).toBe(0);
  });

  it('not where one was given while the report was on its way', () => {
    const count = { ...counted(14), last: 15 };
    expect(afterReport(count, heard(TUESDAY, 14))).toEqual({
      letters: 'B',
      last: 15,
      day: TUESDAY,
      told: 14,
    });
  });

  it('not where a provider’s clock goes back; new letters hold all the same', () => {
    const count = { ...counted(14), day: TUESDAY };
    expect(afterReport(count, { ...heard(MONDAY, 14), letters: 'F' })).toEqual({ ...count, letters: 'F' });
  });
});

it('S28 turns that no report has followed are to be told', () => {
  expect(hasUntoldTurn(counted(14))).toBe(false);
  expect(hasUntoldTurn({ ...counted(14), last: 15 })).toBe(true);
  expect(hasUntoldTurn({ ...NO_TURNS, last: 3 })).toBe(false);
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
])('S28 stored as %j it is read as %j', (stored, read) => {
  expect(toTurn(stored)).toBe(read);
});
