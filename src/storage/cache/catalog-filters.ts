import { defaultCatalogFilters, type CatalogFilters } from '#domain/catalog/filters.ts';
import { db } from '../database/database.ts';
import { runStorageOperation } from '../base/problem.ts';
import type { CatalogFiltersId } from '../database/device-records.ts';

/**
 * Catalogues whose filters the device stores (P9). The filters of the catalogue of doctors are not stored, because their search
 * text would contain a doctor's name.
 */
export type StoredFiltersCatalog = 'companies' | 'branches';

const catalogFiltersIdOf = (catalog: StoredFiltersCatalog): CatalogFiltersId => `filters:${catalog}`;

export async function readCatalogFilters(
  ownerId: string,
  catalog: StoredFiltersCatalog,
): Promise<CatalogFilters> {
  const row = await db.device.get(catalogFiltersIdOf(catalog));
  return row !== undefined && 'filters' in row && row.ownerId === ownerId
    ? row.filters
    : defaultCatalogFilters;
}

export const saveCatalogFilters = (
  ownerId: string,
  catalog: StoredFiltersCatalog,
  filters: CatalogFilters,
): Promise<void> =>
  runStorageOperation(async () => {
    await db.device.put({ id: catalogFiltersIdOf(catalog), ownerId, filters });
  });
