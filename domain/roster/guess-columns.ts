import { foldText } from '../text/fold.ts';
import { readDayCell } from './day-cell.ts';
import { readDocumentNumberCell, readDocumentTypeCell, splitTypedNumber } from './document-cell.ts';
import { cellText, isEmptyCell, type Cell, type RosterTable, type TableRow } from './table.ts';
import {
  additionalTarget,
  findMissingTargets,
  TARGET_LABELS,
  type ColumnMapping,
  type RosterAdditionalField,
  type RosterTarget,
} from './targets.ts';

/** Returns the words of a header: lower case without accents and punctuation, '#' and 'N.º' as 'no'. */
const headerText = (cell: Cell): string =>
  foldText(
    cellText(cell)
      .replaceAll('#', ' no ')
      .replace(/n[.]?[º°]/giu, 'no'),
  )
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const DOCUMENT = '(?:documento|doc|dcto|identificacion|identidad|ident|id|cedula|ced|cc|c c|ciudadania)';
const OF = '(?: de| del| de la)?';
const PERSON =
  '(?:trabajador(?:a)?|empleado|colaborador|funcionario|paciente|persona|usuario|aspirante|candidato)';

/** Patterns of the headers in addition to the labels of the contents, most specific content first. */
const HEADER_PATTERNS: readonly (readonly [target: RosterTarget, pattern: RegExp])[] = [
  ['document', new RegExp(`^tipo${OF} (?:doc|documento|identificacion) y (?:no|nro|num|numero)`)],
  ['identification_type', new RegExp(`^(?:(?:tipo|clase|tip|t)${OF} ${DOCUMENT}.*|td|ti|tipodoc|tipo id)$`)],
  ['birth_date', /^(?:f|fec|fech|fecha)?(?: de)? ?(?:nac|nacimiento|nacim|nto)$|^fn$|nacimiento|birth/],
  [
    'evaluation_type',
    /^(?:tipo|clase|motivo)(?: de| del)? (?:examen|evaluacion|valoracion|ingreso|emo|consulta)|^(?:examen|evaluacion|emo)(?: medic[oa]| ocupacional| medico ocupacional)*$/,
  ],
  [
    'full_name',
    new RegExp(
      `^(?:nombres?(?: completos?)?(?: y|,)? apellidos?|apellidos?(?: y|,)? nombres?|nombres? completos?|nombres?${OF} (?:el |la )?${PERSON}|${PERSON})`,
    ),
  ],
  ['first_name', /^(?:primer|1er|1|pri) nombre$|^nombre ?1$/],
  ['middle_name', /^(?:segundo|2do|2|seg|otros?) nombres?$|^nombre ?2$/],
  ['last_name', /^(?:primer|1er|1|pri) apellido$|^apellido (?:1|paterno)$/],
  ['second_last_name', /^(?:segundo|2do|2|seg) apellido$|^apellido (?:2|materno)$/],
  ['surnames', /^apellidos?$/],
  ['given_names', /^nombres?$/],
  ['gender', /^(?:sexo|genero|gen)$/],
  ['occupation_name', /^(?:cargo|ocupacion|oficio|puesto|labor)(?: .*)?$/],
  ['package_job', /^(?:paquete|perfil|profesiograma|bateria)(?: .*)?$/],
  ['hour', /^(?:hora|horario|turno)(?: .*)?$/],
  ['email', /correo|e ?mail/],
  ['phone', /telefono|celular|movil|^(?:tel|cel)$/],
  ['notes', /^(?:observacion(?:es)?|notas?|comentarios?|obs)(?: .*)?$/],
  ['identification_number', new RegExp(`^(?:(?:no|nro|num|numero|n)${OF} )?${DOCUMENT}(?: .*)?$`)],
];

function guessTarget(header: string, fields: readonly RosterAdditionalField[]): RosterTarget | null {
  if (header === '') return null;
  const field = fields.find(({ name }) => headerText(name) === header);
  if (field) return additionalTarget(field.id);
  const byPattern = HEADER_PATTERNS.find(([, pattern]) => pattern.test(header));
  if (byPattern) return byPattern[0];
  const labels = Object.entries(TARGET_LABELS) as [keyof typeof TARGET_LABELS, string][];
  return labels.find(([, label]) => headerText(label) === header)?.[0] ?? null;
}

