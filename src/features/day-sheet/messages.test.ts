import { describe, expect, it } from 'vitest';
import { shiftSpan } from '#domain/time/shift.ts';
import type { DaySheetLineState } from '#storage/outbox/day-sheet.ts';
import { parseSheetChoice, buildSheetChoiceParams } from './use-choice.ts';
import {
  longDayText,
  formatUnconfirmedReasons,
  daySheetStateLabel,
  totalsByShift,
  daySheetTotalsOf,
  daySheetTotalsText,
} from './messages.ts';

const bogotaTimeOfSampleDay = (bogota: string) => Date.parse(`2026-11-20T${bogota}-05:00`);
const createSheetLine = (state: DaySheetLineState, capturedAt = bogotaTimeOfSampleDay('07:00:00')) => ({
  state,
  capturedAt,
});
const confirmedLineState: DaySheetLineState = {
  name: 'confirmed',
  at: bogotaTimeOfSampleDay('07:02:00'),
  evaluationId: 'a1b2c3d4-0000-4000-8000-000000000000',
};

describe('S22 text of an outcome', () => {
  it.each([
    [confirmedLineState, 'Confirmada', 'A1B2C3D4 · 07:02'],
    [{ name: 'on_its_way' }, 'Por enviar', null],
    [{ name: 'attention' }, 'Requiere atención', null],
    [{ name: 'discarded', at: bogotaTimeOfSampleDay('07:30:00') }, 'Descartada', '07:30'],
    [{ name: 'handed_over', at: bogotaTimeOfSampleDay('07:40:00') }, 'Entregada a un colega', '07:40'],
  ] as const)(
    'the day sheet shows a label and, if known, the time for the outcome %j',
    (state, text, detail) => {
      expect(daySheetStateLabel(state)).toMatchObject({ text, detail });
    },
  );
});

describe('S22 totals of a shift', () => {
  it('the totals show only the number of registrations when all of them are confirmed', () => {
    const totals = daySheetTotalsOf(Array.from({ length: 23 }, () => createSheetLine(confirmedLineState)));
    expect(daySheetTotalsText(totals)).toBe('23 registradas, 23 confirmadas');
    expect(formatUnconfirmedReasons(totals)).toBeNull();
  });

  it('the totals use the singular for one confirmed registration', () => {
    expect(daySheetTotalsText(daySheetTotalsOf([createSheetLine(confirmedLineState)]))).toBe(
      '1 registrada, 1 confirmada',
    );
  });

  it('the totals list the reasons for unconfirmed registrations with their numbers, which add up to all unconfirmed registrations', () => {
    const totals = daySheetTotalsOf([
      createSheetLine(confirmedLineState),
      createSheetLine({ name: 'on_its_way' }),
      createSheetLine({ name: 'on_its_way' }),
      createSheetLine({ name: 'attention' }),
      createSheetLine({ name: 'handed_over', at: 0 }),
      createSheetLine({ name: 'discarded', at: 0 }),
    ]);
    expect(daySheetTotalsText(totals)).toBe('6 registradas, 1 confirmada');
    expect(formatUnconfirmedReasons(totals)).toBe(
      '5 no están confirmadas: 2 por enviar, 1 requiere atención, 1 la envía un colega y 1 se descartó.',
    );
  });

  it('the totals use the singular for one unconfirmed registration', () => {
    expect(formatUnconfirmedReasons(daySheetTotalsOf([createSheetLine({ name: 'on_its_way' })]))).toBe(
      '1 no está confirmada: 1 por enviar.',
    );
  });

  it('the day sheet computes totals for each shift with registrations', () => {
    const lines = [
      createSheetLine(confirmedLineState, bogotaTimeOfSampleDay('05:00:00')),
      createSheetLine(confirmedLineState),
      createSheetLine({ name: 'attention' }, bogotaTimeOfSampleDay('23:00:00')),
    ];
    expect(totalsByShift(lines).map(({ shift, totals }) => [shift, daySheetTotalsText(totals)])).toEqual([
      ['morning', '1 registrada, 1 confirmada'],
      ['night', '2 registradas, 1 confirmada'],
    ]);
  });
});

describe('S22 choice of day and shift', () => {
  const today = '2026-11-21';
  const read = (query: string) => parseSheetChoice(new URLSearchParams(query), today);

  it('the day sheet shows the day and shift of the address, or today and all shifts when the address has none or invalid ones', () => {
    expect(read('')).toEqual({ date: today, shift: 'day' });
    expect(read('day=2026-11-20&shift=night')).toEqual({ date: '2026-11-20', shift: 'night' });
    expect(read('day=ayer&shift=noon')).toEqual({ date: today, shift: 'day' });
    expect(read('day=2026-13-45')).toEqual({ date: today, shift: 'day' });
  });

  it('the address of the day sheet omits default values', () => {
    expect(buildSheetChoiceParams({ date: today, shift: 'day' }, today).toString()).toBe('');
    expect(buildSheetChoiceParams({ date: '2026-11-20', shift: 'night' }, today).toString()).toBe(
      'day=2026-11-20&shift=night',
    );
  });

  it('the text of a day contains weekday, day, month and year', () => {
    expect(longDayText(shiftSpan('2026-11-20', 'night').start)).toBe('viernes, 20 de noviembre de 2026');
  });
});
