import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  readRosterColumns,
  titlesOf,
  toRosterColumns,
  type SheetColumns,
} from '#domain/roster/remembered-columns.ts';
import { fetchRememberedColumns, type TitledColumns } from '#sync/expected/remembered-columns.ts';
import type { Account } from '#sync/session/session.ts';
import { expectedKey, type RosterCatalogs } from '../../base/queries.ts';
import type { Workbook } from '../../import/xlsx.ts';

/** Company whose lists show the usual meaning of the columns. */
export interface ColumnsOwner {
  readonly account: Account;
  /** '' if the user has not chosen a company. */
  readonly companyId: string;
  readonly isOnline: boolean;
}

interface TitledSheet {
  readonly book: Workbook;
  /** Index in the table's rows of the row of titles; null without one. */
  readonly headerIndex: number | null;
}

const sheetTitlesOf = ({ book, headerIndex }: TitledSheet, { additionalFields }: RosterCatalogs) =>
  titlesOf(book.table, headerIndex, additionalFields);

/** Returns the columns of the sheet for the server to remember; null if their titles are not recognised. */
export function titledColumnsOf(
  sheet: TitledSheet & SheetColumns,
  catalogs: RosterCatalogs,
): TitledColumns | null {
  const titles = sheetTitlesOf(sheet, catalogs);
  return titles === null ? null : { titles, columns: toRosterColumns(sheet) };
}

/**
 * Reads the columns of the company's last list with the same titles; null without one. A failure is not shown, because the guess
 * suffices and the user sees all columns. The result does not change while the user works on the list.
 */
export function useRememberedColumns(
  sheet: TitledSheet | null,
  { account, companyId, isOnline }: ColumnsOwner,
  catalogs: RosterCatalogs,
): SheetColumns | null {
  const titles = sheet && sheetTitlesOf(sheet, catalogs);
  const { data } = useQuery({
    queryKey: [...expectedKey(account), 'columns', companyId, titles],
    queryFn: () => fetchRememberedColumns(companyId, titles ?? ''),
    enabled: isOnline && companyId !== '' && titles !== null,
    staleTime: 'static',
    gcTime: 0,
  });
  const columnCount = sheet?.book.table.columnCount ?? 0;
  const { additionalFields } = catalogs;
  return useMemo(
    () => (data ? readRosterColumns(data, columnCount, additionalFields) : null),
    [data, columnCount, additionalFields],
  );
}
