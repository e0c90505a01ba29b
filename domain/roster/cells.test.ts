import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDayDoubts, NO_DAY_DOUBTS, parseSerialDay, readDayCell, readTimeCell } from './day-cell.ts';
import { readDocumentNumberCell, readDocumentTypeCell, splitTypedNumber } from './document-cell.ts';
import { columnName, type Cell } from './table.ts';
import { readTypeCell } from './type-cell.ts';
import { guessGenderLetters, readGenderCell } from './value-cell.ts';

const TODAY = '2026-11-30';
const BIRTHS = { has1904Dates: false, today: TODAY, isBirthDate: true, doubts: NO_DAY_DOUBTS };
const readDay = (cell: Cell) => readDayCell(cell, BIRTHS);
const valueOf = (reading: { type: string; value?: unknown }) =>
  reading.type === 'read' ? reading.value : 'problem';

describe('P11.21 birth dates', () => {
  it.each([
    ['14/06/1988', '1988-06-14'],
    ['1988-06-14', '1988-06-14'],
    ['14-6-88', '1988-06-14'],
    ['14.06.1988', '1988-06-14'],
    ['14 de junio de 1988', '1988-06-14'],
    ['martes, 14 de junio de 1988', '1988-06-14'],
    ['14-jun-88', '1988-06-14'],
    ['14/06/1988 0:00', '1988-06-14'],
    ['32308', '1988-06-14'],
    ['32308,0', '1988-06-14'],
  ])('%s is read as %s', (text, day) => {
    expect(readDay(text)).toEqual({ type: 'read', value: day });
  });

  it.each(['06/14/1988', '31/02/1988', '14/06/25', '1988', 'ayer', '14061988', '020175'])(
    '%s is reported as a problem',
    (text) => {
      expect(readDay(text).type).toBe('problem');
    },
  );

  it('a date with the month first is reported with that reason', () => {
    expect(readDay('06/14/1988')).toMatchObject({ message: expect.stringContaining('mes está antes') });
  });

  it.each([
    ['01/30/1990', ''],
    ['01/02/1990', 'Nacimiento (mm/dd/aaaa)'],
  ])('the date %s below the title %j makes other dates of the column doubtful', (cell, title) => {
    const doubts = findDayDoubts(title, ['05/04/1990', cell, null]);
    const read = (text: Cell) => valueOf(readDayCell(text, { ...BIRTHS, doubts }));
    expect(['06/05/1988', '6-5-88', '06/14/1988'].map(read)).toEqual(['problem', 'problem', 'problem']);
    expect(['14/06/1988', '06/06/1988', '1988-05-06', '6 may 1988'].map(read)).toEqual([
      '1988-06-14',
      '1988-06-06',
      '1988-05-06',
      '1988-05-06',
    ]);
    expect(read({ type: 'number', text: '32308' })).toBe('1988-06-14');
  });

  it('days without separators make the day numbers of the column doubtful', () => {
    const number = (text: string) => ({ type: 'number', text }) as const;
    const doubts = findDayDoubts(null, [number('140688'), number('20175')]);
    expect(valueOf(readDayCell(number('20175'), { ...BIRTHS, doubts }))).toBe('problem');
    expect(findDayDoubts('Nacimiento (dd/mm/aaaa)', ['14/06/1988', number('20175')])).toEqual(NO_DAY_DOUBTS);
  });

  it('a year of two digits is a problem in other dates', () => {
    const read = (text: string) => readDayCell(text, { ...BIRTHS, isBirthDate: false });
    expect(read('15/03/30')).toMatchObject({ message: expect.stringContaining('cuatro cifras') });
    expect(valueOf(read('15/03/2030'))).toBe('2030-03-15');
  });

  it('a day number counts from 1900 or from 1904 and skips the day that 1900 lacked', () => {
    expect([1, 59, 60, 61].map((day) => parseSerialDay(day, false))).toEqual([
      '1900-01-01',
      '1900-02-28',
      null,
      '1900-03-01',
    ]);
    expect(parseSerialDay(32_308 - 1_462, true)).toBe('1988-06-14');
  });

  it('every day since 1930 is read from all its notations', () => {
    const range = { min: new Date('1930-01-01'), max: new Date('2010-12-31'), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(range), (date) => {
        const day = date.toISOString().slice(0, 10);
        const [year, month, number] = day.split('-');
        const serial = Math.floor(date.getTime() / 86_400_000) + 25_569;
        for (const text of [day, `${number}/${month}/${year}`, `${number}-${month}-${year}`, String(serial)])
          expect(readDay(text)).toEqual({ type: 'read', value: day });
      }),
    );
  });

  it('no text makes the reader fail or return a day that does not exist', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = readDay(text);
        if (read.type === 'read') expect(new Date(read.value).toISOString().slice(0, 10)).toBe(read.value);
      }),
    );
  });
});

