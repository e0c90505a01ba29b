import { buffer } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ExpectedPersonBody } from '#contract/records/evaluation/expected-lists.ts';
import {
  PATIENT_DATA_FIELD_NAMES,
  PATIENT_FIELDS,
  type PatientField,
} from '#contract/records/evaluation/patient-fields.ts';
import { SPREADSHEET_FORMATS } from '#contract/spreadsheets.ts';
import { GENDERS } from '#contract/vocabulary.ts';
import { additionalValueText } from '#domain/additional/value-text.ts';
import { patientFieldText } from '#domain/patient/patient-data.ts';
import { guessColumns } from '#domain/roster/guess-columns.ts';
import type { ReadRow, RosterReading } from '#domain/roster/read-row.ts';
import { createReport, documentKeyOf } from '#domain/roster/report.ts';
import { TARGET_LABELS } from '#domain/roster/targets.ts';
import type { SpreadsheetColumn } from '#server/platform/spreadsheet/columns.ts';
import { spreadsheet } from '#server/platform/spreadsheet/spreadsheet.ts';
import { doImportWork } from './work.ts';
import type { Workbook } from './xlsx.ts';

type Person = ExpectedPersonBody;

const TYPES = [
  { id: '11111111-1111-4111-8111-111111111111', name: 'Ingreso', code: 'ING' },
  { id: '11111111-1111-4111-8111-111111111112', name: 'Egreso', code: 'EGR' },
];
const EPS = {
  id: '22222222-2222-4222-8222-222222222221',
  name: 'EPS',
  kind: 'text',
  subject: 'patient',
  choices: [],
} as const;
const HEIGHTS = {
  id: '22222222-2222-4222-8222-222222222222',
  name: 'Alturas',
  kind: 'yes_no',
  subject: 'visit',
  choices: [],
} as const;
const FIELDS = [EPS, HEIGHTS];
const CLINIC = {
  defaults: { identification_type: 'CC', evaluation_type_id: '', package_job: '' },
  evaluationTypes: TYPES,
  additionalFields: FIELDS,
  today: '2026-11-30',
} as const;

const valueOf = ({ id, name, kind, subject }: (typeof FIELDS)[number], value: string) => ({
  field_id: id,
  name,
  kind,
  subject,
  value,
});
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const letters = fc.stringMatching(/^[A-ZÁÉÍÓÚÑ][a-zñáéíóúü'-]{0,9}$/);
const name = fc.array(letters, { minLength: 1, maxLength: 2 }).map((words) => words.join(' '));
const line = fc.stringMatching(/^[=+@"A-Za-zñÁ0-9][ -~ñÁ]{0,19}$/);
/** Signs of formulas, separators, quotes, line ends and escapes. */
const TEXT_UNITS = Array.from('aÑ0=+-@"\';,|\n\t_x&<>#');
const text = fc
  .string({ unit: fc.constantFrom(...TEXT_UNITS), minLength: 1, maxLength: 30 })
  // Programs that read CSV files drop an apostrophe before a formula.
  .filter((one) => !one.trim().startsWith("'"));
const digits = (min: number, max: number) =>
  fc.stringMatching(new RegExp(`^[1-9]\\d{${min - 1},${max - 1}}$`));

const document = fc.oneof(
  fc.record({ identification_type: fc.constantFrom('CC', 'TI'), identification_number: digits(5, 11) }),
  fc.record({ identification_type: fc.constant('CE'), identification_number: digits(4, 8) }),
  fc.record({
    identification_type: fc.constant('PA'),
    identification_number: fc.stringMatching(/^[A-Z]{0,2}\d{5,7}$/),
  }),
);
const birthDates = { min: new Date('1930-01-01'), max: new Date('2010-12-31'), noInvalidDate: true };
const person: fc.Arbitrary<Person> = fc
  .tuple(
    document,
    fc.record({
      first_name: name,
      middle_name: optional(name),
      last_name: name,
      second_last_name: optional(name),
      birth_date: optional(fc.date(birthDates).map((date) => date.toISOString().slice(0, 10))),
      gender: optional(fc.constantFrom(...GENDERS)),
      occupation_name: optional(line),
      evaluation_type_id: optional(fc.constantFrom(...TYPES.map(({ id }) => id))),
      package_job: optional(line),
      hour: optional(fc.constantFrom('06:40', '14:30', '00:05')),
      phone: optional(fc.constantFrom('3001234567', '+57 300 123 4567', '(601) 234-5678')),
      email: optional(fc.constantFrom('ana@empresa.com', 'a.gil+x@empresa.com.co')),
      notes: optional(text),
    }),
    optional(letters),
    optional(fc.constantFrom('yes', 'no')),
  )
  .map(([identity, data, eps, heights]) => ({
    ...identity,
    ...data,
    additional_fields: [
      ...(eps === null ? [] : [valueOf(EPS, eps)]),
      ...(heights === null ? [] : [valueOf(HEIGHTS, heights)]),
    ],
  }))
  .map((raw) => ExpectedPersonBody.safeParse(raw).data)
  .filter((read) => read !== undefined);

const textColumn = (title: string, value: (one: Person) => string | null): SpreadsheetColumn<Person> => ({
  title,
  kind: 'text',
  width: 20,
  value,
});
const patientColumn = (field: PatientField): SpreadsheetColumn<Person> =>
  PATIENT_FIELDS[field].kind === 'day'
    ? { title: TARGET_LABELS[field], kind: 'day', width: 12, value: (one) => one[field] ?? null }
    : textColumn(TARGET_LABELS[field], (one) => patientFieldText(field, one[field]) || null);
const COLUMNS: readonly SpreadsheetColumn<Person>[] = [
  textColumn(TARGET_LABELS.identification_type, (one) => one.identification_type),
  textColumn(TARGET_LABELS.identification_number, (one) => one.identification_number),
  ...PATIENT_DATA_FIELD_NAMES.map(patientColumn),
  textColumn(
    TARGET_LABELS.evaluation_type,
    (one) => TYPES.find(({ id }) => id === one.evaluation_type_id)?.name ?? null,
  ),
  ...(['package_job', 'hour', 'phone', 'email', 'notes'] as const).map((field) =>
    textColumn(TARGET_LABELS[field], (one) => one[field]),
  ),
  ...FIELDS.map(({ id, kind, name: title }) =>
    textColumn(title, ({ additional_fields: values }) => {
      const found = values.find(({ field_id: field }) => field === id);
      return found ? additionalValueText(kind, found.value) : null;
    }),
  ),
];

async function* iterate<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}

it.each(SPREADSHEET_FORMATS)('P11.82 any valid people are read back from %s as they are', async (format) => {
  const people = fc.uniqueArray(person, { selector: documentKeyOf, minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(people, async (list) => {
      const bytes = await buffer(spreadsheet(format, COLUMNS, iterate(list)));
      const source = { type: 'file', file: new Blob([new Uint8Array(bytes)]), sheet: null } as const;
      const { table } = (await doImportWork({ type: 'source', source }, () => undefined)) as Workbook;
      const reading: RosterReading = { ...CLINIC, ...guessColumns(table, FIELDS) };
      const request = { type: 'rows', table, reading } as const;
      const rows = (await doImportWork(request, () => undefined)) as readonly ReadRow[];
      const { people: read, invalid, repeated } = createReport(rows, []);
      expect([invalid, repeated]).toEqual([[], []]);
      expect(read.map((one) => one.person)).toEqual(list);
    }),
    { numRuns: 60 },
  );
});
