import { describe, expect, it } from 'vitest';
import type { DashboardPeriod } from '#contract/records/dashboard.ts';
import { numberText } from '#domain/text/number.ts';
import { signingTimeText, proportionText, formatTodayCount, trendOf } from './messages.ts';

const createPeriod = (patch: Partial<DashboardPeriod> = {}): DashboardPeriod => ({
  total: 0,
  previous_total: 0,
  statuses: { pendiente: 0, en_proceso: 0, cerrada: 0 },
  new_patients: 0,
  returning_patients: 0,
  average_completion_minutes: null,
  ...patch,
});
const createTrend = (total: number, previous_total: number) =>
  trendOf(createPeriod({ total, previous_total }), 'ayer');

describe('P9.16 difference and percentage compared with the previous period', () => {
  it.each([
    { total: 15, previous: 12, said: ['up', '3 más que ayer', '+25%'] },
    { total: 9, previous: 12, said: ['down', '3 menos que ayer', '-25%'] },
    { total: 2_345, previous: 1_000, said: ['up', '1.345 más que ayer', '+134,5%'] },
    { total: 0, previous: 12, said: ['down', '12 menos que ayer', '-100%'] },
  ])(
    'the trend text shows direction, difference and percentage for the total $total after the previous total $previous',
    ({ total, previous, said }) => {
      const { kind, text, percent } = createTrend(total, previous);
      // Removes spaces, because some ICU versions put one before the percent sign.
      expect([kind, text, percent?.replace(/\s/g, '')]).toEqual(said);
    },
  );

  it('P10.324 the trend has no percentage when the change is at least ten times the previous value', () => {
    expect(createTrend(23, 1)).toMatchObject({ kind: 'up', text: '22 más que ayer', percent: null });
    expect(createTrend(11, 1).percent).toBeNull();
    expect(createTrend(109, 10).percent).toMatch(/990\s?%$/);
  });

  it('the trend has no percentage when the previous period is empty or has the same total', () => {
    expect(createTrend(4, 0)).toMatchObject({ kind: 'up', text: '4 más que ayer', percent: null });
    expect(createTrend(4, 4)).toMatchObject({ kind: 'same', text: 'Igual que ayer', percent: null });
    expect(createTrend(0, 0)).toMatchObject({ kind: 'same', percent: null });
  });
});

describe('P9.16 numbers in es-CO format', () => {
  it('the number format has a point between thousands', () => {
    expect(numberText(12_345)).toBe('12.345');
  });

  it.each([
    [0, '0 min'],
    [119, '119 min'],
    [150, '150 min (3 h)'],
    [1_505, '1.505 min (25 h)'],
    [7_200, '7.200 min (5 días)'],
  ])(
    'the text about the signing time of %i minutes adds hours or days when the number is large',
    (minutes, text) => {
      expect(signingTimeText(minutes)).toBe(text);
    },
  );
});

describe('P9.16 text of the proportion bar', () => {
  it('the text of the proportion bar names each status with its share', () => {
    const shares = createPeriod({ total: 4, statuses: { pendiente: 1, en_proceso: 0, cerrada: 3 } });
    expect(proportionText(shares).replace(/\s(?=%)/g, '')).toBe('Pendiente 25%, En proceso 0%, Cerrada 75%.');
  });

  it.each([
    [{ pendiente: 1, en_proceso: 1, cerrada: 6 }, [13, 12, 75]],
    [{ pendiente: 5, en_proceso: 15, cerrada: 180 }, [3, 7, 90]],
    [{ pendiente: 1, en_proceso: 1, cerrada: 1 }, [33, 34, 33]],
  ])('the rounded shares of the statuses %j add up to 100 %%', (statuses, shares) => {
    const total = statuses.pendiente + statuses.en_proceso + statuses.cerrada;
    const said = proportionText(createPeriod({ total, statuses })).match(/\d+/g)?.map(Number);
    expect(said).toEqual(shares);
  });

  it('the text of the proportion bar says that a period has no evaluations', () => {
    expect(proportionText(createPeriod())).toBe('Sin evaluaciones en este periodo.');
  });
});

describe('P10.51 summary of a receptionist’s day', () => {
  const none = { registered: 0, confirmed: 0, onTheirWay: 0, attention: 0, discarded: 0, handedOver: 0 };
  it.each([
    [{}, null, 'Hoy todavía no has registrado a nadie en este dispositivo.'],
    [{ registered: 1, confirmed: 1 }, null, 'Hoy: 1 registrada · 1 enviada'],
    [
      { registered: 12, confirmed: 9, onTheirWay: 2, attention: 1 },
      Date.parse('2026-03-12T07:14:00-05:00'),
      'Hoy: 12 registradas · 9 enviadas · 2 por enviar · 1 requiere atención · última 07:14',
    ],
  ])(
    'the summary of a day with the counts %j and the last registration at %s is «%s»',
    (count, lastAt, words) => {
      expect(formatTodayCount({ ...none, ...count }, lastAt)).toBe(words);
    },
  );
});
