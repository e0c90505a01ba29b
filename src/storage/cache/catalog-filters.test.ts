import { beforeEach, expect, it } from 'vitest';
import { defaultCatalogFilters } from '#domain/catalog/filters.ts';
import { ANA_ID, BEA_ID, wipeDevice } from '#tests/support/device/device.ts';
import { readCatalogFilters, saveCatalogFilters } from './catalog-filters.ts';

beforeEach(wipeDevice);

it('P9.17 the device stores the filters of companies and branches separately', async () => {
  const filters = { search: 'flores', includeInactive: false, companyId: '' };
  await saveCatalogFilters(ANA_ID, 'companies', filters);
  expect(await readCatalogFilters(ANA_ID, 'companies')).toEqual(filters);
  expect(await readCatalogFilters(ANA_ID, 'branches')).toEqual(defaultCatalogFilters);
});

it('P9.17 the catalogue initially shows another user all rows, including inactive ones', async () => {
  await saveCatalogFilters(ANA_ID, 'companies', { ...defaultCatalogFilters, search: 'flores' });
  expect(await readCatalogFilters(BEA_ID, 'companies')).toEqual({
    search: '',
    includeInactive: true,
    companyId: '',
  });
});
