import { describe, expect, it } from 'vitest';
import { PATIENT_DATA_FIELD_NAMES } from '#contract/records/evaluation/patient-fields.ts';
import { guessColumns } from './guess-columns.ts';
import type { RosterReading } from './read-row.ts';
import { createTable, type Cell } from './table.ts';
import { additionalTarget, findMissingTargets, TARGET_LABELS } from './targets.ts';
import { findTableWarnings, tableWarningText } from './warnings.ts';

const FIELD_ID = '22222222-2222-4222-8222-222222222222';
const EPS = { id: FIELD_ID, name: 'EPS' };
const READING = {
  defaults: { identification_type: 'CC', evaluation_type_id: '', package_job: '' },
  evaluationTypes: [],
  additionalFields: [],
  today: '2026-11-30',
} as const;

const tableOf = (...rows: Cell[][]) => createTable(rows.map((cells, index) => [index + 1, cells] as const));
const guessTargets = (...cells: Cell[][]) => {
  const { headerIndex, mapping } = guessColumns(tableOf(...cells), [EPS]);
  return { headerIndex, targets: [...mapping.entries()] };
};

describe('P11.20 guess of the columns', () => {
  it('recognises Spanish titles below a title of the sheet', () => {
    const titles = [
      '#',
      'T. DOC',
      'Cédula',
      'Nombres y Apellidos',
      'F. Nacimiento',
      'Sexo',
      'Cargo',
      'Tipo de examen',
      'Hora',
      'Celular',
      'Correo',
      'eps',
    ];
    expect(guessTargets(['LISTADO DE PERSONAL'], [], titles, ['1', 'CC', '123456', 'Ana Gil'])).toEqual({
      headerIndex: 1,
      targets: [
        [1, 'identification_type'],
        [2, 'identification_number'],
        [3, 'full_name'],
        [4, 'birth_date'],
        [5, 'gender'],
        [6, 'occupation_name'],
        [7, 'evaluation_type'],
        [8, 'hour'],
        [9, 'phone'],
        [10, 'email'],
        [11, additionalTarget(FIELD_ID)],
      ],
    });
  });

  it.each([
    ['NÚMERO DE IDENTIFICACIÓN', 'identification_number'],
    ['No. Documento', 'identification_number'],
    ['CC', 'identification_number'],
    ['N° de cédula', 'identification_number'],
    ['Tipo de identificación', 'identification_type'],
    ['APELLIDOS Y NOMBRES', 'full_name'],
    ['Nombre del trabajador', 'full_name'],
    ['Primer Nombre', 'first_name'],
    ['2do apellido', 'second_last_name'],
    ['Fecha de nacimiento (dd/mm/aaaa)', 'birth_date'],
    ['Teléfono de contacto', 'phone'],
    ['E-mail', 'email'],
    ['Observaciones generales', 'notes'],
  ])('with the title %s are guessed as %s', (title, target) => {
    expect(guessTargets([title, 'Cargo', 'Sexo'], ['x', 'y', 'F']).targets).toContainEqual([0, target]);
  });

  it.each(PATIENT_DATA_FIELD_NAMES)('recognises the label of the field %s', (field) => {
    const titles = ['Cédula', TARGET_LABELS[field]];
    expect(guessTargets(titles, ['1', 'x']).targets).toContainEqual([1, field]);
  });

  it("reads 'Nombres' as the whole name only if no column has surnames", () => {
    expect(guessTargets(['Cédula', 'Nombres'], ['1', 'Ana']).targets).toContainEqual([1, 'full_name']);
    expect(guessTargets(['Cédula', 'Nombres', 'Apellidos'], ['1', 'Ana', 'Gil']).targets).toContainEqual([
      1,
      'given_names',
    ]);
  });

  it('recognises the contents of the columns in a list without titles', () => {
    expect(guessTargets(['CC', '1020304050', 'Ana Gil', 'F'], ['CC', '52123456', 'Luz Paz', 'F'])).toEqual({
      headerIndex: null,
      targets: [
        [0, 'identification_type'],
        [3, 'gender'],
        [1, 'identification_number'],
        [2, 'full_name'],
      ],
    });
  });

  it.each([
    ['ID;Cédula;Nombre', '1;1020304050;Ana Gil', { 1: 'identification_number', 2: 'full_name' }],
    ['CC;Cédula;Nombre', '52001;1020304050;Ana Gil', { 1: 'identification_number', 2: 'full_name' }],
    ['Id empleado;Documento;Nombre', '8000123;1020304050;Ana Gil', { 1: 'identification_number' }],
    ['ID SAP;CC;Nombre', '8000123;1020304050;Ana Gil', { 1: 'identification_number' }],
    ['Documento;Cédula;Nombre', ';1020304050;Ana Gil', { 1: 'identification_number' }],
    [
      'Documento;No. documento;Nombre',
      'TI;1020304050;Ana Gil',
      { 0: 'identification_type', 1: 'identification_number' },
    ],
    ['Cédula;Persona de contacto;Nombres y apellidos', '1020304050;Luz Paz;Ana Gil', { 2: 'full_name' }],
    ['Cédula;Trabajador en alturas;Nombre completo', '1020304050;Sí;Ana Gil', { 2: 'full_name' }],
    ['Cédula;Nombre;Nombre completo', '1020304050;Ana;Ana Gil', { 2: 'full_name' }],
    [
      'Cédula;Nombre;Lugar de nacimiento;F. nacimiento',
      '1020304050;Ana Gil;Cali;14/06/1988',
      { 3: 'birth_date' },
    ],
    [
      'Cédula;Nombre;Teléfono de emergencia;Celular',
      '1020304050;Ana Gil;3001234567;3007654321',
      { 3: 'phone' },
    ],
  ])('prefers clear titles and fitting values in %s', (titles, values, expected) => {
    const { headerIndex, targets } = guessTargets(titles.split(';'), values.split(';'));
    expect(headerIndex).toBe(0);
    const others = ['identification_number', 'full_name', 'birth_date', 'phone', 'identification_type'];
    const wanted = Object.entries(expected).map(([column, target]) => [Number(column), target]);
    const kinds = new Set(wanted.map(([, target]) => target));
    expect(targets.filter(([, target]) => others.includes(target) && kinds.has(target))).toEqual(wanted);
  });

  it('finds no titles in a row with the data of a person', () => {
    const rows = [
      ['CC', '1020304050', 'Ana Gil', 'Empleado'],
      ['CC', '52123456', 'Luz Paz', 'Empleado de mostrador'],
    ];
    expect(guessTargets(...rows).headerIndex).toBeNull();
  });

  it('warns about a second column for one content, and about people above the titles', () => {
    const table = tableOf(
      ['1020304050', 'Ana Gil'],
      ['Cédula', 'Nombre', 'Documento', 'ID'],
      ['52123456', 'Luz Paz', '52123456', '1'],
    );
    const reading = { ...READING, ...guessColumns(table, []) };
    const warnings = findTableWarnings(table, reading);
    expect(warnings).toEqual([
      { type: 'several_columns', column: 0, other: 2 },
      { type: 'people_above_header', rows: [1] },
    ]);
    expect(warnings.map((one) => tableWarningText(one, table, reading.headerIndex))).toEqual([
      expect.stringContaining('«Cédula» y «Documento»'),
      expect.stringContaining('(1)'),
    ]);
  });

  it('warns about columns whose values remain undecided, unless the user decides', () => {
    const table = tableOf(
      ['Cédula', 'Nombre', 'Sexo', 'Nacimiento'],
      ['52123456', 'Chaverra Moya Yurleidy', 'M', '06/14/1988'],
    );
    const reading = { ...READING, ...guessColumns(table, []) };
    const typesOf = (chosen: Partial<RosterReading>) =>
      findTableWarnings(table, { ...reading, ...chosen }).map(({ type, ...rest }) => [type, rest]);
    const monthFirst = ['month_first', { column: 3 }];
    expect(typesOf({})).toEqual([
      ['unknown_name_order', { column: 1 }],
      ['unknown_gender_letter', { column: 2 }],
      monthFirst,
    ]);
    expect(typesOf({ chosenNameOrder: 'given_first', chosenGenderLetters: 'M_is_male' })).toEqual([
      monthFirst,
    ]);
  });

  it('names the contents that a mapping without number or names lacks', () => {
    expect(findMissingTargets(new Map([[0, 'gender']]))).toEqual(['number', 'name']);
    expect(
      findMissingTargets(
        new Map([
          [0, 'document'],
          [1, 'first_name'],
        ]),
      ),
    ).toEqual([]);
  });
});
