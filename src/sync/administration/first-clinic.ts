import type { BranchBody } from '#contract/catalogs/branches.ts';
import type { CompanyBody } from '#contract/catalogs/companies.ts';
import type { CatalogFilters } from '#domain/catalog/filters.ts';
import type { SaveResult } from '../requests/saving.ts';
import { type BranchChangeOutcome, setActiveBranch } from './branches.ts';
import {
  catalogCalls,
  updateDeviceAfterCatalogChange,
  type CatalogCalls,
  type CatalogItem,
} from './catalog-administration.ts';

type NotSavedResult = Exclude<SaveResult<never>, { type: 'saved' }>;

export interface FirstClinicInput {
  readonly company: CompanyBody;
  readonly branch: Omit<BranchBody, 'company_id'>;
}

/**
 * Outcome of creating the first clinic. `of`: step that failed; the order is company, branch, choice of the branch. Repeating
 * the call does not create a row twice.
 */
export type FirstClinicOutcome =
  | { readonly type: 'opened' }
  | { readonly type: 'failed'; readonly of: 'company' | 'branch'; readonly result: NotSavedResult }
  | {
      readonly type: 'failed';
      readonly of: 'choice';
      readonly result: Exclude<BranchChangeOutcome, { type: 'changed' }>;
    };

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
 * Returns the existing row, which an earlier attempt may have created although its response was lost; otherwise creates the
 * row.
 */
async function findOrCreateRow<Item extends CatalogItem>(
  find: () => Promise<Item | undefined>,
  make: () => Promise<SaveResult<Item>>,
): Promise<SaveResult<Item>> {
  const found = await find();
  return found ? { type: 'saved', body: found, etag: null } : make();
}

/**
 * Creates the company and its first branch, then makes the branch active. An existing row with the same code or name is reused.
 * @throws Unreachable, Rejected when searching existing rows fails
 */
export async function createAndOpenFirstClinic({
  company,
  branch,
}: FirstClinicInput): Promise<FirstClinicOutcome> {
  const companySaved = await findOrCreateRow(
    () =>
      findActiveRow(
        catalogCalls.companies,
        { search: company.code, companyId: '' },
        ({ code }) => code === company.code,
      ),
    () => catalogCalls.companies.create(company),
  );
  if (companySaved.type !== 'saved') return { type: 'failed', of: 'company', result: companySaved };
  const companyId = companySaved.body.id;
  const branchSaved = await findOrCreateRow(
    () =>
      findActiveRow(
        catalogCalls.branches,
        { search: branch.name, companyId },
        ({ name }) => name === branch.name,
      ),
    () => catalogCalls.branches.create({ ...branch, company_id: companyId }),
  );
  if (branchSaved.type !== 'saved') return { type: 'failed', of: 'branch', result: branchSaved };
  const chosen = await setActiveBranch(branchSaved.body.id);
  if (chosen.type !== 'changed') return { type: 'failed', of: 'choice', result: chosen };
  await updateDeviceAfterCatalogChange('companies');
  return { type: 'opened' };
}
