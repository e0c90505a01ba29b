import type * as catalogs from '#contract/records/catalogs.ts';
import { PAGE_SIZE_MAX } from '#contract/limits.ts';
import type { ApiResponse } from '#network/response.ts';
import type { CallInput } from '#network/client.ts';
import {
  CACHED_CATALOGS,
  confirmCatalogCache,
  readCatalogCacheEtags,
  replaceCatalogCache,
  type CatalogRecord,
  type CatalogResource,
} from '#storage/cache/catalogs.ts';
import { listQuery } from '../api/list-query.ts';
import { PAGES_MAX } from '../api/pages.ts';
import { callServer } from '../api/remote.ts';

/** Outcome of a refresh. `unsteady`: the pages of the catalogue never fitted together. */
export type RefreshOutcome = 'unchanged' | 'replaced' | 'unreachable' | 'refused' | 'unsteady';
type Resource = (typeof CACHED_CATALOGS)[number];
export type RefreshReport = Record<Resource, RefreshOutcome>;

interface Page {
  readonly items: readonly CatalogRecord[];
  readonly total: number;
}

/** Fetches one page of a catalogue, counted from 1; `headers` make the request conditional. */
export type FetchPage = (page: number, headers?: CallInput['headers']) => Promise<ApiResponse<Page>>;

export function mapResponse<From>(response: ApiResponse<From>, map: (body: From) => Page): ApiResponse<Page> {
  return response.type === 'ok' ? { ...response, body: map(response.body) } : response;
}

export const toCatalogPage = <Item>(
  list: { items: Item[]; total_count: number },
  record: (item: Item) => CatalogRecord,
): Page => ({
  items: list.items.map(record),
  total: list.total_count,
});

const coded = (item: catalogs.EvaluationType | catalogs.Exam): CatalogRecord => ({
  id: item.id,
  code: item.code,
  name: item.name,
  detail: null,
  active: item.is_active,
});

/** Returns the request for a page of all rows, with the maximum page size. */
export const allRowsRequest = (page: number, headers: CallInput['headers'] = {}): CallInput => ({
  query: listQuery({ page, size: PAGE_SIZE_MAX, includeInactive: true }),
  headers,
});

/** Catalogue of the device, and the call that fetches its pages. */
interface Source {
  readonly resource: CatalogResource;
  readonly fetchPage: FetchPage;
}

/** Call of each catalogue, and the fields that the device stores. */
const SOURCES: Record<Resource, FetchPage> = {
  'evaluation-types': async (...asked) =>
    mapResponse(await callServer('listEvaluationTypes', allRowsRequest(...asked)), (list) =>
      toCatalogPage(list, coded),
    ),
  exams: async (...asked) =>
    mapResponse(await callServer('listExams', allRowsRequest(...asked)), (list) =>
      toCatalogPage(list, coded),
    ),
  companies: async (...asked) =>
    mapResponse(await callServer('listCompanies', allRowsRequest(...asked)), (list) =>
      toCatalogPage(list, ({ id, code, name, city, is_active }) => ({
        id,
        code,
        name,
        detail: city ?? null,
        active: is_active,
      })),
    ),
  doctors: async (...asked) =>
    mapResponse(await callServer('listDoctors', allRowsRequest(...asked)), (list) =>
      toCatalogPage(list, ({ id, license_number, name, specialty, is_active }) => ({
        id,
        code: license_number,
        name,
        detail: specialty ?? null,
        active: is_active,
      })),
    ),
  // The base contract has only `q` and `limit` here; the pages are our extension.
  occupations: async (page, headers = {}) =>
    mapResponse(
      await callServer('listOccupations', { query: { page, limit: PAGE_SIZE_MAX }, headers }),
      (list) => toCatalogPage(list, ({ id, name }) => ({ id, code: '', name, detail: null, active: true })),
    ),
};

/** The catalogue changed between two pages, or counts rows that no page contains, so that the pages do not fit together. */
const UNSTEADY = { type: 'unsteady' } as const;

interface FullRefresh {
  readonly records: Map<string, CatalogRecord>;
  readonly etags: string[];
}

const ifNoneMatch = (etag: string | undefined) => (etag ? { 'if-none-match': etag } : {});

/** Fetches the whole catalogue; returns the response that ended the fetch early, if any. */
async function refreshFully(
  fetchPage: FetchPage,
  knownEtag: string | undefined,
): Promise<ApiResponse<FullRefresh> | typeof UNSTEADY> {
  const records = new Map<string, CatalogRecord>();
  const etags: string[] = [];
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const response = await fetchPage(page, page === 1 ? ifNoneMatch(knownEtag) : {});
    if (response.type !== 'ok') return response;
    const before = records.size;
    for (const record of response.body.items) records.set(record.id, record);
    etags.push(response.headers.get('etag') ?? '');
    // A server may return smaller pages than requested.
    if (records.size < response.body.total && records.size > before) continue;
    if (records.size < response.body.total && response.body.items.length === 0) return UNSTEADY;
    // A server without pages returns nothing new, and the rows so far are the whole catalogue.
    if (page > 1 && (await hasChanged(fetchPage, etags[0]))) return UNSTEADY;
    return { ...response, body: { records, etags } };
  }
  return UNSTEADY;
}

/**
 * Returns whether the catalogue changed while its pages were read. A removed row shifts the others: the count does not show
 * that, but the ETag of the first page does.
 */
async function hasChanged(fetchPage: FetchPage, firstEtag: string | undefined): Promise<boolean> {
  const again = await fetchPage(1, ifNoneMatch(firstEtag));
  return Boolean(firstEtag) && again.type === 'ok';
}

async function refreshOne({ resource, fetchPage }: Source, force: boolean): Promise<RefreshOutcome> {
  const [knownEtag] = force ? [] : await readCatalogCacheEtags(resource);
  const response = await refreshFully(fetchPage, knownEtag);
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
      await confirmCatalogCache(resource, Date.now());
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
 * Refreshes a catalogue, and repeats the refresh once if the catalogue changed while it was read. After a second change the old
 * catalogue stays until the next refresh.
 */
export async function refreshSteadily(source: Source, force: boolean): Promise<RefreshOutcome> {
  const outcome = await refreshOne(source, force);
  return outcome === 'unsteady' ? refreshOne(source, true) : outcome;
}

/** Refreshes one catalogue on the device after it was changed from here (R1). */
export const refreshCatalog = (resource: Resource): Promise<RefreshOutcome> =>
  refreshSteadily({ resource, fetchPage: SOURCES[resource] }, false);

/** Refreshes every catalogue on the device (R1); one that cannot be fetched stays unchanged. */
export async function refreshCatalogs(options: { force?: boolean } = {}): Promise<RefreshReport> {
  const outcomes: [Resource, RefreshOutcome][] = [];
  for (const resource of CACHED_CATALOGS)
    outcomes.push([
      resource,
      await refreshSteadily({ resource, fetchPage: SOURCES[resource] }, options.force ?? false),
    ]);
  return Object.fromEntries(outcomes) as RefreshReport;
}
