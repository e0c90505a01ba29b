import { useState, type ReactNode } from 'react';
import { Pager } from '#ui/lists/pager.tsx';

/** Rows of a page; also the first messages that are shown. */
export const PAGE_SIZE = 20;

/** Returns the rows of the chosen page, and the control that turns the pages; null for a single page. */
export function usePages<Row>(rows: readonly Row[]): { shown: readonly Row[]; pager: ReactNode } {
  const [chosenPage, setPage] = useState(1);
  // Corrected rows leave the list, so that the chosen page may no longer exist.
  const page = Math.min(chosenPage, Math.max(1, Math.ceil(rows.length / PAGE_SIZE)));
  return {
    shown: rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    pager: rows.length > PAGE_SIZE && (
      <Pager page={page} pageSize={PAGE_SIZE} total={rows.length} onPage={setPage} />
    ),
  };
}
