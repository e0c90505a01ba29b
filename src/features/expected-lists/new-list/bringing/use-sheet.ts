import { useEffect, useRef, useState } from 'react';
import { guessColumns, guessForHeader } from '#domain/roster/guess-columns.ts';
import type { ColumnMapping, RosterTarget } from '#domain/roster/targets.ts';
import { FILE_PROBLEM_TEXTS, RosterFileError } from '../../import/file-problem.ts';
import type { RosterSource } from '../../import/read-source.ts';
import { runImport } from '../../import/run-import.ts';
import type { Workbook } from '../../import/xlsx.ts';
import type { RosterCatalogs } from '../../base/queries.ts';

/** Sheet that the user brought, with the meaning of its columns. */
export interface BroughtSheet {
  /** New for each reading of a sheet. */
  readonly id: string;
  readonly source: RosterSource;
  /** Name of the file, or a description of pasted text. */
  readonly label: string;
  readonly book: Workbook;
  /** Index in the table's rows; null if the sheet has no header. */
  readonly headerIndex: number | null;
  readonly mapping: ColumnMapping;
}

export type SheetState =
  | { readonly name: 'none' }
  | { readonly name: 'reading'; readonly label: string; readonly share: number }
  | { readonly name: 'failed'; readonly label: string; readonly text: string }
  | { readonly name: 'ready'; readonly sheet: BroughtSheet };

const UNEXPECTED_TEXT = 'No se pudo leer la lista. Inténtalo de nuevo o pega las celdas desde Excel.';

/** Returns the text for a failed import. */
export const importFailureText = (error: unknown): string =>
  error instanceof RosterFileError ? FILE_PROBLEM_TEXTS[error.code] : UNEXPECTED_TEXT;

const setTarget = (mapping: ColumnMapping, column: number, target: RosterTarget | null): ColumnMapping => {
  const others = [...mapping].filter(([index, content]) => index !== column && content !== target);
  return new Map(target === null ? others : [...others, [column, target]]);
};

/** Reads the sheet that the user brings, and guesses its columns. A newer sheet replaces the previous one. */
export function useSheet({ additionalFields }: RosterCatalogs) {
  const [state, setState] = useState<SheetState>({ name: 'none' });
  const work = useRef<AbortController>(null);
  useEffect(() => () => work.current?.abort(), []);
  const read = async (source: RosterSource, label: string) => {
    work.current?.abort();
    const { signal } = (work.current = new AbortController());
    const onProgress = (share: number) => setState({ name: 'reading', label, share });
    onProgress(0);
    try {
      const book = await runImport({ type: 'source', source }, { onProgress, signal });
      if (signal.aborted) return;
      setState({
        name: 'ready',
        sheet: {
          id: crypto.randomUUID(),
          source,
          label,
          book,
          ...guessColumns(book.table, additionalFields),
        },
      });
    } catch (error) {
      if (!signal.aborted) setState({ name: 'failed', label, text: importFailureText(error) });
    }
  };
  const change = (patch: (sheet: BroughtSheet) => Partial<BroughtSheet>) =>
    setState((now) =>
      now.name === 'ready' ? { name: 'ready', sheet: { ...now.sheet, ...patch(now.sheet) } } : now,
    );
  return {
    state,
    bring: (source: RosterSource, label: string) => void read(source, label),
    clear: () => {
      work.current?.abort();
      setState({ name: 'none' });
    },
    chooseHeader: (headerIndex: number | null) =>
      change(({ book }) => ({
        headerIndex,
        mapping: guessForHeader(book.table, headerIndex, additionalFields),
      })),
    chooseTarget: (column: number, target: RosterTarget | null) =>
      change(({ mapping }) => ({ mapping: setTarget(mapping, column, target) })),
  };
}
