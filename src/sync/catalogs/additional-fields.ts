import { ADDITIONAL_FIELDS_RESOURCE } from '#storage/cache/catalogs.ts';
import { recordAdditionalFieldsSupport } from '../outbox/additional-fields-support.ts';
import {
  createPageFetcher,
  refreshUntilConsistent,
  type FetchPage,
  type RefreshOutcome,
} from './catalog-cache.ts';

const fetchFieldPage: FetchPage = async (...asked) => {
  const response = await createPageFetcher(ADDITIONAL_FIELDS_RESOURCE)(...asked);
  await recordAdditionalFieldsSupport(response);
  return response;
};

/**
 * Refreshes the definitions of the clinic's own fields on the device. They are deleted when the server does not offer such
 * fields.
 */
export const refreshAdditionalFields = (): Promise<RefreshOutcome> =>
  refreshUntilConsistent({ resource: ADDITIONAL_FIELDS_RESOURCE, fetchPage: fetchFieldPage }, false);
