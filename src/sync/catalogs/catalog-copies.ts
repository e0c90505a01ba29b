import { type CatalogPathSegment, buildPerCatalog } from '#contract/catalogs/all.ts';
import type { RouteName } from '#contract/routes/routes.ts';
import type { CatalogRecord } from '#storage/cache/catalogs.ts';
import { proposalPropertiesOf } from './proposal-properties.ts';

interface CatalogCopyDefinition {
  /** Call that lists the catalogue. */
  readonly call: CatalogListCall;
  readonly toRecord: (item: CatalogItemRow) => CatalogRecord;
}
type CatalogItemRow = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly is_proposed?: unknown;
};
type CatalogListCall = Extract<RouteName, 'listCompanies'>;

const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

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
          ...proposalPropertiesOf(item),
        }),
      },
    ]),
  ),
) as Readonly<Record<CatalogPathSegment, CatalogCopyDefinition>>;