it.each([
  ['7:30', '07:30'],
  ['07:30 a. m.', '07:30'],
  ['7 pm', '19:00'],
  ['12:15 a.m.', '00:15'],
  ['14h30', '14:30'],
  ['0,3125', '07:30'],
  ['45000,3125', '07:30'],
  ['0,25', 'problem'],
  ['0.5', 'problem'],
  ['7.500', 'problem'],
  ['13:00 a. m.', 'problem'],
  ['25:00', 'problem'],
  ['mañana', 'problem'],
])('P11.21 the hour %s is read as %s', (text, hour) => {
  expect(valueOf(readTimeCell(text))).toBe(hour);
});

describe('P11.21 hours of a workbook', () => {
  const readNumber = (text: string) => valueOf(readTimeCell({ type: 'number', text }));

  it('are fractions of a day, alone or after a date', () => {
    for (let quarter = 1; quarter < 96; quarter += 1) {
      const hour = `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`;
      expect(readNumber(String(quarter / 96))).toBe(hour);
      expect(readNumber(String(45_000 + quarter / 96))).toBe(hour);
    }
    expect(readNumber('6.25E-2')).toBe('01:30');
  });

  it.each(['0', '7', '7.3', '45000', '-0.25', 'x'])('the number %s is reported as a problem', (text) => {
    expect(readNumber(text)).toBe('problem');
  });
});

describe('P11.22 document numbers', () => {
  it.each([
    ['1.020.304.050', '1020304050'],
    ['1,020,304,050', '1020304050'],
    ["1'020.304", "1'020.304"],
    ["'1020304050", '1020304050'],
    ['1 020 304', '1020304'],
    ['1020304050.0', '1020304050'],
    ['AB-123', 'AB-123'],
  ])('%s is read as %s', (text, number) => {
    expect(readDocumentNumberCell(text)).toEqual({ type: 'read', value: number });
  });

  it.each(['1,23E+09', '1.0203E9', '1E+10'])('the text %s is reported as damaged', (text) => {
    expect(readDocumentNumberCell(text)).toMatchObject({ message: expect.stringContaining('Excel dañó') });
  });

  it('a number cell keeps all digits, also in scientific notation, and is damaged above 15 digits', () => {
    const read = (text: string) => readDocumentNumberCell({ type: 'number', text });
    expect(read('1.02030405E9')).toEqual({ type: 'read', value: '1020304050' });
    expect(read('1020304050607080900').type).toBe('problem');
    expect(read('10.5').type).toBe('problem');
  });

  it('any number survives each way of grouping its digits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_999_999 }),
        fc.constantFrom('.', ',', ' ', "'"),
        (n, mark) => {
          const grouped = String(n).replace(/\B(?=(\d{3})+$)/g, mark);
          expect(readDocumentNumberCell(grouped)).toEqual({ type: 'read', value: String(n) });
        },
      ),
    );
  });

  it.each([
    ['Cédula de Ciudadanía', 'CC'],
    ['c.c.', 'CC'],
    ['T.I', 'TI'],
    ['Pasaporte', 'PA'],
    ['CÉDULA EXTRANJERÍA', 'CE'],
    ['RUT', 'problem'],
  ])('the document type %s is read as %s', (text, type) => {
    expect(valueOf(readDocumentTypeCell(text))).toBe(type);
  });

  it.each([
    ['CC 1.020.304', 'CC', '1.020.304'],
    ['C.C. 1020304050', 'CC', '1020304050'],
    ['CC1020304050', 'CC', '1020304050'],
    ['CC No. 1020304050', 'CC', '1020304050'],
    ['Cédula de ciudadanía N.º 1020304050', 'CC', '1020304050'],
    ['PA AB123456', 'PA', 'AB123456'],
    ['Pasaporte: AB123456', 'PA', 'AB123456'],
    ['PA NO123456', 'PA', 'NO123456'],
    ['PA123456', null, 'PA123456'],
    ['AB123', null, 'AB123'],
    ['No. 1020304050', null, '1020304050'],
    ['PPT 1020304', null, 'PPT 1020304'],
  ])('%s is split into the type %s and the number %s', (text, type, number) => {
    expect(splitTypedNumber(text)).toEqual({ type, number });
  });

  it.each(['1020304050.5', '52,1'])('the text %s is reported instead of losing its separator', (text) => {
    expect(readDocumentNumberCell(text).type).toBe('problem');
  });
});

