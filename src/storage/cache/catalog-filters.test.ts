import { beforeEach, expect, it } from 'vitest';
import { defaultCatalogFilters } from '#domain/catalog/filters.ts';
import { ANA, BEA, wipeDevice } from '#tests/support/device/device.ts';
import { readCatalogFilters, saveCatalogFilters } from './catalog-filters.ts';

beforeEach(wipeDevice);

it('P9.17 the device stores the filters of companies and branches separately', async () => {
  const filters = { search: 'flores', includeInactive: false, companyId: '' };
  await saveCatalogFilters(ANA, 'companies', filters);
  expect(await readCatalogFilters(ANA, 'companies')).toEqual(filters);
  expect(await readCatalogFilters(ANA, 'branches')).toEqual(defaultCatalogFilters);
});

it('P9.17 the catalogue initially shows another user all rows, including inactive ones', async () => {
  await saveCatalogFilters(ANA, 'companies', { ...defaultCatalogFilters, search: 'flores' });
  expect(await readCatalogFilters(BEA, 'companies')).toEqual({
    search: '',
    includeInactive: true,
    companyId: '',
  });
});
