import { useEffect, useMemo, useRef, useState } from 'react';
import { guessColumns, guessForHeader } from '#domain/roster/guess-columns.ts';
import type { ChosenMeanings } from '#domain/roster/read-row.ts';
import { haveSameMeaning, type SheetColumns } from '#domain/roster/remembered-columns.ts';
import type { ColumnMapping, RosterTarget } from '#domain/roster/targets.ts';
import { FILE_PROBLEM_TEXTS, RosterFileError } from '../../import/file-problem.ts';
import type { RosterSource } from '../../import/read-source.ts';
import { runImport } from '../../import/run-import.ts';
import type { Workbook } from '../../import/xlsx.ts';
import type { RosterCatalogs } from '../../base/queries.ts';
import { useRememberedColumns, type ColumnsOwner } from './use-remembered-columns.ts';

/** File or text that the user brings. */
interface BroughtSource {
  /** The same for all sheets of a file that is brought once. */
  readonly id: string;
  readonly source: RosterSource;
  /** Name of the file, or a description of pasted text. */
  readonly label: string;
}

/** Sheet that the user brought, with the meaning of its columns. */
export interface BroughtSheet extends BroughtSource, SheetColumns {
  readonly book: Workbook;
  /** Index in the table's rows; null if the sheet has no header. */
  readonly headerIndex: number | null;
  /**
   * Origin of the meaning: the company's last list with these titles, or else the guess; the guess by the user's choice; or the
   * user, column by column.
   */
  readonly origin: 'last_list' | 'guess' | 'user';
}

export interface ImportFailure {
  readonly text: string;
  /** True if the page must be reloaded before it can read a list. */
  readonly isSolvedByReload: boolean;
}

/** Reading of a sheet. Until it has ended well, the previous sheet stays. */
export type SheetWork =
  | { readonly name: 'none' }
  | { readonly name: 'reading'; readonly label: string; readonly share: number }
  | (ImportFailure & {
      readonly name: 'failed';
      readonly label: string;
      readonly sourceType: RosterSource['type'];
    });

const UNEXPECTED_TEXT = 'No se pudo leer la lista. Inténtalo de nuevo o pega las celdas desde Excel.';

/** Returns what the user reads about a failed import. */
export const importFailureOf = (error: unknown): ImportFailure =>
  error instanceof RosterFileError
    ? { text: FILE_PROBLEM_TEXTS[error.code], isSolvedByReload: error.code === 'reader_not_loaded' }
    : { text: UNEXPECTED_TEXT, isSolvedByReload: false };

const setTarget = (mapping: ColumnMapping, column: number, target: RosterTarget | null): ColumnMapping => {
  const others = [...mapping].filter(([index, content]) => index !== column && content !== target);
  return new Map(target === null ? others : [...others, [column, target]]);
};

export type SheetChoices = Pick<
  ReturnType<typeof useSheet>,
  'chooseSheet' | 'chooseHeader' | 'chooseTarget' | 'chooseMeanings' | 'chooseOrigin' | 'shownOrigin'
>;

const withRemembered = (sheet: BroughtSheet, remembered: SheetColumns | null): BroughtSheet =>
  sheet.origin === 'last_list' && remembered ? { ...sheet, ...remembered } : sheet;

/**
 * Sheet with the meaning of its columns, as guessed until the company is known, and the function that changes it.
 * `shownOrigin`: origin of the columns if the company's last list and the guess differ; null otherwise.
 */
function useColumns(catalogs: RosterCatalogs, owner: ColumnsOwner) {
  const [guessed, setSheet] = useState<BroughtSheet | null>(null);
  const remembered = useRememberedColumns(guessed, owner, catalogs);
  // The same sheet must stay the same object, because its rows are read again after a change.
  const sheet = useMemo(() => guessed && withRemembered(guessed, remembered), [guessed, remembered]);
  const isOther = guessed !== null && remembered !== null && !haveSameMeaning(guessed, remembered);
  return {
    sheet,
    setSheet,
    shownOrigin: isOther && guessed.origin !== 'user' ? guessed.origin : null,
    chooseOrigin: (origin: 'last_list' | 'guess') => setSheet((now) => now && { ...now, origin }),
    /** Changes what the user sees, which then stays whatever the company is. */
    change: (patch: (sheet: BroughtSheet) => Partial<BroughtSheet>) =>
      setSheet((now) => {
        const seen = now && withRemembered(now, remembered);
        return seen && { ...seen, origin: 'user', ...patch(seen) };
      }),
  };
}

/** Reads the sheet that the user brings, and guesses its columns. A newer sheet replaces the previous one once it is read. */
export function useSheet(catalogs: RosterCatalogs, owner: ColumnsOwner) {
  const { additionalFields } = catalogs;
  const { setSheet, change, ...columns } = useColumns(catalogs, owner);
  const { sheet } = columns;
  const [work, setWork] = useState<SheetWork>({ name: 'none' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const read = async ({ id, source, label }: BroughtSource) => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const onProgress = (share: number) => setWork({ name: 'reading', label, share });
    onProgress(0);
    try {
      const book = await runImport({ type: 'source', source }, { onProgress, signal });
      if (signal.aborted) return;
      const guess = guessColumns(book.table, additionalFields);
      setSheet({ id, source, label, book, chosen: {}, origin: 'last_list', ...guess });
      setWork({ name: 'none' });
    } catch (error) {
      if (!signal.aborted)
        setWork({ name: 'failed', label, sourceType: source.type, ...importFailureOf(error) });
    }
  };
  return {
    ...columns,
    work,
    bring: (source: RosterSource, label: string) => void read({ id: crypto.randomUUID(), source, label }),
    chooseSheet: (index: number) => {
      if (sheet?.source.type === 'file') void read({ ...sheet, source: { ...sheet.source, sheet: index } });
    },
    clear: () => {
      running.current?.abort();
      setSheet(null);
      setWork({ name: 'none' });
    },
    chooseHeader: (headerIndex: number | null) =>
      change(({ book }) => ({
        headerIndex,
        mapping: guessForHeader(book.table, headerIndex, additionalFields),
        chosen: {},
        origin: 'last_list',
      })),
    chooseMeanings: (chosen: ChosenMeanings) => change(() => ({ chosen })),
    chooseTarget: (column: number, target: RosterTarget | null) =>
      change(({ mapping }) => ({ mapping: setTarget(mapping, column, target) })),
  };
}
