import { defaultCatalogFilters, type CatalogFilters } from '#domain/catalog/filters.ts';
import { db } from '../database/database.ts';
import { withStorageErrors } from '../base/problem.ts';
import type { CatalogFiltersId } from '../database/device-records.ts';

/**
 * Catalogues whose filters a device stores (P9). Those of doctors are not stored, because a search text would contain a name.
 */
export type StoredFiltersCatalog = 'companies' | 'branches';

const idOf = (catalog: StoredFiltersCatalog): CatalogFiltersId => `filters:${catalog}`;

/** Returns the filters that this user stored on this device; all rows by default. */
export async function readCatalogFilters(
  ownerId: string,
  catalog: StoredFiltersCatalog,
): Promise<CatalogFilters> {
  const row = await db.device.get(idOf(catalog));
  return row !== undefined && 'filters' in row && row.ownerId === ownerId
    ? row.filters
    : defaultCatalogFilters;
}

export const saveCatalogFilters = (
  ownerId: string,
  catalog: StoredFiltersCatalog,
  filters: CatalogFilters,
): Promise<void> =>
  withStorageErrors(async () => {
    await db.device.put({ id: idOf(catalog), ownerId, filters });
  });
