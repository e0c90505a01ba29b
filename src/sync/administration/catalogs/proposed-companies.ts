import type { Company, CompanyBody, ProposedCompanyList } from '#contract/catalogs/companies.ts';
import { isUnsupportedCallError } from '../../messages/failure-text.ts';
import { sendRequest, toResponseError } from '../../requests/api-request.ts';
import { createIfMatchHeader, saveResultOf, type SaveResult } from '../../requests/saving.ts';

const NO_PROPOSALS: ProposedCompanyList = { items: [], total_count: 0 };

/**
 * Returns the companies that reception proposed and no administrator has confirmed; none from a server without proposals.
 * @throws Unreachable, Rejected
 */
export async function fetchProposedCompanies(): Promise<ProposedCompanyList> {
  const response = await sendRequest('listProposedCompanies');
  if (response.type === 'ok') return response.body;
  const error = toResponseError(response);
  if (isUnsupportedCallError(error)) return NO_PROPOSALS;
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
