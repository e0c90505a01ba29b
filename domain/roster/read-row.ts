import { ExpectedPersonBody } from '#contract/records/evaluation/expected-lists.ts';
import {
  PATIENT_DATA_FIELD_NAMES,
  PATIENT_FIELDS,
  PATIENT_NAME_FIELDS,
  type PatientField,
} from '#contract/records/evaluation/patient-fields.ts';
import type { GENDER_LETTERS } from '#contract/records/roster-columns.ts';
import type { IdentificationType } from '#contract/vocabulary.ts';
import { NO_SURNAME } from '../patient/name.ts';
import {
  findDayDoubts,
  NO_DAY_DOUBTS,
  problemOf,
  readAs,
  readDayCell,
  readTimeCell,
  type CellReading,
  type DayDoubts,
  type DayReading,
} from './day-cell.ts';
import {
  documentNumberProblem,
  readDocumentNumberCell,
  readDocumentTypeCell,
  splitTypedNumber,
} from './document-cell.ts';
import { fullNameDoubt, guessNameOrder, joinParts, readFullName, type NameOrder } from './full-name.ts';
import { isEmptyCell, type Cell, type RosterTable, type TableRow } from './table.ts';
import { additionalTarget, findColumn, type ColumnMapping, type RosterTarget } from './targets.ts';
import { readTypeCell } from './type-cell.ts';
import {
  guessGenderLetters,
  hasWrongAccent,
  nameProblem,
  plainText,
  readAdditionalCell,
  readGenderCell,
  readPhoneCell,
  type AdditionalFieldDefinition,
  type GenderLetters,
} from './value-cell.ts';

/** Values of people whose row has none. */
export interface RosterDefaults {
  readonly identification_type: IdentificationType;
  /** '' for none. */
  readonly evaluation_type_id: string;
  /** '' for the package of the person's own job. */
  readonly package_job: string;
}

/** Meaning of a sheet's values: the mapping of its columns, the defaults, and the clinic's catalogues. */
export interface RosterReading {
  readonly mapping: ColumnMapping;
  /** Index of the header in the table's rows; rows up to it contain no people. */
  readonly headerIndex: number | null;
  readonly defaults: RosterDefaults;
  readonly evaluationTypes: readonly { readonly id: string; readonly name: string; readonly code: string }[];
  readonly additionalFields: readonly AdditionalFieldDefinition[];
  /** YYYY-MM-DD */
  readonly today: string;
  /** Order of the names in one cell that the user chose; absent if the column decides. */
  readonly chosenNameOrder?: NameOrder | undefined;
  /** Meaning of the letter M in the column of genders that the user chose; absent if the column decides. */
  readonly chosenGenderLetters?: (typeof GENDER_LETTERS)[number] | undefined;
}

/** Meanings of values that the user chose, because the columns may not show them. */
export type ChosenMeanings = Pick<RosterReading, 'chosenNameOrder' | 'chosenGenderLetters'>;

/** Reading with what only the whole table shows. */
export interface TableReading extends RosterReading {
  readonly has1904Dates: boolean;
  /** Null if neither the user nor the column shows it. */
  readonly nameOrder: NameOrder | null;
  readonly genderLetters: GenderLetters;
  /** Doubtful notations of the columns with dates. */
  readonly dayDoubts: ReadonlyMap<RosterTarget, DayDoubts>;
}

interface CellProblem {
  /** Index of the column; null if the file has no column for this field. */
  readonly column: number | null;
  readonly message: string;
}

/** Row with what is wrong or doubtful in its cells. */
export interface RowProblems {
  /** Number of the row in the file. */
  readonly number: number;
  readonly problems: readonly CellProblem[];
}

export type ReadRow =
  | {
      readonly type: 'person';
      readonly number: number;
      readonly person: ExpectedPersonBody;
      /** Cells that may mean something other than what was read. */
      readonly doubts: readonly CellProblem[];
    }
  | (RowProblems & { readonly type: 'invalid' });

/** Returns the rows of people. Prepared rows of a template, which have only a row number, contain no person. */
export function peopleRowsOf({ rows }: RosterTable, reading: RosterReading): readonly TableRow[] {
  const columns = [...reading.mapping.keys()];
  return rows
    .slice((reading.headerIndex ?? -1) + 1)
    .filter(({ cells }) => columns.some((column) => !isEmptyCell(cells[column])));
}

/** Returns the contents that are dates. */
const dayTargetsOf = ({ additionalFields }: RosterReading): RosterTarget[] => [
  'birth_date',
  ...additionalFields.filter(({ kind }) => kind === 'date').map(({ id }) => additionalTarget(id)),
];

