import type { ProposedCompany } from '#contract/records/evaluation/capture.ts';
import { runStorageOperation } from '../base/problem.ts';
import { db } from '../database/database.ts';
import { storeCatalogRow } from './catalogs.ts';

const companyKey = (id: string): [string, string] => ['companies', id];

/** Text that marks a proposed company in lists. */
export const PROPOSED_COMPANY_MARK = 'Propuesta';

/** Returns true if the server accepts proposed companies: its rows then state whether each one is proposed. */
export const areCompanyProposalsOffered = async (): Promise<boolean> =>
  (await db.catalogs
    .where('resource')
    .equals('companies')
    .filter(({ isProposed, keptAt }) => isProposed !== undefined && keptAt === undefined)
    .first()) !== undefined;

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
 * Removes proposals from the search, because the server uses other companies instead of them. A draft that has chosen one can
 * still be sent.
 */
export const deactivateProposedCompanies = (ids: readonly string[]): Promise<void> =>
  runStorageOperation(() =>
    db.transaction('rw', db.catalogs, db.mirrors, async () => {
      const rows = await db.catalogs.bulkGet(ids.map(companyKey));
      const proposed = rows.flatMap((row) => (row?.proposal ? [{ ...row, active: false }] : []));
      await db.catalogs.bulkPut(proposed);
      const cachedCatalog = await db.mirrors.get('companies');
      if (cachedCatalog)
        await db.mirrors.put({ ...cachedCatalog, rowsKept: (cachedCatalog.rowsKept ?? 0) + 1 });
    }),
  );
