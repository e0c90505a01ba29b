import { fitsTarget, looksLikePerson } from './column-values.ts';
import { targetOfHeader } from './headers.ts';
import { peopleRowsOf, type RosterReading } from './read-row.ts';
import { cellText, columnName, type RosterTable } from './table.ts';
import { findColumn, type RosterTarget } from './targets.ts';

/** Doubt about a whole sheet, which the user should see before the import. Columns are indexes. */
export type TableWarning =
  /** The ignored column `other` may have the content that `column` has. */
  | { readonly type: 'several_columns'; readonly column: number; readonly other: number }
  /** Rows above the header, by their numbers, look like people and are not read. */
  | { readonly type: 'people_above_header'; readonly rows: readonly number[] };

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

/** Returns the doubts about a sheet and the meaning of its columns. None of them keeps the user from importing. */
export const findTableWarnings = (table: RosterTable, reading: RosterReading): TableWarning[] => [
  ...findOtherColumns(table, reading),
  ...findPeopleAboveHeader(table, reading),
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
  }
}
