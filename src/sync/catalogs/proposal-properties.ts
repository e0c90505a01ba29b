import { PROPOSED_COMPANY_MARK } from '#domain/company/proposal.ts';
import type { CatalogRecord } from '#storage/cache/catalogs.ts';

interface ProposalColumns {
  readonly is_proposed?: unknown;
  readonly proposed_nit?: unknown;
}

/** Returns the properties of a company that depend on its proposal; none for other rows and for servers without proposals. */
export const proposalPropertiesOf = (columns: ProposalColumns & object): Partial<CatalogRecord> => {
  const { is_proposed: isProposed, proposed_nit: nit } = columns;
  if (typeof isProposed !== 'boolean') return {};
  return isProposed
    ? { isProposed, code: typeof nit === 'string' ? nit : '', detail: PROPOSED_COMPANY_MARK }
    : { isProposed };
};
