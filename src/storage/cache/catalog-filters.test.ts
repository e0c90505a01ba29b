import { beforeEach, expect, it } from 'vitest';
import { allRows } from '#domain/catalog/filters.ts';
import { ANA, BEA, wipeDevice } from '#tests/support/device/device.ts';
import { readCatalogFilters, saveCatalogFilters } from './catalog-filters.ts';

beforeEach(wipeDevice);

it('P9.17 the filters of companies and branches are kept on the device, each by itself', async () => {
  const filters = { search: 'flores', includeInactive: false, companyId: '' };
  await saveCatalogFilters(ANA, 'companies', filters);
  expect(await readCatalogFilters(ANA, 'companies')).toEqual(filters);
  expect(await readCatalogFilters(ANA, 'branches')).toEqual(allRows);
});

it('P9.17 another user begins with all rows, inactive ones included', async () => {
  await saveCatalogFilters(ANA, 'companies', { ...allRows, search: 'flores' });
  expect(await readCatalogFilters(BEA, 'companies')).toEqual({
    search: '',
    includeInactive: true,
    companyId: '',
  });
});
