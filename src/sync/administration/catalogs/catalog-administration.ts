import type * as z from 'zod/mini';
import {
  type CATALOGS,
  type CatalogPathSegment,
  type CatalogName,
  buildPerCatalog,
} from '#contract/catalogs/all.ts';
import type { AnyCatalog } from '#contract/catalogs/catalog.ts';
import type { Doctor } from '#contract/catalogs/doctors.ts';
import type { Company } from '#contract/catalogs/companies.ts';
import type { EvaluationType } from '#contract/catalogs/evaluation-types.ts';
import type { CatalogOverview } from '#contract/catalogs/overview.ts';
import { PAGE_SIZE_MAX } from '#contract/limits.ts';
import { defaultCatalogFilters, type CatalogFilters } from '#domain/catalog/filters.ts';
import type { CallInput } from '#network/client.ts';
import {
  ADDITIONAL_FIELDS_RESOURCE,
  REQUIRED_CATALOGS,
  NOTE_PHRASES_RESOURCE,
} from '#storage/cache/catalogs.ts';
import { sendRequest, toResponseError } from '../../requests/api-request.ts';
import { refreshBranding } from '../clinic/branding.ts';
import { toListQuery, type ListQueryOptions } from '../../api/list-query.ts';
import { findRowInPages } from '../../api/pages.ts';
import { refreshAdditionalFields } from '../../catalogs/additional-fields.ts';
import { refreshCatalog } from '../../catalogs/catalog-cache.ts';
import { refreshPhrases } from '../../catalogs/phrases.ts';
import type { ApiResponse } from '#network/response.ts';
import { createIfMatchHeader, saveResultOf, type LoadedRow, type SaveResult } from '../../requests/saving.ts';
import { revalidateSession } from '../../session/session.ts';

export interface CatalogItem extends LoadedRow {
  readonly name: string;
  readonly is_active: boolean;
}

export interface CatalogQuery extends CatalogFilters {
  readonly page: number;
}

export interface CatalogPage<Item> {
  readonly items: Item[];
  readonly total_count: number;
}

/** Calls that read and change one catalogue. The reading calls throw Unreachable and Rejected. */
export interface CatalogCalls<Item, Body> {
  readonly resource: CatalogPathSegment;
  readonly list: (question: CatalogQuery) => Promise<CatalogPage<Item>>;
  /**
   * Returns the present row; null when it is not found. A catalogue without a call for single rows is searched with the given
   * filters (P8).
   */
  readonly read: (id: string, filters: CatalogFilters) => Promise<Item | null>;
  /** False when a row can only be searched with filters, because the API has no call for single rows. */
  readonly isFoundById: boolean;
  readonly create: (body: Body) => Promise<SaveResult<Item>>;
  readonly replace: (row: LoadedRow, body: Body) => Promise<SaveResult<Item>>;
  readonly setActive: (row: LoadedRow, isActive: boolean) => Promise<SaveResult<Item>>;
  /** Only companies and branches can be renamed (P7). */
  readonly rename?: (row: LoadedRow, name: string) => Promise<SaveResult<Item>>;
}

type CatalogRequestFunction<Body> = (input: CallInput) => Promise<ApiResponse<Body>>;

async function awaitResponseBody<Body>(request: Promise<ApiResponse<Body>>): Promise<Body> {
  const response = await request;
  if (response.type !== 'ok') throw toResponseError(response);
  return response.body;
}

const toCatalogCallInput = (
  { companyId, ...filters }: CatalogFilters,
  pageOf: Pick<ListQueryOptions, 'page' | 'size' | 'sort'>,
): CallInput => ({ query: { ...toListQuery({ ...filters, ...pageOf }), company_id: companyId } });

const createCatalogRequest =
  (name: string): CatalogRequestFunction<unknown> =>
  (input) =>
    sendRequest(name as 'listExams', input);

/**
 * Returns the calls of a catalogue. The name of each route consists of a verb and a name from `calls` in the catalogue's
 * definition.
 */
