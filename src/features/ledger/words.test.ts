import { describe, expect, it } from 'vitest';
import { shiftSpan } from '#domain/time/shift.ts';
import type { LedgerState } from '#storage/outbox/ledger.ts';
import { readChoice, writeChoice } from './use-choice.ts';
import { dayWords, differenceText, stateWords, totalsByShift, totalsOf, totalsText } from './words.ts';

const at = (bogota: string) => Date.parse(`2026-11-20T${bogota}-05:00`);
const line = (state: LedgerState, capturedAt = at('07:00:00')) => ({ state, capturedAt });
const confirmed: LedgerState = {
  name: 'confirmed',
  at: at('07:02:00'),
  evaluationId: 'a1b2c3d4-0000-4000-8000-000000000000',
};

describe('S22 what became of each, in words', () => {
  it.each([
    [confirmed, 'Confirmada', 'A1B2C3D4 · 07:02'],
    [{ name: 'on_its_way' }, 'Por enviar', null],
    [{ name: 'attention' }, 'Requiere atención', null],
    [{ name: 'discarded', at: at('07:30:00') }, 'Descartada', '07:30'],
    [{ name: 'handed_over', at: at('07:40:00') }, 'Entregada a un colega', '07:40'],
  ] as const)('%j', (state, text, detail) => {
    expect(stateWords(state)).toMatchObject({ text, detail });
  });
});

describe('S22 what a shift adds up to', () => {
  it('all that was registered is confirmed: nothing more is said', () => {
    const totals = totalsOf(Array.from({ length: 23 }, () => line(confirmed)));
    expect(totalsText(totals)).toBe('23 registradas, 23 confirmadas');
    expect(differenceText(totals)).toBeNull();
  });

  it('one of one', () => {
    expect(totalsText(totalsOf([line(confirmed)]))).toBe('1 registrada, 1 confirmada');
  });

  it('says why the two figures differ, and the reasons add up to the difference', () => {
    const totals = totalsOf([
      line(confirmed),
      line({ name: 'on_its_way' }),
      line({ name: 'on_its_way' }),
      line({ name: 'attention' }),
      line({ name: 'handed_over', at: 0 }),
      line({ name: 'discarded', at: 0 }),
    ]);
    expect(totalsText(totals)).toBe('6 registradas, 1 confirmada');
    expect(differenceText(totals)).toBe(
      '5 no están confirmadas: 2 por enviar, 1 requiere atención, 1 la envía un colega y 1 se descartó.',
    );
  });

  it('a single one that is missing', () => {
    expect(differenceText(totalsOf([line({ name: 'on_its_way' })]))).toBe(
      '1 no está confirmada: 1 por enviar.',
    );
  });

  it('of a day, each shift in which something was registered', () => {
    const lines = [
      line(confirmed, at('05:00:00')),
      line(confirmed),
      line({ name: 'attention' }, at('23:00:00')),
    ];
    expect(totalsByShift(lines).map(({ shift, totals }) => [shift, totalsText(totals)])).toEqual([
      ['morning', '1 registrada, 1 confirmada'],
      ['night', '2 registradas, 1 confirmada'],
    ]);
  });
});

describe('S22 which sheet is shown', () => {
  const today = '2026-11-21';
  const read = (query: string) => readChoice(new URLSearchParams(query), today);

  it('today and the whole day unless the address says otherwise', () => {
    expect(read('')).toEqual({ date: today, shift: 'day' });
    expect(read('day=2026-11-20&shift=night')).toEqual({ date: '2026-11-20', shift: 'night' });
    expect(read('day=ayer&shift=noon')).toEqual({ date: today, shift: 'day' });
    expect(read('day=2026-13-45')).toEqual({ date: today, shift: 'day' });
  });

  it('what is as usual is left out of the address', () => {
    expect(writeChoice({ date: today, shift: 'day' }, today).toString()).toBe('');
    expect(writeChoice({ date: '2026-11-20', shift: 'night' }, today).toString()).toBe(
      'day=2026-11-20&shift=night',
    );
  });

  it('the day is said as people say it', () => {
    expect(dayWords(shiftSpan('2026-11-20', 'night').start)).toBe('viernes, 20 de noviembre de 2026');
  });
});
