import type { Company, CompanyBody } from '#contract/catalogs/companies.ts';
import { isUnsupportedCallError } from '../messages/failure-text.ts';
import { sendRequest, toResponseError } from '../requests/api-request.ts';
import { createIfMatchHeader, saveResultOf, type SaveResult } from '../requests/saving.ts';

/**
 * Returns the companies that reception proposed and no administrator has confirmed, the oldest first; none from a server without
 * proposals.
 * @throws Unreachable, Rejected
 */
export async function fetchProposedCompanies(): Promise<readonly Company[]> {
  const response = await sendRequest('listProposedCompanies');
  if (response.type === 'ok') return response.body.items;
  const error = toResponseError(response);
  if (isUnsupportedCallError(error)) return [];
  throw error;
}

/** Replaces every field of the proposed company and confirms it. */
export const confirmCompany = async (row: Company, body: CompanyBody): Promise<SaveResult<Company>> =>
  saveResultOf(
    await sendRequest('confirmCompany', { params: { id: row.id }, headers: createIfMatchHeader(row), body }),
  );

/** Merges the proposed company into another one, which is the body of the result. */
export const mergeCompany = async (id: string, into: string): Promise<SaveResult<Company>> =>
  saveResultOf(await sendRequest('mergeCompany', { params: { id }, body: { into } }));