it('P11.24 the letter M means a man with F, a woman with H, and is a problem without both', () => {
  const labels = { F: 'Femenino', M: 'Masculino', O: 'Otro' };
  const read = (text: string, column: string[], title: Cell = null) =>
    valueOf(readGenderCell(text, labels, guessGenderLetters(title, column)));
  expect(read('M', ['M', 'F'])).toBe('M');
  expect(read('M', ['M', 'H'])).toBe('F');
  expect(read('M', ['M', 'Hombre'])).toBe('F');
  expect(read('h', ['M', 'H'])).toBe('M');
  expect(read('M', ['M'])).toBe('problem');
  expect(read('M', ['M', 'F', 'H'])).toBe('problem');
  expect(read('M', ['M'], 'Sexo (F/M)')).toBe('M');
  expect(read('M', ['M'], 'Sexo H/M')).toBe('F');
  expect(read('Masculino', ['M'])).toBe('M');
  expect(read('Mujer', [])).toBe('F');
  expect(read('X', [])).toBe('problem');
});

it('P11.24 an evaluation type is found by name, code, part of one name or a text that contains one', () => {
  const types = [
    { id: '1', name: 'Ingreso (preocupacional)', code: 'ING' },
    { id: '2', name: 'Periódica programada', code: 'PER' },
    { id: '3', name: 'Periódica por cambio de ocupación', code: 'PCO' },
    { id: '4', name: 'Egreso', code: 'EGR' },
    { id: '5', name: 'Post-incapacidad', code: 'PI' },
    { id: '6', name: 'Evaluación médica', code: 'EM' },
  ];
  const read = (text: string) => valueOf(readTypeCell(text, types));
  const texts = [
    [
      '1',
      'ingreso',
      'INGRESO.',
      'Examen médico de pre-ingreso',
      'Preingreso',
      'Ingreso preocupacional',
      'ing',
    ],
    ['2', 'PER', 'periodico programado'],
    ['4', 'Retiro', 'Examen de egreso', 'egreso ocupacional'],
    ['6', 'Evaluación médica', 'em'],
    ['5', 'post incapacidad', 'Incapacidad', 'pi'],
    ['problem', 'periódico', 'ingreso o egreso', 'nada', 'in', 'examen', '-'],
  ] as const;
  for (const [id, ...named] of texts)
    for (const text of named) expect([text, read(text)]).toEqual([text, id]);
  expect(readTypeCell('Periódico', types)).toMatchObject({
    message: 'Puede ser Periódica programada, Periódica por cambio de ocupación: escribe cuál.',
  });
  expect(readTypeCell('Egreso', [])).toMatchObject({
    message: expect.stringContaining('todavía no tiene los tipos'),
  });
});

it('P11.24 columns have the names that a spreadsheet shows', () => {
  expect([0, 25, 26, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
});
