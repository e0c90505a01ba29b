import { allRows, type CatalogFilters } from '#domain/catalog/filters.ts';
import { db } from '../database/database.ts';
import { storing } from '../base/problem.ts';
import type { CatalogFiltersId } from '../database/device-records.ts';

/**
 * Catalogues whose filters a device stores (P9). Those of doctors are not stored, because a search text would contain a name.
 */
export type StoredFilters = 'companies' | 'branches';

const idOf = (catalog: StoredFilters): CatalogFiltersId => `filters:${catalog}`;

/** Returns the filters that this user stored on this device; all rows by default. */
export async function readCatalogFilters(ownerId: string, catalog: StoredFilters): Promise<CatalogFilters> {
  const row = await db.device.get(idOf(catalog));
  return row !== undefined && 'filters' in row && row.ownerId === ownerId ? row.filters : allRows;
}

export const saveCatalogFilters = (
  ownerId: string,
  catalog: StoredFilters,
  filters: CatalogFilters,
): Promise<void> =>
  storing(async () => {
    await db.device.put({ id: idOf(catalog), ownerId, filters });
  });
