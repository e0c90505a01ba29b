import type { BranchBody } from '#contract/catalogs/branches.ts';
import type { CompanyBody } from '#contract/catalogs/companies.ts';
import type { CatalogFilters } from '#domain/catalog/filters.ts';
import type { SaveResult } from '../requests/saving.ts';
import type { Account } from '../session/session.ts';
import { findActiveBranches } from './clinic/branches.ts';
import {
  catalogCalls,
  createOrUpdateRow,
  updateDeviceAfterCatalogChange,
  type CatalogCalls,
  type CatalogItem,
} from './catalogs/catalog-administration.ts';

type NotSavedResult = Exclude<SaveResult<never>, { type: 'saved' }>;

export interface FirstClinicInput {
  readonly company: CompanyBody;
  readonly branch: Omit<BranchBody, 'company_id'>;
}

/** Outcome of creating the first clinic. `of`: row that was not created. Repeating the call does not create a row twice. */
export type FirstClinicOutcome =
  | { readonly type: 'created' }
  | { readonly type: 'failed'; readonly of: 'company' | 'branch'; readonly result: NotSavedResult };

/**
 * Searches the first page of active rows. One page is enough, because few rows match a complete code.
 * @throws Unreachable, Rejected
 */
async function findActiveRow<Item extends CatalogItem>(
  { list }: CatalogCalls<Item, never>,
  filters: Omit<CatalogFilters, 'includeInactive'>,
  isIt: (item: Item) => boolean,
): Promise<Item | undefined> {
  return (await list({ ...filters, includeInactive: false, page: 1 })).items.find(isIt);
}

/**
 * Creates the company and its first branch. An existing company with the same code is updated, and an
 * existing branch with the same name is reused.
 * @throws Unreachable, Rejected when searching existing rows fails
 */
export async function createFirstClinic({ company, branch }: FirstClinicInput): Promise<FirstClinicOutcome> {
  const foundCompany = await findActiveRow(
    catalogCalls.companies,
    { search: company.code, companyId: '' },
    ({ code }) => code === company.code,
  );
  const companySaved = await createOrUpdateRow(catalogCalls.companies, foundCompany, company);
  if (companySaved.type !== 'saved') return { type: 'failed', of: 'company', result: companySaved };
  const companyId = companySaved.body.id;
  const foundBranch = await findActiveRow(
    catalogCalls.branches,
    { search: branch.name, companyId },
    ({ name }) => name === branch.name,
  );
  const branchSaved =
    foundBranch ?? (await catalogCalls.branches.create({ ...branch, company_id: companyId }));
  if ('type' in branchSaved && branchSaved.type !== 'saved')
    return { type: 'failed', of: 'branch', result: branchSaved };
  await updateDeviceAfterCatalogChange('companies');
  return { type: 'created' };
}

/**
 * Returns the branch of the session; without one, the clinic's only branch. Null when there is none or a choice among several.
 * @throws Unreachable, Rejected
 */
export async function findOwnOrOnlyBranch({ branchId }: Pick<Account, 'branchId'>): Promise<string | null> {
  if (branchId !== null) return branchId;
  const [only, other] = (await findActiveBranches('')).items;
  return only && !other ? only.id : null;
}
