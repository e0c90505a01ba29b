import { useState } from 'react';
import type { RowProblems } from '#domain/roster/read-row.ts';
import { cellText, type TableRow } from '#domain/roster/table.ts';
import { isDocumentNumber } from '#domain/roster/targets.ts';
import type { ListRows } from '../../bringing/use-rows.ts';
import type { BroughtSheet } from '../../bringing/use-sheet.ts';

/** Correction of one cell: its text before and after. */
export interface CellCorrection {
  /** Number of the row in the file. */
  readonly row: number;
  readonly column: number;
  readonly from: string;
  readonly to: string;
}

interface SheetCorrection extends CellCorrection {
  readonly sheetKey: string;
}

const sheetKeyOf = (sheet: BroughtSheet | null): string =>
  sheet === null ? '' : `${sheet.id} ${sheet.book.sheet}`;

const hasProblem = ({ problems }: RowProblems, column: number): boolean =>
  problems.some((problem) => problem.column === column);

/** Returns the rows whose cell has the text that the user corrected, with a problem. */
function findEqualRows(
  { book }: BroughtSheet,
  { edits }: ListRows,
  problems: readonly RowProblems[],
  { column, from }: CellCorrection,
): readonly number[] {
  const byNumber = new Map<number, TableRow>(book.table.rows.map((row) => [row.number, row]));
  return problems
    .filter((row) => hasProblem(row, column))
    .map(({ number }) => number)
    .filter(
      (number) => (edits.get(number)?.get(column) ?? cellText(byNumber.get(number)?.cells[column])) === from,
    );
}

/**
 * Corrects a cell, and offers the same correction for the other cells of the column with the same text. A correction that leaves
 * a problem in its cell is not offered, and no document number, because two rows do not share one.
 */
export function useEqualCells(sheet: BroughtSheet | null, rows: ListRows, problems: readonly RowProblems[]) {
  const [stored, setStored] = useState<SheetCorrection | null>(null);
  const last = stored?.sheetKey === sheetKeyOf(sheet) ? stored : null;
  const isOffered =
    last !== null &&
    !isDocumentNumber(sheet?.mapping.get(last.column)) &&
    !problems.some((row) => row.number === last.row && hasProblem(row, last.column));
  const numbers = sheet && isOffered ? findEqualRows(sheet, rows, problems, last) : [];
  const edit = ({ column, to }: CellCorrection, at: readonly number[]) =>
    rows.edit(at, new Map([[column, to]]));
  return {
    last,
    numbers,
    correct: (correction: CellCorrection) => {
      edit(correction, [correction.row]);
      setStored({ ...correction, sheetKey: sheetKeyOf(sheet) });
    },
    correctEqual: () => {
      if (last) edit(last, numbers);
    },
  };
}