function createCatalogCalls({
  path,
  calls,
  isReadById,
  sort,
}: AnyCatalog): CatalogCalls<CatalogItem, object> {
  const list = createCatalogRequest(`list${calls.many}`) as CatalogRequestFunction<CatalogPage<CatalogItem>>;
  const requestRow = (verb: string, rest = '') =>
    createCatalogRequest(`${verb}${calls.one}${rest}`) as CatalogRequestFunction<CatalogItem>;
  const get = requestRow('get');
  const sorted = sort && { sort };
  const change = async (call: CatalogRequestFunction<CatalogItem>, row: LoadedRow, body: object) =>
    saveResultOf(await call({ params: { id: row.id }, headers: createIfMatchHeader(row), body }));
  return {
    resource: path.slice(1) as CatalogPathSegment,
    list: (question) =>
      awaitResponseBody(list(toCatalogCallInput(question, { page: question.page, ...sorted }))),
    isFoundById: isReadById === true,
    read: (id, filters) =>
      isReadById
        ? awaitResponseBody(get({ params: { id } }))
        : findRowInPages(id, (page) =>
            awaitResponseBody(list(toCatalogCallInput(filters, { page, size: PAGE_SIZE_MAX, ...sorted }))),
          ),
    create: async (body) => saveResultOf(await requestRow('create')({ body })),
    replace: (row, body) => change(requestRow('replace'), row, body),
    setActive: (row, isActive) => change(requestRow('set', 'Status'), row, { is_active: isActive }),
    ...(isReadById && {
      rename: (row: LoadedRow, name: string) => change(requestRow('rename'), row, { name }),
    }),
  };
}

/** Calls of each catalogue. */
export const catalogCalls = buildPerCatalog(createCatalogCalls) as unknown as {
  readonly [Name in CatalogName]: CatalogCalls<
    z.output<(typeof CATALOGS)[Name]['Item']>,
    z.output<(typeof CATALOGS)[Name]['Body']>
  >;
};

/**
 * Saves the row that was searched before: creates it if it was not found, and updates it if it has other values. An earlier attempt
 * may have created the row although its response was lost.
 */
export async function createOrUpdateRow<Item extends LoadedRow, Body extends object>(
  { create, replace }: Pick<CatalogCalls<Item, Body>, 'create' | 'replace'>,
  found: Item | undefined,
  body: Body,
): Promise<SaveResult<Item>> {
  if (!found) return create(body);
  const present = new Map<string, unknown>(Object.entries(found));
  const isSame = Object.entries(body).every(
    ([name, value]) => (present.get(name) ?? null) === (value ?? null),
  );
  return isSame ? { type: 'saved', body: found, etag: null } : replace(found, body);
}

/**
 * Returns the first page of active doctors that match the text.
 * @throws Unreachable, Rejected
 */
export const fetchActiveDoctors = async (search = ''): Promise<readonly Doctor[]> =>
  (await catalogCalls.doctors.list({ ...defaultCatalogFilters, includeInactive: false, page: 1, search }))
    .items;

/** @throws Unreachable, Rejected */
export const fetchCatalogTotals = (): Promise<CatalogOverview> =>
  awaitResponseBody(sendRequest('catalogOverview'));

/**
 * Returns at most a hundred active companies that match the text (P7, P9).
 * @throws Unreachable, Rejected
 */
export const findActiveCompanies = (search: string): Promise<CatalogPage<Company>> =>
  awaitResponseBody(
    sendRequest('listCompanies', { query: toListQuery({ search, page: 1, size: PAGE_SIZE_MAX }) }),
  );

/**
 * Returns the first hundred evaluation types by name, including inactive ones.
 * @throws Unreachable, Rejected
 */
export const fetchEvaluationTypes = async (): Promise<readonly EvaluationType[]> => {
  const query = toListQuery({ page: 1, size: PAGE_SIZE_MAX, includeInactive: true });
  return (await awaitResponseBody(sendRequest('listEvaluationTypes', { query }))).items;
};

/**
 * Refreshes the device after a catalogue change: the catalogue cache that reception searches, and the names in the shell. The
 * server removes a deactivated branch from the sessions in which it is active, so the device also reads the session again.
 */
export async function updateDeviceAfterCatalogChange(
  resource: CatalogCalls<unknown, unknown>['resource'],
): Promise<void> {
  const cachedRecord = REQUIRED_CATALOGS.find((name) => name === resource);
  if (cachedRecord) await refreshCatalog(cachedRecord);
  if (resource === NOTE_PHRASES_RESOURCE) await refreshPhrases();
  if (resource === ADDITIONAL_FIELDS_RESOURCE) await refreshAdditionalFields();
  if (resource === 'branches') await revalidateSession();
  if (resource === 'companies' || resource === 'branches') await refreshBranding();
}
