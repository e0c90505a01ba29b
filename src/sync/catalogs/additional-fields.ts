import { ADDITIONAL_FIELDS_RESOURCE } from '#storage/cache/catalogs.ts';
import { recordAdditionalFieldsSupport } from '../outbox/sending/additional-fields-support.ts';
import {
  createCatalogPageFetcher,
  refreshCatalogWithRetry,
  type CatalogPageFetcher,
  type CatalogRefreshOutcome,
} from './catalog-cache.ts';

const fetchPageAndRecordSupport: CatalogPageFetcher = async (...args) => {
  const response = await createCatalogPageFetcher(ADDITIONAL_FIELDS_RESOURCE)(...args);
  await recordAdditionalFieldsSupport(response);
  return response;
};

/**
 * Refreshes the definitions of the clinic's own fields on the device. They are deleted when the server does not offer such
 * fields.
 */
export const refreshAdditionalFields = (): Promise<CatalogRefreshOutcome> =>
  refreshCatalogWithRetry(
    { resource: ADDITIONAL_FIELDS_RESOURCE, fetchPage: fetchPageAndRecordSupport },
    false,
  );
