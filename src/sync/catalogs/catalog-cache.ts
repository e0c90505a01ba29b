import type { CatalogPathSegment } from '#contract/catalogs/all.ts';
import { PAGE_SIZE_MAX } from '#contract/limits.ts';
import type { ApiResponse } from '#network/response.ts';
import type { CallInput } from '#network/client.ts';
import {
  REQUIRED_CATALOGS,
  refreshCatalogCacheTime,
  readCatalogCacheEtags,
  replaceCatalogCache,
  type CatalogRecord,
  type CatalogResource,
} from '#storage/cache/catalogs.ts';
import { toListQuery } from '../api/list-query.ts';
import { MAX_LIST_PAGES } from '../api/pages.ts';
import { backgroundClient } from '../api/api-client.ts';

/** Outcome of a refresh. `unsteady`: the pages were inconsistent twice, because the catalogue changed while it was read. */
export type CatalogRefreshOutcome = 'unchanged' | 'replaced' | 'unreachable' | 'refused' | 'unsteady';
type CachedResource = (typeof REQUIRED_CATALOGS)[number];
export type CatalogRefreshReport = Record<CachedResource, CatalogRefreshOutcome>;

interface CatalogRecordPage {
  readonly items: readonly CatalogRecord[];
  readonly total: number;
}

/** Fetches one page of a catalogue, counted from 1. `headers` may contain If-None-Match. */
export type CatalogPageFetcher = (
  page: number,
  headers?: CallInput['headers'],
) => Promise<ApiResponse<CatalogRecordPage>>;

function mapResponseBody<From>(
  response: ApiResponse<From>,
  map: (body: From) => CatalogRecordPage,
): ApiResponse<CatalogRecordPage> {
  return response.type === 'ok' ? { ...response, body: map(response.body) } : response;
}

const toCatalogPage = <Item>(
  list: { items: Item[]; total_count: number },
  record: (item: Item) => CatalogRecord,
): CatalogRecordPage => ({
  items: list.items.map(record),
  total: list.total_count,
});

const createCatalogPageInput = (page: number, headers: CallInput['headers'] = {}): CallInput => ({
  query: toListQuery({ page, size: PAGE_SIZE_MAX, includeInactive: true }),
  headers,
});

interface CatalogRefreshSource {
  readonly resource: CatalogResource;
  readonly fetchPage: CatalogPageFetcher;
}

// For occupations, the base contract has only the parameters `q` and `limit`; paging is our extension.
const fetchOccupationPage: CatalogPageFetcher = async (page, headers = {}) =>
  mapResponseBody(
    await backgroundClient.call('listOccupations', { query: { page, limit: PAGE_SIZE_MAX }, headers }),
    (list) => toCatalogPage(list, ({ id, name }) => ({ id, code: '', name, detail: null, active: true })),
  );

const NO_RESPONSE = { type: 'silence', cause: 'no_answer' } as const;

/**
 * Loads the definitions of the device's catalogue copies; null if the script cannot be loaded. Loaded late, because screens
 * start without it.
 */
const importCatalogCopyModule = () => import('./catalog-copies.ts').catch(() => null);

/** Fetches pages of a catalogue as its definition says. */
export const createCatalogPageFetcher =
  (resource: CatalogPathSegment): CatalogPageFetcher =>
  async (...args) => {
    const copies = await importCatalogCopyModule();
    if (!copies) return NO_RESPONSE;
    const { call, toRecord } = copies.catalogCopyDefinitions[resource];
    return mapResponseBody(await backgroundClient.call(call, createCatalogPageInput(...args)), (list) =>
      toCatalogPage(list, toRecord),
    );
  };

const refreshSourceOf = (resource: CatalogResource): CatalogRefreshSource => ({
  resource,
  fetchPage: resource === 'occupations' ? fetchOccupationPage : createCatalogPageFetcher(resource),
});

/**
 * Result for inconsistent pages: the catalogue changed between two pages, or its total is larger than the rows of all pages.
 */
const INCONSISTENT_PAGES = { type: 'unsteady' } as const;

