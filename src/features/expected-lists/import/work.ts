import {
  peopleRowsOf,
  prepareReading,
  readRow,
  type ReadRow,
  type RosterReading,
} from '#domain/roster/read-row.ts';
import type { RosterTable } from '#domain/roster/table.ts';
import type { ImportRequest, ImportResults } from './messages.ts';
import { readSource } from './read-source.ts';

type ProgressListener = (share: number) => void;

/** Share of the work between two progress messages. */
const PROGRESS_STEP = 0.02;

function limitProgress(onProgress: ProgressListener): ProgressListener {
  let shown = 0;
  return (share) => {
    if (share - shown < PROGRESS_STEP) return;
    shown = share;
    onProgress(share);
  };
}

function readRows(table: RosterTable, reading: RosterReading, onProgress: ProgressListener): ReadRow[] {
  const prepared = prepareReading(table, reading);
  const rows = peopleRowsOf(table, reading);
  return rows.map((row, index) => {
    onProgress(index / rows.length);
    return readRow(row, prepared);
  });
}

/**
 * Does the work of the import worker.
 * @throws RosterFileError
 */
export async function doImportWork(
  request: ImportRequest,
  onProgress: ProgressListener,
): Promise<ImportResults[ImportRequest['type']]> {
  const onStep = limitProgress(onProgress);
  switch (request.type) {
    case 'source':
      return readSource(request.source, onStep);
    case 'rows':
      return readRows(request.table, request.reading, onStep);
  }
}
