import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { EXPECTED_PEOPLE_MAX } from '#contract/records/evaluation/expected-lists.ts';
import {
  peopleRowsOf,
  prepareReading,
  readRow,
  type ReadRow,
  type RosterDefaults,
  type RosterReading,
} from '#domain/roster/read-row.ts';
import type { TableRow } from '#domain/roster/table.ts';
import { findMissingTargets } from '#domain/roster/targets.ts';
import { FILE_PROBLEM_TEXTS } from '../../import/file-problem.ts';
import { runImport } from '../../import/run-import.ts';
import type { RosterCatalogs } from '../../base/queries.ts';
import { importFailureText, type BroughtSheet } from './use-sheet.ts';

export type RowsState =
  /** The user has brought no sheet. */
  | { readonly name: 'none' }
  /** Columns without which no person can be read are not mapped yet. */
  | { readonly name: 'unmapped'; readonly missing: readonly ('number' | 'name')[] }
  | { readonly name: 'reading'; readonly share: number }
  | { readonly name: 'failed'; readonly text: string }
  | { readonly name: 'ready'; readonly rows: readonly ReadRow[] };

/** Corrected cells by row number, each with its texts by column. */
type Edits = ReadonlyMap<number, ReadonlyMap<number, string>>;

/** Corrections of the brought file. They stay while the user looks at another of its sheets. */
interface Corrections {
  readonly sourceId: string;
  /** Map from a sheet's index to its corrections. */
  readonly bySheet: ReadonlyMap<number, Edits>;
}

const applyEdit = (row: TableRow, edit: ReadonlyMap<number, string> | undefined): TableRow => {
  if (!edit) return row;
  const cells = [...row.cells];
  for (const [column, text] of edit) {
    while (cells.length < column) cells.push(null);
    cells[column] = text;
  }
  return { ...row, cells };
};

interface RowsOptions {
  readonly sheet: BroughtSheet | null;
  readonly defaults: RosterDefaults;
  readonly catalogs: RosterCatalogs;
  /** YYYY-MM-DD */
  readonly today: string;
}

const NO_EDITS: Edits = new Map();
const NO_SHEETS: Corrections['bySheet'] = new Map();

/** Returns why the sheet cannot be read yet; null if it can. */
function findObstacle({ book, mapping }: BroughtSheet, reading: RosterReading): RowsState | null {
  const missing = findMissingTargets(mapping);
  if (missing.length > 0) return { name: 'unmapped', missing };
  return peopleRowsOf(book.table, reading).length > EXPECTED_PEOPLE_MAX
    ? { name: 'failed', text: FILE_PROBLEM_TEXTS.too_many_rows }
    : null;
}

const createReading = (
  { mapping, headerIndex }: BroughtSheet,
  { defaults, catalogs, today }: Omit<RowsOptions, 'sheet'>,
): RosterReading => ({ ...catalogs, mapping, headerIndex, defaults, today });

/**
 * Reads the rows in the worker. The result leaves the memory with the page, and no failure is repeated, because the same file
 * fails again.
 */
function useWorkerRows(sheet: BroughtSheet | null, options: RowsOptions, isReadable: boolean) {
  const [share, setShare] = useState(0);
  const query = useQuery({
    queryKey: [
      'roster-rows',
      sheet?.id,
      sheet?.book.sheet,
      sheet?.headerIndex,
      [...(sheet?.mapping ?? [])],
      options.defaults,
    ],
    queryFn: async ({ signal }) => {
      if (sheet === null) return [];
      setShare(0);
      const request = {
        type: 'rows',
        table: sheet.book.table,
        reading: createReading(sheet, options),
      } as const;
      return runImport(request, { onProgress: setShare, signal });
    },
    enabled: isReadable,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    structuralSharing: false,
  });
  return { ...query, share };
}

/** Returns the corrected rows by their numbers. */
function readCorrectedRows(
  sheet: BroughtSheet,
  edits: Edits,
  reading: RosterReading,
): ReadonlyMap<number, ReadRow> {
  const prepared = prepareReading(sheet.book.table, reading);
  const corrected = new Map<number, ReadRow>();
  for (const row of sheet.book.table.rows) {
    const edit = edits.get(row.number);
    if (edit) corrected.set(row.number, readRow(applyEdit(row, edit), prepared));
  }
  return corrected;
}

/**
 * Reads the people of the sheet, again after each change of the columns or the defaults. Rows with corrected cells are read
 * on the page, and replace those that the worker read.
 */
export function useRows(options: RowsOptions) {
  const { sheet, defaults, catalogs, today } = options;
  const [corrections, setCorrections] = useState<Corrections>({ sourceId: '', bySheet: NO_SHEETS });
  const bySheet = corrections.sourceId === sheet?.id ? corrections.bySheet : NO_SHEETS;
  const edits = bySheet.get(sheet?.book.sheet ?? 0) ?? NO_EDITS;
  const obstacle = sheet && findObstacle(sheet, createReading(sheet, options));
  const { data, error, share } = useWorkerRows(sheet, options, sheet !== null && obstacle === null);
  const rows = useMemo(() => {
    if (!sheet || !data || edits.size === 0) return data ?? null;
    const corrected = readCorrectedRows(sheet, edits, createReading(sheet, { defaults, catalogs, today }));
    return data.map((row) => corrected.get(row.number) ?? row);
  }, [sheet, data, edits, defaults, catalogs, today]);
  const findState = (): RowsState => {
    if (!sheet) return { name: 'none' };
    if (obstacle) return obstacle;
    if (error) return { name: 'failed', text: importFailureText(error) };
    return rows ? { name: 'ready', rows } : { name: 'reading', share };
  };
  const edit = (number: number, column: number, text: string) => {
    if (!sheet) return;
    const next = new Map(edits).set(number, new Map(edits.get(number)).set(column, text));
    setCorrections({ sourceId: sheet.id, bySheet: new Map(bySheet).set(sheet.book.sheet, next) });
  };
  const correctedRows = [...bySheet.values()].reduce((sum, { size }) => sum + size, 0);
  return { state: findState(), edits, edit, correctedRows };
}
