import type { RosterColumns } from '#contract/records/roster-columns.ts';
import { looksLikePerson } from './column-values.ts';
import { HEADER_NAMES_MIN } from './guess-columns.ts';
import { headerText, targetOfHeader } from './headers.ts';
import type { ChosenMeanings } from './read-row.ts';
import type { RosterTable } from './table.ts';
import {
  additionalTarget,
  findMissingTargets,
  TARGET_LABELS,
  type ColumnMapping,
  type RosterAdditionalField,
  type RosterTarget,
} from './targets.ts';

/** Meaning of the columns of a sheet. */
export interface SheetColumns {
  readonly mapping: ColumnMapping;
  readonly chosen: ChosenMeanings;
}

/**
 * Returns the normalised titles of all columns as one text, by which their meaning is remembered. Returns null without a row of
 * known titles, because the row may be one of a person.
 */
export function titlesOf(
  { rows }: RosterTable,
  headerIndex: number | null,
  fields: readonly RosterAdditionalField[],
): string | null {
  const header = headerIndex === null ? undefined : rows[headerIndex];
  if (!header || looksLikePerson(header)) return null;
  const known = header.cells.filter((cell) => targetOfHeader(cell, fields) !== null);
  return known.length < HEADER_NAMES_MIN
    ? null
    : JSON.stringify(header.cells.map((cell) => headerText(cell)));
}

/** Returns the columns in the form in which the server remembers them. */
export const toRosterColumns = ({
  mapping,
  chosen: { chosenNameOrder, chosenGenderLetters },
}: SheetColumns): RosterColumns => ({
  columns: [...mapping]
    .toSorted(([one], [other]) => one - other)
    .map(([column, target]) => ({ column, target })),
  ...(chosenNameOrder && { name_order: chosenNameOrder }),
  ...(chosenGenderLetters && { gender_letters: chosenGenderLetters }),
});

export const haveSameMeaning = (one: SheetColumns, other: SheetColumns): boolean =>
  JSON.stringify(toRosterColumns(one)) === JSON.stringify(toRosterColumns(other));

/**
 * Returns remembered columns without contents that this version or the clinic lacks. Returns null if the others do not suffice
 * for an import.
 */
export function readRosterColumns(
  { columns, name_order: order, gender_letters: letters }: RosterColumns,
  columnCount: number,
  fields: readonly RosterAdditionalField[],
): SheetColumns | null {
  const known = new Set<string>([
    ...Object.keys(TARGET_LABELS),
    ...fields.map(({ id }) => additionalTarget(id)),
  ]);
  const isKnown = (target: string): target is RosterTarget => known.has(target);
  const mapping = new Map<number, RosterTarget>();
  for (const { column, target } of columns) {
    if (column >= columnCount || !isKnown(target) || mapping.has(column)) continue;
    mapping.set(column, target);
    // Each content belongs to one column.
    known.delete(target);
  }
  if (findMissingTargets(mapping).length > 0) return null;
  return {
    mapping,
    chosen: { ...(order && { chosenNameOrder: order }), ...(letters && { chosenGenderLetters: letters }) },
  };
}
