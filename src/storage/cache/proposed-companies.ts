import type { ProposedCompany, ReplacedCompanies } from '#contract/records/evaluation/capture.ts';
import { PROPOSED_COMPANY_MARK } from '#domain/company/proposal.ts';
import { isSameNit, possibleNitNumbers } from '#domain/company/nit.ts';
import { runStorageOperation } from '../base/problem.ts';
import { db } from '../database/database.ts';
import type { StoredCatalogRow } from '../database/records.ts';
import {
  findCatalogRows,
  loadCatalogRows,
  searchInactiveCatalogRows,
  storeCatalogRow,
  type CatalogRowView,
} from './catalogs.ts';

const MAX_REPLACED_MATCHES = 3;

const companyKey = (id: string): [string, string] => ['companies', id];

/** Returns true if a stored row states whether it is proposed. Rows stored between two refreshes do not count. */
const hasMarkedCompany = async (): Promise<boolean> =>
  (await db.catalogs
    .where('resource')
    .equals('companies')
    .filter(({ isProposed, keptAt }) => isProposed !== undefined && keptAt === undefined)
    .first()) !== undefined;

/**
 * Returns true if the server of the last complete refresh accepts proposed companies. If an earlier version of the app stored
 * that refresh, the rows are read instead.
 */
export const areCompanyProposalsOffered = async (): Promise<boolean> =>
  (await db.mirrors.get('companies'))?.offersProposals ?? hasMarkedCompany();

/**
 * Stores the proposals that the device's catalogue lacks, so that this registration and the next ones can name them, also
 * without a network.
 */
export async function storeProposedCompanies(
  proposals: readonly ProposedCompany[],
  now: number,
): Promise<void> {
  const known = await runStorageOperation(() =>
    db.catalogs.bulkGet(proposals.map(({ id }) => companyKey(id))),
  );
  for (const { id, name, nit } of proposals.filter((_one, nth) => known[nth] === undefined))
    await storeCatalogRow(
      'companies',
      {
        id,
        name,
        code: nit ?? '',
        detail: PROPOSED_COMPANY_MARK,
        active: true,
        isProposed: true,
        proposal: { nit },
      },
      now,
    );
}

/**
 * Removes proposals from the search, because the server uses other companies instead of them, and stores these companies. A
 * draft that has chosen a proposal can still be sent.
 */
export async function replaceProposedCompanies(replaced: ReplacedCompanies, now: number): Promise<void> {
  for (const { proposed_id, company_id, name } of replaced) {
    const [row, company] = await runStorageOperation(() =>
      db.catalogs.bulkGet([companyKey(proposed_id), companyKey(company_id)]),
    );
    if (!company)
      await storeCatalogRow('companies', { id: company_id, name, code: '', detail: null, active: true }, now);
    if (!row?.proposal) continue;
    const proposal = { ...row.proposal, replacedBy: company_id };
    await storeCatalogRow('companies', { ...toRecord(row), active: false, proposal }, now);
  }
}

const toRecord = ({ resource: _resource, folded: _folded, keptAt: _keptAt, ...record }: StoredCatalogRow) =>
  record;

/** Returns the active companies that the server used instead of proposals that match the text. */
export async function findReplacingCompanies(query: string): Promise<CatalogRowView[]> {
  const matches = await searchInactiveCatalogRows('companies', query, MAX_REPLACED_MATCHES);
  const ids = new Set(matches.flatMap(({ proposal }) => proposal?.replacedBy ?? []));
  const rows = await findCatalogRows([...ids].map((id) => ['companies', id]));
  return rows.filter((row) => row !== null).filter(({ active }) => active);
}

/** Returns the active company of the device with this NIT; null for a text that is no NIT. */
export async function findActiveCompanyWithNit(nit: string): Promise<{ id: string; name: string } | null> {
  if (possibleNitNumbers(nit).length === 0) return null;
  const rows = await loadCatalogRows('companies');
  return rows.find(({ active, code }) => active && code !== null && isSameNit(code, nit)) ?? null;
}