/** Returns the content of each column by its header; the first of two columns with one content has it. */
function guessByHeaders(
  cells: readonly Cell[],
  fields: readonly RosterAdditionalField[],
): Map<number, RosterTarget> {
  const mapping = new Map<number, RosterTarget>();
  const used = new Set<RosterTarget>();
  for (const [index, cell] of cells.entries()) {
    const target = guessTarget(headerText(cell), fields);
    if (target === null || used.has(target)) continue;
    used.add(target);
    mapping.set(index, target);
  }
  // 'Nombre' or 'Nombres' without a column of surnames contains the whole name.
  const isWholeName = !['surnames', 'last_name'].some((target) => used.has(target as RosterTarget));
  if (isWholeName && !used.has('full_name'))
    for (const [index, target] of mapping) if (target === 'given_names') mapping.set(index, 'full_name');
  return mapping;
}

/** Rows above the header that a spreadsheet may have: a logo, a title, the company's name. */
const HEADER_SEARCH_ROWS = 30;
/** Rows whose values are compared to guess the content of a column without a header. */
const SAMPLE_ROWS = 50;
/** Share of the values that must have the form of a content. */
const SAMPLE_SHARE = 0.8;

const isFullName = (cell: Cell): boolean =>
  /^\p{L}[\p{L}.'’-]+(?: \p{L}[\p{L}.'’-]*)+$/u.test(cellText(cell).trim());
const isPlainNumber = (cell: Cell): boolean => {
  const read = readDocumentNumberCell(cell);
  return read.type === 'read' && /^\d{6,11}$/.test(read.value);
};
const today = '9999-12-31';

/** Tests by which a column without a header is recognised, most specific content first. */
const CONTENT_TESTS: readonly (readonly [target: RosterTarget, test: (cell: Cell) => boolean])[] = [
  ['email', (cell) => /^\S+@\S+\.\S+$/.test(cellText(cell).trim())],
  ['document', (cell) => splitTypedNumber(cell).type !== null],
  ['identification_type', (cell) => readDocumentTypeCell(cell).type === 'read'],
  ['gender', (cell) => /^(?:f|m|h|femenino|masculino|mujer|hombre)$/i.test(cellText(cell).trim())],
  ['birth_date', (cell) => /\D/.test(cellText(cell)) && readDayCell(cell, false, today).type === 'read'],
  ['phone', (cell) => /^3\d{9}$/.test(cellText(cell).replaceAll(' ', ''))],
  ['identification_number', isPlainNumber],
  ['full_name', isFullName],
];

function guessByContents(rows: readonly TableRow[], columnCount: number): Map<number, RosterTarget> {
  const mapping = new Map<number, RosterTarget>();
  const sample = rows.slice(0, SAMPLE_ROWS);
  for (const [target, test] of CONTENT_TESTS) {
    for (let index = 0; index < columnCount; index += 1) {
      const cells = sample.map(({ cells: row }) => row[index] ?? null).filter((cell) => !isEmptyCell(cell));
      const isFitting = cells.length > 0 && cells.filter(test).length >= cells.length * SAMPLE_SHARE;
      if (!isFitting || mapping.has(index)) continue;
      mapping.set(index, target);
      break;
    }
  }
  return mapping;
}

export interface ColumnGuess {
  /** Index in the table's rows of the header; null if the table has none. */
  readonly headerIndex: number | null;
  readonly mapping: ColumnMapping;
}

/** Returns the mapping for a header that the user chose. */
export const guessForHeader = (
  table: RosterTable,
  headerIndex: number | null,
  fields: readonly RosterAdditionalField[],
): ColumnMapping =>
  headerIndex === null
    ? guessByContents(table.rows, table.columnCount)
    : guessByHeaders(table.rows[headerIndex]?.cells ?? [], fields);

/**
 * Guesses the header and the content of each column. Titles above the header are skipped: the header is the row with the most
 * known names, if these suffice for an import; otherwise the values decide.
 */
export function guessColumns(table: RosterTable, fields: readonly RosterAdditionalField[]): ColumnGuess {
  const guesses = table.rows
    .slice(0, HEADER_SEARCH_ROWS)
    .map((_, headerIndex) => ({ headerIndex, mapping: guessForHeader(table, headerIndex, fields) }));
  const best = guesses.reduce<ColumnGuess | null>(
    (most, guess) => (guess.mapping.size > (most?.mapping.size ?? 1) ? guess : most),
    null,
  );
  if (best !== null) return best;
  const mapping = guessByContents(table.rows, table.columnCount);
  return findMissingTargets(mapping).length === 0
    ? { headerIndex: null, mapping }
    : { headerIndex: table.rows.length > 1 ? 0 : null, mapping: guesses[0]?.mapping ?? mapping };
}
