import { allRows, type CatalogFilters } from '#domain/catalog/filters.ts';
import { db } from '../database/database.ts';
import { storing } from '../base/problem.ts';
import type { CatalogFiltersId } from '../database/device-records.ts';

/** The catalogues whose filters a device keeps (P9); words for a doctor would name a person. */
export type KeptFilters = 'companies' | 'branches';

const idOf = (catalog: KeptFilters): CatalogFiltersId => `filters:${catalog}`;

/** As this user left them here; all rows when they never did. */
export async function readCatalogFilters(ownerId: string, catalog: KeptFilters): Promise<CatalogFilters> {
  const row = await db.device.get(idOf(catalog));
  return row !== undefined && 'filters' in row && row.ownerId === ownerId ? row.filters : allRows;
}

export const saveCatalogFilters = (
  ownerId: string,
  catalog: KeptFilters,
  filters: CatalogFilters,
): Promise<void> =>
  storing(async () => {
    await db.device.put({ id: idOf(catalog), ownerId, filters });
  });