/** Prepares a reading by the columns of the table: the order of names, the letters for genders, and the notations of dates. */
export function prepareReading(table: RosterTable, reading: RosterReading): TableReading {
  const rows = peopleRowsOf(table, reading);
  const cellsOf = (target: RosterTarget): Cell[] => {
    const column = findColumn(reading.mapping, target);
    return column === null ? [] : rows.map(({ cells }) => cells[column] ?? null);
  };
  const header = reading.headerIndex === null ? [] : (table.rows[reading.headerIndex]?.cells ?? []);
  const titleOf = (target: RosterTarget): Cell => header[findColumn(reading.mapping, target) ?? -1] ?? null;
  return {
    ...reading,
    has1904Dates: table.has1904Dates,
    nameOrder: reading.chosenNameOrder ?? guessNameOrder(titleOf('full_name'), cellsOf('full_name')),
    genderLetters: reading.chosenGenderLetters ?? guessGenderLetters(titleOf('gender'), cellsOf('gender')),
    dayDoubts: new Map(
      dayTargetsOf(reading).map((target) => [target, findDayDoubts(titleOf(target), cellsOf(target))]),
    ),
  };
}

/** Collects the values and problems of one row. */
function createRowReader(row: TableRow, mapping: ColumnMapping) {
  const values: Record<string, unknown> = {};
  const problems: CellProblem[] = [];
  const doubts: CellProblem[] = [];
  /** Column that determines each field of the contract. */
  const columns = new Map<string, number>();
  const failed = new Set<string>();
  const report = (fields: readonly string[], message: string) => {
    const column = columns.get(fields[0] ?? '') ?? null;
    // Several fields may come from one cell.
    const isKnown = problems.some((one) => one.column === column && one.message === message);
    if (!isKnown) problems.push({ column, message });
    for (const field of fields) failed.add(field);
  };
  return {
    values,
    problems,
    doubts,
    report,
    doubt: (field: string, message: string) =>
      void doubts.push({ column: columns.get(field) ?? null, message }),
    hasFailed: (field: string) => failed.has(field),
    /** Stores the value of a field, or the problem of its cell. */
    set: (field: string, reading: CellReading<unknown>) => {
      if (reading.type === 'read') values[field] = reading.value;
      else report([field], reading.message);
    },
    /** Calls `read` with the cell of a content, unless it is empty or contains no value. Returns true unless it is empty. */
    withCell: (target: RosterTarget, fields: readonly string[], read: (cell: Cell) => void): boolean => {
      const column = findColumn(mapping, target);
      if (column === null) return false;
      const cell = row.cells[column] ?? null;
      const isEmpty = isEmptyCell(cell);
      for (const field of fields) if (!isEmpty || !columns.has(field)) columns.set(field, column);
      if (isEmpty) return false;
      const problem = unusableCellMessage(cell);
      if (problem === null) read(cell);
      else report(fields, problem);
      return true;
    },
  };
}
type RowReader = ReturnType<typeof createRowReader>;

function unusableCellMessage(cell: Cell): string | null {
  if (hasWrongAccent(cell)) return 'Las tildes de esta celda no se leen bien. Escribe aquí el valor.';
  if (typeof cell !== 'object' || cell === null) return null;
  switch (cell.type) {
    case 'number':
      return null;
    case 'formula':
      return 'Esta celda tiene una fórmula. Escribe aquí el valor.';
    case 'error':
      return `Esta celda tiene un error de Excel (${cell.text}). Escribe aquí el valor.`;
  }
}

function readDocument(reader: RowReader, { defaults }: TableReading): void {
  reader.values['identification_type'] = defaults.identification_type;
  const setType = (cell: Cell) => reader.set('identification_type', readDocumentTypeCell(cell));
  const hasTypeCell = reader.withCell('identification_type', ['identification_type'], setType);
  const typeOf = () => reader.values['identification_type'] as IdentificationType;
  const readNumber = (cell: Cell) => {
    const { type, number } = splitTypedNumber(cell, hasTypeCell ? typeOf() : null);
    if (type !== null && !hasTypeCell) reader.values['identification_type'] = type;
    const isOtherType = type !== null && type !== typeOf() && !reader.hasFailed('identification_type');
    const read = isOtherType
      ? problemOf(`Aquí dice ${type}, y la columna del tipo, ${typeOf()}. Deja solo el número correcto.`)
      : readDocumentNumberCell(number);
    const problem = read.type === 'read' ? documentNumberProblem(typeOf(), read.value) : null;
    reader.set('identification_number', problem === null ? read : problemOf(problem));
  };
  reader.withCell('document', ['identification_number', 'identification_type'], readNumber);
  reader.withCell('identification_number', ['identification_number'], readNumber);
}

