import { ADDITIONAL_FIELDS_RESOURCE } from '#storage/cache/catalogs.ts';
import { recordAdditionalFieldsSupport } from '../outbox/additional-fields-support.ts';
import { fetchFrom, refreshSteadily, type FetchPage, type RefreshOutcome } from './catalog-cache.ts';

const fetchPage: FetchPage = async (...asked) => {
  const response = await fetchFrom(ADDITIONAL_FIELDS_RESOURCE)(...asked);
  await recordAdditionalFieldsSupport(response);
  return response;
};

/**
 * Refreshes the definitions of the clinic's own fields on the device. They are deleted when the server does not offer such
 * fields.
 */
export const refreshAdditionalFields = (): Promise<RefreshOutcome> =>
  refreshSteadily({ resource: ADDITIONAL_FIELDS_RESOURCE, fetchPage }, false);
