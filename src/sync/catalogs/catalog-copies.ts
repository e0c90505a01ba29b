import { type CatalogPathSegment, buildPerCatalog } from '#contract/catalogs/all.ts';
import type { RouteName } from '#contract/routes/routes.ts';
import type { CatalogRecord } from '#storage/cache/catalogs.ts';
import { PROPOSED_COMPANY_MARK } from '#storage/cache/proposed-companies.ts';

interface CatalogCopyDefinition {
  /** Call that lists the catalogue. */
  readonly call: CatalogListCall;
  readonly toRecord: (item: CatalogItemRow) => CatalogRecord;
}
type CatalogItemRow = Readonly<Record<string, unknown>> & { readonly id: string };
type CatalogListCall = Extract<RouteName, 'listCompanies'>;

const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Properties of a company that depend on its proposal; none for other rows and for servers without proposals. */
function proposalProperties(item: CatalogItemRow): Partial<CatalogRecord> {
  const isProposed = item['is_proposed'];
  if (typeof isProposed !== 'boolean') return {};
  return isProposed
    ? { isProposed, code: stringOrEmpty(item['proposed_nit']), detail: PROPOSED_COMPANY_MARK }
    : { isProposed };
}

/**
 * For each catalogue, by its address: the call that lists it, and the function that converts its rows for the device's
 * catalogue cache.
 */
export const catalogCopyDefinitions = Object.fromEntries(
  Object.values(
    buildPerCatalog(({ path, calls, copy }) => [
      path.slice(1),
      {
        call: `list${calls.many}`,
        toRecord: (item: CatalogItemRow): CatalogRecord => ({
          id: item.id,
          code: stringOrEmpty(item[copy?.code ?? '']),
          name: stringOrEmpty(item['name']),
          detail: stringOrEmpty(item[copy?.detail ?? '']) || null,
          active: item['is_active'] === true,
          ...(copy?.isWhole && { definition: item }),
          ...proposalProperties(item),
        }),
      },
    ]),
  ),
) as Readonly<Record<CatalogPathSegment, CatalogCopyDefinition>>;
