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
import { findTableWarnings, tableWarningText } from '#domain/roster/warnings.ts';
import { RosterFileError } from '../../import/file-problem.ts';
import { runImport } from '../../import/run-import.ts';
import type { RosterCatalogs } from '../../base/queries.ts';
import { importFailureOf, type BroughtSheet, type ImportFailure } from './use-sheet.ts';

export type RowsState =
  /** The user has brought no sheet. */
  | { readonly name: 'none' }
  /** Columns without which no person can be read are not mapped yet. */
  | { readonly name: 'unmapped'; readonly missing: readonly ('number' | 'name')[] }
  | { readonly name: 'reading'; readonly share: number }
  | (ImportFailure & { readonly name: 'failed' })
  | { readonly name: 'ready'; readonly rows: readonly ReadRow[] };

/** Corrected cells by row number, each with its texts by column. */
type Edits = ReadonlyMap<number, ReadonlyMap<number, string>>;

/** Changes of the user to one sheet. */
interface Corrections {
  readonly edits: Edits;
  /** Numbers of the rows that the user does not import. */
  readonly excluded: ReadonlySet<number>;
}

/** Corrections of the brought file. They stay when the user opens another of its sheets. */
interface SourceCorrections {
  readonly sourceId: string;
  /** Map from a sheet's index to its corrections. */
  readonly bySheet: ReadonlyMap<number, Corrections>;
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

const NO_CORRECTIONS: Corrections = { edits: new Map(), excluded: new Set() };
const NO_SHEETS: SourceCorrections['bySheet'] = new Map();

/** Returns why the sheet cannot be read yet; null if it can. */
function findObstacle({ book, mapping }: BroughtSheet, reading: RosterReading): RowsState | null {
  const missing = findMissingTargets(mapping);
  if (missing.length > 0) return { name: 'unmapped', missing };
  return peopleRowsOf(book.table, reading).length > EXPECTED_PEOPLE_MAX
    ? { name: 'failed', ...importFailureOf(new RosterFileError('too_many_rows')) }
    : null;
}

const createReading = (
  { mapping, headerIndex, chosen }: BroughtSheet,
  { defaults, catalogs, today }: Omit<RowsOptions, 'sheet'>,
): RosterReading => ({ ...catalogs, ...chosen, mapping, headerIndex, defaults, today });

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
      sheet?.chosen,
      options.defaults,
      options.catalogs,
      options.today,
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
    // The same rows would get a new identity when the app refetches after a reconnection, which outdates their comparison.
    staleTime: 'static',
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

/** Corrections of the present sheet, and the number of corrected rows of the whole file. */
function useCorrections(sheet: BroughtSheet | null) {
  const [stored, setStored] = useState<SourceCorrections>({ sourceId: '', bySheet: NO_SHEETS });
  const bySheet = stored.sourceId === sheet?.id ? stored.bySheet : NO_SHEETS;
  const corrections = bySheet.get(sheet?.book.sheet ?? 0) ?? NO_CORRECTIONS;
  const change = (patch: Partial<Corrections>) => {
    if (!sheet) return;
    const next = new Map(bySheet).set(sheet.book.sheet, { ...corrections, ...patch });
    setStored({ sourceId: sheet.id, bySheet: next });
  };
  const rowsOf = ({ edits, excluded }: Corrections) => new Set([...edits.keys(), ...excluded]).size;
  return {
    ...corrections,
    correctedRows: [...bySheet.values()].reduce((sum, one) => sum + rowsOf(one), 0),
    /** Corrects the same cells of these rows. `texts`: new texts by column. */
    edit: (numbers: readonly number[], texts: ReadonlyMap<number, string>) => {
      const edits = new Map(corrections.edits);
      for (const row of numbers) edits.set(row, new Map([...(edits.get(row) ?? []), ...texts]));
      change({ edits });
    },
    setExcluded: (row: number, isExcluded: boolean) => {
      const others = [...corrections.excluded].filter((number) => number !== row);
      change({ excluded: new Set(isExcluded ? [...others, row] : others) });
    },
  };
}

/**
 * Reads the people of the sheet, again after each change of the columns or the defaults. Rows with corrected cells are read
 * on the page, and replace those that the worker read. Rows that the user does not import are left out.
 */
export function useRows(options: RowsOptions) {
  const { sheet, defaults, catalogs, today } = options;
  const corrections = useCorrections(sheet);
  const { edits, excluded } = corrections;
  const obstacle = sheet && findObstacle(sheet, createReading(sheet, options));
  const { data, error, share } = useWorkerRows(sheet, options, sheet !== null && obstacle === null);
  const allRows = useMemo(() => {
    if (!sheet || !data || edits.size === 0) return data ?? null;
    const corrected = readCorrectedRows(sheet, edits, createReading(sheet, { defaults, catalogs, today }));
    return data.map((row) => corrected.get(row.number) ?? row);
  }, [sheet, data, edits, defaults, catalogs, today]);
  const rows = useMemo(() => allRows?.filter(({ number }) => !excluded.has(number)), [allRows, excluded]);
  const warnings = useMemo(() => {
    if (!sheet) return [];
    const { table } = sheet.book;
    return findTableWarnings(table, createReading(sheet, { defaults, catalogs, today })).map((warning) =>
      tableWarningText(warning, table, sheet.headerIndex),
    );
  }, [sheet, defaults, catalogs, today]);
  const findState = (): RowsState => {
    if (!sheet) return { name: 'none' };
    if (obstacle) return obstacle;
    if (error) return { name: 'failed', ...importFailureOf(error) };
    return rows ? { name: 'ready', rows } : { name: 'reading', share };
  };
  return { state: findState(), allRows, warnings, ...corrections };
}

export type ListRows = ReturnType<typeof useRows>;