function readNames(reader: RowReader, { nameOrder }: TableReading): void {
  reader.withCell('full_name', PATIENT_NAME_FIELDS, (cell) => {
    const read = readFullName(cell, nameOrder);
    if (read.type === 'problem') return reader.report(PATIENT_NAME_FIELDS, read.message);
    Object.assign(reader.values, read.value);
    const doubt = fullNameDoubt(cell, read.value);
    if (doubt !== null) reader.doubt('first_name', doubt);
  });
  reader.withCell('given_names', ['first_name', 'middle_name'], (cell) => {
    const { first_name, middle_name } = joinParts(plainText(cell), '');
    Object.assign(reader.values, { first_name, middle_name });
  });
  reader.withCell('surnames', ['last_name', 'second_last_name'], (cell) => {
    const { last_name, second_last_name } = joinParts('', plainText(cell));
    Object.assign(reader.values, { last_name, second_last_name });
  });
}

/** Returns how the days of a content are read. */
const dayReadingOf = (
  { has1904Dates, today, dayDoubts }: TableReading,
  target: RosterTarget,
): DayReading => ({
  has1904Dates,
  today,
  isBirthDate: target === 'birth_date',
  doubts: dayDoubts.get(target) ?? NO_DAY_DOUBTS,
});

function readPatientField(field: PatientField, cell: Cell, reading: TableReading): CellReading<string> {
  const definition = PATIENT_FIELDS[field];
  switch (definition.kind) {
    case 'text':
    case 'occupation':
      return readAs(plainText(cell));
    case 'day':
      return readDayCell(cell, dayReadingOf(reading, field));
    case 'choice':
      return readGenderCell(cell, definition.labels, reading.genderLetters);
  }
}

/** Reports names with characters that no name has, by the columns that contain them. */
function checkNames(reader: RowReader): void {
  for (const field of PATIENT_NAME_FIELDS) {
    const value = reader.values[field];
    const problem = typeof value === 'string' ? nameProblem(value) : null;
    if (problem !== null && !reader.hasFailed(field)) reader.report([field], problem);
  }
}

const VISIT_TEXT_FIELDS = ['package_job', 'email', 'notes'] as const;

function readVisit(reader: RowReader, { defaults, evaluationTypes }: TableReading): void {
  reader.values['evaluation_type_id'] = defaults.evaluation_type_id || null;
  reader.values['package_job'] = defaults.package_job || null;
  reader.withCell('evaluation_type', ['evaluation_type_id'], (cell) =>
    reader.set('evaluation_type_id', readTypeCell(cell, evaluationTypes)),
  );
  reader.withCell('hour', ['hour'], (cell) => reader.set('hour', readTimeCell(cell)));
  reader.withCell('phone', ['phone'], (cell) => reader.set('phone', readPhoneCell(cell)));
  for (const field of VISIT_TEXT_FIELDS)
    reader.withCell(field, [field], (cell) => reader.set(field, readAs(plainText(cell))));
}

function readAdditional(reader: RowReader, reading: TableReading): void {
  const values: unknown[] = [];
  for (const definition of reading.additionalFields) {
    const { id, name, subject, kind } = definition;
    reader.withCell(additionalTarget(id), [additionalTarget(id)], (cell) => {
      const read = readAdditionalCell(cell, definition, dayReadingOf(reading, additionalTarget(id)));
      if (read.type === 'read') values.push({ field_id: id, name, subject, kind, value: read.value });
      else reader.report([additionalTarget(id)], read.message);
    });
  }
  reader.values['additional_fields'] = values;
}

/** Adds the problems that the contract's schema finds in fields whose cells could be read. */
function validate(reader: RowReader, number: number): ReadRow {
  const parsed = ExpectedPersonBody.safeParse(reader.values);
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = String(path[0]);
    if (reader.hasFailed(field)) continue;
    const isMissingSurname = field === 'last_name' && !reader.values[field];
    reader.report([field], isMissingSurname ? `${message}. Si no tiene, escribe: ${NO_SURNAME}.` : message);
  }
  return parsed.success && reader.problems.length === 0
    ? { type: 'person', number, person: parsed.data, doubts: reader.doubts }
    : { type: 'invalid', number, problems: reader.problems };
}

/** Reads the person of one row. The contract's schema validates all values. */
export function readRow(row: TableRow, reading: TableReading): ReadRow {
  const reader = createRowReader(row, reading.mapping);
  readDocument(reader, reading);
  readNames(reader, reading);
  for (const field of PATIENT_DATA_FIELD_NAMES)
    reader.withCell(field, [field], (cell) => reader.set(field, readPatientField(field, cell, reading)));
  checkNames(reader);
  readVisit(reader, reading);
  readAdditional(reader, reading);
  return validate(reader, row.number);
}
