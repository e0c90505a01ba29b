import { fitsTarget, looksLikePerson } from './column-values.ts';
import { NO_DAY_DOUBTS } from './day-cell.ts';
import { readFullName } from './full-name.ts';
import { targetOfHeader } from './headers.ts';
import { peopleRowsOf, prepareReading, type RosterReading } from './read-row.ts';
import { cellText, columnName, type Cell, type RosterTable } from './table.ts';
import { findColumn, type RosterTarget } from './targets.ts';

/** Doubt about a whole sheet, which the user should see before the import. Columns are indexes. */
export type TableWarning =
  /** The ignored column `other` may have the content that `column` has. */
  | { readonly type: 'several_columns'; readonly column: number; readonly other: number }
  /** Rows above the header, by their numbers, look like people and are not read. */
  | { readonly type: 'people_above_header'; readonly rows: readonly number[] }
  /** The column does not show whether given names or surnames come first, so that each of its names is a wrong cell. */
  | { readonly type: 'unknown_name_order'; readonly column: number }
  /** The column does not show whether M is a man or a woman, so that each M is a wrong cell. */
  | { readonly type: 'unknown_gender_letter'; readonly column: number }
  /** A date has the month first, so that each ambiguous date of the column is a wrong cell. */
  | { readonly type: 'month_first'; readonly column: number }
  /** A date has no separators, so that each day number of the column is a wrong cell. */
  | { readonly type: 'days_without_separators'; readonly column: number };

function findOtherColumns(table: RosterTable, reading: RosterReading): TableWarning[] {
  const { headerIndex, mapping, additionalFields } = reading;
  const rows = peopleRowsOf(table, reading);
  const columnOf = (target: RosterTarget) =>
    findColumn(mapping, target) ?? (target === 'given_names' ? findColumn(mapping, 'full_name') : null);
  const header = headerIndex === null ? [] : (table.rows[headerIndex]?.cells ?? []);
  return header.flatMap((cell, other) => {
    const found = mapping.has(other) ? null : targetOfHeader(cell, additionalFields);
    const column = found && columnOf(found.target);
    return found && column !== null && fitsTarget(rows, other, found.target)
      ? [{ type: 'several_columns' as const, column, other }]
      : [];
  });
}

function findPeopleAboveHeader({ rows }: RosterTable, { headerIndex }: RosterReading): TableWarning[] {
  const people = rows.slice(0, headerIndex ?? 0).filter(looksLikePerson);
  return people.length > 0 ? [{ type: 'people_above_header', rows: people.map(({ number }) => number) }] : [];
}

/** Returns the columns whose cells are wrong because the column does not show their meaning. */
function findUndecidedColumns(table: RosterTable, reading: RosterReading): TableWarning[] {
  const { nameOrder, genderLetters, dayDoubts, mapping } = prepareReading(table, reading);
  const rows = peopleRowsOf(table, reading);
  const has = (column: number, test: (cell: Cell) => boolean) =>
    rows.some(({ cells }) => test(cells[column] ?? null));
  return [...mapping].flatMap(([column, target]): TableWarning[] => {
    const { hasMonthFirst, hasDigitsOnly } = dayDoubts.get(target) ?? NO_DAY_DOUBTS;
    const isOrderUnknown = target === 'full_name' && nameOrder === null;
    const isLetterUnknown = target === 'gender' && genderLetters === 'M_is_unknown';
    return [
      ...(isOrderUnknown && has(column, (cell) => readFullName(cell, null).type === 'problem')
        ? [{ type: 'unknown_name_order' as const, column }]
        : []),
      ...(isLetterUnknown && has(column, (cell) => /^m\.?$/i.test(cellText(cell).trim()))
        ? [{ type: 'unknown_gender_letter' as const, column }]
        : []),
      ...(hasMonthFirst ? [{ type: 'month_first' as const, column }] : []),
      ...(hasDigitsOnly ? [{ type: 'days_without_separators' as const, column }] : []),
    ];
  });
}

/** Returns the doubts about a sheet and the meaning of its columns. None of them keeps the user from importing. */
export const findTableWarnings = (table: RosterTable, reading: RosterReading): TableWarning[] => [
  ...findOtherColumns(table, reading),
  ...findPeopleAboveHeader(table, reading),
  ...findUndecidedColumns(table, reading),
];

/** Returns the text of a warning for the user. */
export function tableWarningText(
  warning: TableWarning,
  table: RosterTable,
  headerIndex: number | null,
): string {
  const header = headerIndex === null ? [] : (table.rows[headerIndex]?.cells ?? []);
  const nameOf = (column: number) => `«${cellText(header[column]).trim() || columnName(column)}»`;
  switch (warning.type) {
    case 'several_columns':
      return `${nameOf(warning.column)} y ${nameOf(warning.other)} parecen traer lo mismo. Se usa ${nameOf(warning.column)}: revisa que sea la correcta.`;
    case 'people_above_header':
      return `Encima de los títulos hay filas que parecen personas y no se leen (${warning.rows.slice(0, 5).join(', ')}). Revisa cuál es la fila con los títulos.`;
    case 'unknown_name_order':
      return `No se sabe si en ${nameOf(warning.column)} van primero los nombres o los apellidos. Elígelo en «Orden de los nombres».`;
    case 'unknown_gender_letter':
      return `No se sabe si en ${nameOf(warning.column)} la M es masculino o mujer. Elígelo en «La M en el género».`;
    case 'month_first':
      return `${nameOf(warning.column)} trae fechas con el mes antes del día. Dales en Excel el formato dd/mm/aaaa y trae la lista otra vez.`;
    case 'days_without_separators':
      return `${nameOf(warning.column)} trae fechas sin separadores. Escríbelas como 14/06/1988 y trae la lista otra vez.`;
  }
}
