/**
 * Server requests of a choice field, in addition to the search on the device (P7). They find rows that other devices created
 * after the last refresh. The result contains only rows that this device lacks or has with another name or status, and is empty
 * after a rejection or without a response.
 */
import type { Company } from '#contract/catalogs/companies.ts';
import type { CatalogOption } from '#contract/catalogs/options.ts';
import { OCCUPATIONS_LIMIT_DEFAULT, OPTIONS_LIMIT_DEFAULT, PAGE_SIZE_DEFAULT } from '#contract/limits.ts';
import { foldText } from '#domain/text/fold.ts';
import { readSignedInState } from '#storage/account/accounts.ts';
import {
  storeCatalogRow,
  findNewRenamedOrToggled,
  type CatalogRecord,
  type CatalogResource,
} from '#storage/cache/catalogs.ts';
import { readConnectionState } from '#storage/device/connection-state.ts';
import { readLockState } from '#storage/account/lock.ts';
import { sendRequest } from '../requests/api-request.ts';
import { proposalPropertiesOf } from './proposal-properties.ts';
import { toCompanyFilterQuery } from '../api/list-query.ts';
import type { ApiResponse } from '#network/response.ts';

export type OptionResource = Exclude<CatalogResource, 'occupations' | 'note-phrases' | 'additional-fields'>;

/**
 * Returns true if a request may be sent. False on a locked screen, in a session that the server has not confirmed (D2), and
 * while the connection is down: only the probe finds out when the connection is up again.
 */
async function canSendRequest(): Promise<boolean> {
  const [presence, lock, link] = await Promise.all([
    readSignedInState(),
    readLockState(),
    readConnectionState(),
  ]);
  return presence?.gate === 'open' && !lock.locked && link.name !== 'down';
}

async function requestNewOrChangedRecords<Body>(
  resource: CatalogResource,
  send: () => Promise<ApiResponse<Body>>,
  recordsOf: (body: Body) => readonly CatalogRecord[],
): Promise<readonly CatalogRecord[]> {
  if (!(await canSendRequest())) return [];
  const response = await send();
  return response.type === 'ok' ? findNewRenamedOrToggled(resource, recordsOf(response.body)) : [];
}

const toOptionRecord = ({ value, label, meta }: CatalogOption): CatalogRecord => ({
  id: value,
  code: meta.code ?? '',
  name: label,
  detail: meta.city ?? meta.specialty ?? null,
  active: true,
  ...proposalPropertiesOf(meta),
});

export const requestNewCatalogOptions = (resource: OptionResource, q: string) =>
  requestNewOrChangedRecords(
    resource,
    () =>
      sendRequest('catalogOptions', {
        params: { resource },
        query: { q: q.trim(), limit: OPTIONS_LIMIT_DEFAULT },
      }),
    ({ items }) => items.slice(0, OPTIONS_LIMIT_DEFAULT).map(toOptionRecord),
  );

const toCompanyRecord = ({ id, code, name, city, is_active, ...proposal }: Company): CatalogRecord => ({
  id,
  code,
  name,
  detail: city ?? null,
  active: is_active,
  ...proposalPropertiesOf(proposal),
});

export const requestNewCompanies = (search: string) =>
  requestNewOrChangedRecords(
    'companies',
    () => sendRequest('listCompanies', { query: toCompanyFilterQuery(search) }),
    ({ items }) => items.slice(0, PAGE_SIZE_DEFAULT).map(toCompanyRecord),
  );

/**
 * Requests occupations. An occupation whose name equals the typed text is stored at once, because typing a whole name chooses
 * it (P4).
 */
export async function requestNewOccupations(q: string): Promise<readonly CatalogRecord[]> {
  const rows = await requestNewOrChangedRecords(
    'occupations',
    () => sendRequest('listOccupations', { query: { q: q.trim(), limit: OCCUPATIONS_LIMIT_DEFAULT } }),
    ({ items }) =>
      items
        .slice(0, OCCUPATIONS_LIMIT_DEFAULT)
        .map(({ id, name }) => ({ id, code: '', name, detail: null, active: true })),
  );
  const typed = rows.find(({ name }) => foldText(name) === foldText(q));
  if (typed) await storeOccupation(typed);
  return rows;
}

export const storeOccupation = (occupation: CatalogRecord): Promise<void> =>
  storeCatalogRow('occupations', occupation, Date.now());

export const storeCompany = (company: Company): Promise<void> =>
  storeCatalogRow('companies', toCompanyRecord(company), Date.now());