interface FetchedCatalog {
  readonly records: Map<string, CatalogRecord>;
  readonly etags: string[];
}

const createIfNoneMatchHeader = (etag: string | undefined) => (etag ? { 'if-none-match': etag } : {});

/**
 * Fetches all pages of the catalogue. If a page does not get the response `ok`, returns that page's response instead of the
 * rows.
 */
async function fetchAllPages(
  fetchPage: CatalogPageFetcher,
  knownEtag: string | undefined,
): Promise<ApiResponse<FetchedCatalog> | typeof INCONSISTENT_PAGES> {
  const records = new Map<string, CatalogRecord>();
  const etags: string[] = [];
  for (let page = 1; page <= MAX_LIST_PAGES; page += 1) {
    const response = await fetchPage(page, page === 1 ? createIfNoneMatchHeader(knownEtag) : {});
    if (response.type !== 'ok') return response;
    const before = records.size;
    for (const record of response.body.items) records.set(record.id, record);
    etags.push(response.headers.get('etag') ?? '');
    // A server may return smaller pages than requested, so a short page is not the last one.
    if (records.size < response.body.total && records.size > before) continue;
    if (records.size < response.body.total && response.body.items.length === 0) return INCONSISTENT_PAGES;
    // All rows were read, or the last page had no new rows because the server ignores `page`. In both cases the catalogue may
    // have changed while its pages were read.
    if (page > 1 && (await hasCatalogChanged(fetchPage, etags[0]))) return INCONSISTENT_PAGES;
    return { ...response, body: { records, etags } };
  }
  return INCONSISTENT_PAGES;
}

/**
 * Returns true if the catalogue changed while its pages were read. A removed row shifts all later ones, which the total does
 * not show but the ETag of the first page does.
 */
async function hasCatalogChanged(
  fetchPage: CatalogPageFetcher,
  firstEtag: string | undefined,
): Promise<boolean> {
  const again = await fetchPage(1, createIfNoneMatchHeader(firstEtag));
  return Boolean(firstEtag) && again.type === 'ok';
}

async function refreshCatalogOnce(
  { resource, fetchPage }: CatalogRefreshSource,
  force: boolean,
): Promise<CatalogRefreshOutcome> {
  const [knownEtag] = force ? [] : await readCatalogCacheEtags(resource);
  const response = await fetchAllPages(fetchPage, knownEtag);
  switch (response.type) {
    case 'ok':
      await replaceCatalogCache(
        resource,
        [...response.body.records.values()],
        response.body.etags,
        Date.now(),
      );
      return 'replaced';
    case 'not_modified':
      await refreshCatalogCacheTime(resource, Date.now());
      return 'unchanged';
    case 'silence':
    case 'foreign':
      return 'unreachable';
    case 'error':
      return 'refused';
    case 'unsteady':
      return response.type;
  }
}

/**
 * Refreshes a catalogue and repeats this once if the catalogue changed while it was read. After a second change the cached
 * catalogue stays until the next refresh.
 */
export async function refreshCatalogWithRetry(
  source: CatalogRefreshSource,
  force: boolean,
): Promise<CatalogRefreshOutcome> {
  const outcome = await refreshCatalogOnce(source, force);
  return outcome === 'unsteady' ? refreshCatalogOnce(source, true) : outcome;
}

export const refreshCatalog = (resource: CatalogResource): Promise<CatalogRefreshOutcome> =>
  refreshCatalogWithRetry(refreshSourceOf(resource), false);

/** Refreshes all catalogues in the cache (R1). A catalogue that cannot be fetched stays unchanged. */
export async function refreshRequiredCatalogs(
  options: { force?: boolean } = {},
): Promise<CatalogRefreshReport> {
  const outcomes: [CachedResource, CatalogRefreshOutcome][] = [];
  for (const resource of REQUIRED_CATALOGS)
    outcomes.push([
      resource,
      await refreshCatalogWithRetry(refreshSourceOf(resource), options.force ?? false),
    ]);
  return Object.fromEntries(outcomes) as CatalogRefreshReport;
}
