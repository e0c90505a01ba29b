import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PATIENT_DATA_FIELD_NAMES, type PatientField } from '#contract/records/evaluation/patient-fields.ts';
import { guessColumns } from './guess-columns.ts';
import { peopleRowsOf, prepareReading, readRow, type RosterReading } from './read-row.ts';
import { createReport } from './report.ts';
import { createTable, type Cell } from './table.ts';
import { TARGET_LABELS } from './targets.ts';

const FIELD_ID = '22222222-2222-4222-8222-222222222222';
const TYPE_ID = '11111111-1111-4111-8111-111111111111';
const EPS = {
  id: FIELD_ID,
  name: 'EPS',
  kind: 'choice',
  subject: 'patient',
  choices: ['Sura', 'Nueva EPS'],
} as const;
const CLINIC = {
  defaults: { identification_type: 'CC', evaluation_type_id: TYPE_ID, package_job: '' },
  evaluationTypes: [{ id: TYPE_ID, name: 'Ingreso', code: 'ING' }],
  additionalFields: [EPS],
  today: '2026-11-30',
} as const;

const tableOf = (...rows: Cell[][]) => createTable(rows.map((cells, index) => [index + 1, cells] as const));
function readTable(...cells: Cell[][]) {
  const table = tableOf(...cells);
  const reading: RosterReading = { ...CLINIC, ...guessColumns(table, [EPS]) };
  const prepared = prepareReading(table, reading);
  return peopleRowsOf(table, reading).map((row) => readRow(row, prepared));
}
describe('P11.24 rows', () => {
  it('become people as the contract describes them, with the defaults of the list', () => {
    const [read] = readTable(
      ['Cédula', 'Nombres', 'Apellidos', 'Nacimiento', 'EPS', 'Hora'],
      ["'1.020.304.050", 'Ana María', 'de la Cruz Gil', { type: 'number', text: '32308' }, 'sura', '7:30 am'],
    );
    expect(read).toEqual({
      type: 'person',
      number: 2,
      person: expect.objectContaining({
        identification_type: 'CC',
        identification_number: '1020304050',
        first_name: 'Ana',
        middle_name: 'María',
        last_name: 'de la Cruz',
        second_last_name: 'Gil',
        birth_date: '1988-06-14',
        evaluation_type_id: TYPE_ID,
        hour: '07:30',
        additional_fields: [
          { field_id: FIELD_ID, name: 'EPS', subject: 'patient', kind: 'choice', value: 'Sura' },
        ],
      }),
      doubts: [],
    });
  });

  it('contain every field of the patient', () => {
    const given: Partial<Record<PatientField, string>> = { birth_date: '14/06/1988', gender: 'Femenino' };
    const texts = PATIENT_DATA_FIELD_NAMES.map((field) => given[field] ?? 'Texto');
    const titles = PATIENT_DATA_FIELD_NAMES.map((field) => TARGET_LABELS[field]);
    const [read] = readTable(['Cédula', ...titles], ['1020304050', ...texts]);
    const written = { birth_date: '1988-06-14', gender: 'F' };
    const values = PATIENT_DATA_FIELD_NAMES.map((field) => [field, 'Texto']);
    expect(read).toMatchObject({
      type: 'person',
      person: { ...(Object.fromEntries(values) as object), ...written },
    });
  });

  it('report each wrong cell by its column, and a missing value by the column that should have it', () => {
    const [read] = readTable(
      ['Cédula', 'Nombres', 'Apellidos', 'Nacimiento', 'Correo', 'EPS'],
      ['1,23E+09', 'Ana', '', '31/02/1990', 'malo', 'Otra'],
    );
    expect(
      read?.type === 'invalid' &&
        read.problems.map(({ column }) => column).toSorted((a, b) => (a ?? -1) - (b ?? -1)),
    ).toEqual([0, 2, 3, 4, 5]);
  });

  const readDocumentOf = (titles: string[], ...cells: Cell[]) => {
    const [read] = readTable([...titles, 'Nombres', 'Apellidos'], [...cells, 'Ana', 'Gil']);
    if (read?.type !== 'person') return read?.problems.map(({ column }) => column);
    return `${read.person.identification_type} ${read.person.identification_number}`;
  };

  it.each(['Documento', 'Cédula'])('P11.22 separate the type from the number in a column %s', (title) => {
    expect(readDocumentOf([title], 'C.C. 1.020.304.050')).toBe('CC 1020304050');
    expect(readDocumentOf([title], 'TI No. 1020304050')).toBe('TI 1020304050');
    expect(readDocumentOf([title], 'Pasaporte AB123456')).toBe('PA AB123456');
  });

  it.each(['PPT 1020304', 'AB123456', 'CC No1020304', '1020304-5', '1.020304', '12'])(
    'P11.22 report the CC number %s',
    (number) => {
      expect(readDocumentOf(['Cédula'], number)).toEqual([0]);
    },
  );

  it('P11.23 follow the order of names in the title; without one, the order that the user chose', () => {
    const firstNameOf = (title: string, chosen = {}) => {
      const table = tableOf(['Cédula', title], ['1020304050', 'Chaverra Moya Yurleidy']);
      const reading = { ...CLINIC, ...guessColumns(table, []), ...chosen };
      const [read] = peopleRowsOf(table, reading).map((row) => readRow(row, prepareReading(table, reading)));
      return read?.type === 'person' ? read.person.first_name : read?.problems;
    };
    expect(firstNameOf('APELLIDOS Y NOMBRES')).toBe('Yurleidy');
    expect(firstNameOf('Nombre', { chosenNameOrder: 'surnames_first' })).toBe('Yurleidy');
    expect(firstNameOf('Nombre')).toEqual([{ column: 1, message: expect.stringContaining('Apellidos, ') }]);
  });

  it('P11.22 report a type that differs from the column of types', () => {
    expect(readDocumentOf(['Tipo doc', 'Cédula'], 'PA', 'PA123456')).toBe('PA PA123456');
    expect(readDocumentOf(['Tipo doc', 'Cédula'], 'CC', 'CC 1020304')).toBe('CC 1020304');
    expect(readDocumentOf(['Tipo doc', 'Cédula'], 'TI', 'CC 1020304')).toEqual([1]);
    expect(readDocumentOf(['Tipo doc', 'Cédula'], '?', 'CC 1020304')).toEqual([0]);
  });

  it('P11.21 report the ambiguous dates of a column with the month first', () => {
    const rows = ['06/14/1988', '06/05/1988', '30/05/1988', ''].map((day, index) => [
      `102030405${index}`,
      'Ana',
      'Gil',
      day,
    ]);
    const read = readTable(['Cédula', 'Nombres', 'Apellidos', 'Nacimiento'], ...rows);
    expect(read.map(({ type }) => type)).toEqual(['invalid', 'invalid', 'person', 'person']);
  });

  it('leave out prepared rows of a template, which have only a row number', () => {
    const titles = ['No.', 'Cédula', 'Nombres', 'Apellidos'];
    const rows = readTable(
      titles,
      ['1', '1020304050', 'Ana', 'Gil'],
      ['2'],
      ['3', ' ', '', null],
      ['4', '', 'Luz'],
    );
    expect(rows.map(({ number, type }) => [number, type])).toEqual([
      [2, 'person'],
      [5, 'invalid'],
    ]);
  });

  it.each([
    'Mu¤oz',
    'Mu–oz2',
    'Gil2',
    'Jes\u00c3\u00bas',
    'Mu\ufffdoz',
    'Garc\u00c3\u00ada',
    'JES\u00c3\u0161S',
  ])('report the name %s', (name) => {
    const [read] = readTable(['Cédula', 'Nombres', 'Apellidos'], ['1020304050', 'Ana', name]);
    expect(read).toMatchObject({ type: 'invalid', problems: [{ column: 2 }] });
  });

  it.each(['Muñoz-Gil', 'D’Angelo', "O'Connor", 'Ma. Peña', 'JOÃO', 'Nun\u0303ez'])(
    'accept the name %s',
    (name) => {
      const [read] = readTable(['Cédula', 'Nombres', 'Apellidos'], ['1020304050', 'Ana', name]);
      expect(read?.type).toBe('person');
    },
  );

  it('report a name once when both its fields come from one cell', () => {
    const [read] = readTable(['Cédula', 'Nombres y apellidos'], ['1020304050', 'Ana1 Gil2']);
    expect(read?.type === 'invalid' && read.problems).toHaveLength(1);
  });

  it('report a phone that Excel shortened', () => {
    const readPhone = (cell: Cell) =>
      readTable(['Cédula', 'Nombres', 'Apellidos', 'Celular'], ['1020304050', 'Ana', 'Gil', cell])[0];
    expect(readPhone('3,00E+09')).toMatchObject({ type: 'invalid', problems: [{ column: 3 }] });
    expect(readPhone({ type: 'number', text: '3.001234567E9' })).toMatchObject({
      person: { phone: '3001234567' },
    });
  });

  it('P11.19 report formulas and error values instead of using them', () => {
    const [read] = readTable(
      ['Cédula', 'Nombres', 'Apellidos'],
      [{ type: 'formula', text: '1020304050' }, { type: 'error', text: '#N/A' }, 'Gil'],
    );
    expect(read).toMatchObject({
      type: 'invalid',
      problems: [
        { column: 0, message: expect.stringContaining('fórmula') },
        { column: 1, message: expect.stringContaining('#N/A') },
      ],
    });
  });

  it('P11.24 are read without failing, whatever their cells contain', () => {
    const cell: fc.Arbitrary<Cell> = fc.oneof(
      fc.constant(null),
      fc.string({ unit: 'binary' }),
      fc.record({ type: fc.constant('number' as const), text: fc.string() }),
      fc.record({ type: fc.constant('formula' as const), text: fc.string() }),
    );
    fc.assert(
      fc.property(fc.array(cell, { minLength: 6, maxLength: 6 }), (cells) => {
        const titles = ['Cédula', 'Nombres', 'Apellidos', 'Nacimiento', 'Sexo', 'Hora'];
        for (const read of readTable(titles, cells))
          if (read.type === 'invalid') expect(read.problems.length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('P11.81 rows with a name whose division is uncertain', () => {
  it('P11.81 can be imported, and are listed with their cell unless they repeat a document', () => {
    const titles = ['Cédula', 'Nombres y apellidos'];
    const name = 'Yurleidy Moya Chaverra';
    const rows = readTable(titles, ['1020304050', name], ['1020304050', name], ['52123456', 'Ana Gil']);
    const { people, doubtful } = createReport(rows, []);
    expect(people.map(({ row }) => row)).toEqual([2, 4]);
    const doubt = { column: 1, message: expect.stringContaining('Se lee') };
    expect(doubtful).toEqual([{ number: 2, problems: [doubt] }]);
  });
});

describe('P11.25 report', () => {
  const titles = ['Tipo doc', 'Cédula', 'Nombres', 'Apellidos'];

  it('separates people, wrong rows and rows that repeat a document in another notation', () => {
    const rows = readTable(
      titles,
      ['CC', '1.020.304', 'Ana', 'Gil'],
      ['CC', '', 'Luz', 'Paz'],
      ['CC', '01020304', 'Ana', 'Gil'],
      ['CE', '1020304', 'Eva', 'Ríos'],
    );
    const { people, invalid, repeated } = createReport(rows, []);
    expect(people.map(({ row }) => row)).toEqual([2, 5]);
    expect(invalid.map(({ number }) => number)).toEqual([3]);
    expect(repeated).toMatchObject([{ row: 4, earlier: 2 }]);
  });

  it('lists typed people first and reports a row that repeats one of them', () => {
    const [read] = readTable(titles, ['CC', '1020304', 'Ana', 'Gil']);
    const typed = read?.type === 'person' ? [read.person] : [];
    const { people, repeated } = createReport(readTable(titles, ['CC', '1.020.304', 'Ana', 'Gil']), typed);
    expect(people).toEqual([{ row: null, person: typed[0] }]);
    expect(repeated).toMatchObject([{ row: 2, earlier: null }]);
  });
});
