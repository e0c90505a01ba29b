import type { ImportedColumns, RosterColumns } from '#contract/records/roster-columns.ts';
import { sha256Hex } from '#storage/vault/vault.ts';
import { sendRequest, toResponseError } from '../requests/api-request.ts';

/** Columns of a list with the normalised titles by which they are remembered. */
export interface TitledColumns {
  readonly titles: string;
  readonly columns: RosterColumns;
}

const digestOf = (titles: string): Promise<string> => sha256Hex(new TextEncoder().encode(titles));

/** Returns the columns as the server remembers them, without the titles. */
export const toImportedColumns = async ({ titles, columns }: TitledColumns): Promise<ImportedColumns> => ({
  ...columns,
  titles_sha256: await digestOf(titles),
});

/**
 * Returns the columns of the company's last list with these titles; null without one.
 * @throws Unreachable, Rejected
 */
export async function fetchRememberedColumns(
  companyId: string,
  titles: string,
): Promise<RosterColumns | null> {
  const query = { company_id: companyId, titles_sha256: await digestOf(titles) };
  const response = await sendRequest('getRememberedColumns', { query });
  if (response.type !== 'ok') throw toResponseError(response);
  return response.body.remembered;
}
