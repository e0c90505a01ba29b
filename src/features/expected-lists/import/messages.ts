import type { ReadRow, RosterReading } from '#domain/roster/read-row.ts';
import type { RosterTable } from '#domain/roster/table.ts';
import type { RosterFileProblemCode } from './file-problem.ts';
import type { RosterSource } from './read-source.ts';
import type { Workbook } from './xlsx.ts';

/** Work for the import worker, which does one piece and ends. */
export type ImportRequest =
  | { readonly type: 'source'; readonly source: RosterSource }
  | { readonly type: 'rows'; readonly table: RosterTable; readonly reading: RosterReading };

export interface ImportResults {
  readonly source: Workbook;
  readonly rows: readonly ReadRow[];
}

export type ImportReply =
  /** `share`: done part of the work, from 0 to 1. */
  | { readonly type: 'progress'; readonly share: number }
  | { readonly type: 'done'; readonly result: ImportResults[ImportRequest['type']] }
  | { readonly type: 'rejected'; readonly code: RosterFileProblemCode }
  | { readonly type: 'crashed'; readonly text: string };
