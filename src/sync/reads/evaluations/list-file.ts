import { DOCUMENT_TIMEOUT_MS } from '#contract/documents.ts';
import { type SpreadsheetFormat, spreadsheetMediaType } from '#contract/spreadsheets.ts';
import { spreadsheetFileName } from '#domain/file-names.ts';
import { requestBytes, toResponseError } from '../../requests/api-request.ts';
import { type EvaluationListFilters, toEvaluationFilterParams } from './evaluations.ts';

/**
 * Fetches the list of evaluations as a spreadsheet. The device keeps no copy.
 * @throws Unreachable, Rejected
 */
export async function fetchEvaluationsFile(
  filters: EvaluationListFilters,
  format: SpreadsheetFormat,
): Promise<{ bytes: ArrayBuffer; fileName: string; keptSince: null }> {
  const response = await requestBytes('evaluationsFile', [spreadsheetMediaType(format)], {
    query: { ...toEvaluationFilterParams(filters), format },
    timeoutMs: DOCUMENT_TIMEOUT_MS,
  });
  if (response.type !== 'ok') throw toResponseError(response);
  const fileName = spreadsheetFileName('evaluaciones', Date.now(), format);
  return { bytes: response.body.bytes, fileName, keptSince: null };
}
