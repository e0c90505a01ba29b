import * as z from 'zod/mini';
import {
  Evaluation,
  EvaluationList,
  type EvaluationListItem,
} from '#contract/records/evaluation/evaluations.ts';
import { HEADER } from '#contract/headers.ts';
import { EVALUATIONS_PAGE_SIZE } from '#contract/limits.ts';
import {
  signedListItemFields,
  hasOnlyOpenStatuses,
  selectCachedEvaluationPage,
  type EvaluationListFilters,
} from '#domain/evaluation/list-query.ts';
import type { FileResponse } from '#network/client.ts';
import * as cache from '#storage/cache/cache.ts';
import type { CacheKey, CachedResponse, CacheOwner } from '#storage/cache/cache.ts';
import { Rejected, sendRequest, requestBytes, toResponseError } from '../../requests/api-request.ts';
import { tolerateFullDiskIfOpened } from '../../api/tolerate-full-disk.ts';
import { recordOfflineAccess, deleteAccessLoggedByServer } from '../../reporting/offline-accesses.ts';

export type { CacheOwner } from '#storage/cache/cache.ts';
export type { EvaluationListFilters } from '#domain/evaluation/list-query.ts';

/**
 * Hash of the contract's evaluation schema. It identifies evaluations that an app version with other fields cached; the test
 * shows how it is computed.
 */
export const EVALUATION_SCHEMA_HASH = 'c6ac9da6';

/** Evaluation with its ETag, which a save sends as `If-Match`, and the schema hash with which it was read. */
const EvaluationWithEtag = z.object({
  evaluation: Evaluation,
  etag: z._default(z.nullable(z.string()), null),
  shape: z.optional(z.string()),
});
export type EvaluationWithEtag = Readonly<z.infer<typeof EvaluationWithEtag>>;

export type DatedEvaluation = EvaluationWithEtag & { readonly fetchedAt: number };

export interface DatedEvaluationList extends EvaluationList {
  readonly fetchedAt: number;
  /** Origin of the list. `device`: built from cached evaluations, because the server is unreachable. */
  readonly source: 'provider' | 'device';
}

export interface EvaluationListQuery {
  readonly filters: EvaluationListFilters;
  readonly page: number;
  /** Number of rows per page; default as in the screen's list. */
  readonly size?: number;
}

const pageSizeOf = ({ size }: EvaluationListQuery): number => size ?? EVALUATIONS_PAGE_SIZE;

export const evaluationCacheKey = (id: string): CacheKey => ({
  kind: 'evaluation',
  name: id,
  evaluationId: id,
});
const fileCacheKey = (evaluationId: string, storagePath: string): CacheKey => ({
  kind: 'file',
  name: storagePath,
  evaluationId,
});

/** Returns the cache key of a list. Null when the query names a patient, because such a list must not be stored (D1, D5). */
function evaluationListCacheKey({ filters, page, size }: EvaluationListQuery): CacheKey | null {
  if (filters.search !== '') return null;
  const { statuses, from, to, companyId } = filters;
  const pages = size === undefined ? [page] : [page, size];
  const name = [[...statuses].sort().join('+'), from, to, companyId, ...pages].join('|');
  return { kind: 'list', name, evaluationId: null };
}

const toDatedEvaluation = ({ value, fetchedAt }: CachedResponse<EvaluationWithEtag>): DatedEvaluation => ({
  ...value,
  fetchedAt,
});

export async function readCachedEvaluation(reader: CacheOwner, id: string): Promise<DatedEvaluation | null> {
  const cached = await cache.readCachedJson(reader, evaluationCacheKey(id), EvaluationWithEtag);
  return cached && toDatedEvaluation(cached);
}

/**
 * Returns the cached evaluation and records the access (R4). The caller then requests the evaluation (R3); if the server
 * responds, the server logs the access and the record is deleted.
 */
export async function openCachedEvaluation(reader: CacheOwner, id: string): Promise<DatedEvaluation | null> {
  const cached = await readCachedEvaluation(reader, id);
  if (cached)
    await recordOfflineAccess(reader.ownerId, { what: 'evaluation', evaluationId: id, fileId: null });
  return cached;
}

/** Returns the header that marks a prefetch, so that the server's log distinguishes it from an access by a user. */
const createPrefetchHeader = (opened: boolean): Record<string, string> =>
  opened ? {} : { [HEADER.prefetch]: '1' };

/**
 * Returns the ETag for a conditional request. Null if an app version with other fields cached the evaluation: after a 304 the
 * cached evaluation would stay incomplete.
 */
const usableEtagOf = (held: EvaluationWithEtag | null): string | null =>
  held?.shape === EVALUATION_SCHEMA_HASH ? held.etag : null;

const createConditionalHeaders = (held: EvaluationWithEtag | null, opened: boolean) => {
  const tag = usableEtagOf(held);
  return { headers: { ...(tag !== null && { 'if-none-match': tag }), ...createPrefetchHeader(opened) } };
};

/**
 * Fetches and caches an evaluation. `opened`: a user requested it, so prefetch runs do not delete it.
 * @throws Unreachable; Rejected (404: it does not exist for this user and was deleted from the cache)
 */
export async function fetchAndCacheEvaluation(
  reader: CacheOwner,
  id: string,
  opened: boolean,
): Promise<DatedEvaluation> {
  const place = evaluationCacheKey(id);
  const held = await readCachedEvaluation(reader, id);
  const response = await sendRequest('getEvaluation', {
    params: { id },
    ...createConditionalHeaders(held, opened),
  });
  const fetchedAt = Date.now();
  if (opened && (response.type === 'ok' || response.type === 'not_modified'))
    await deleteAccessLoggedByServer(reader.ownerId, id);
  if (response.type === 'not_modified' && held) {
    await tolerateFullDiskIfOpened(
      opened,
      cache.refreshCachedResponseTime(reader, place, { fetchedAt, opened }),
    );
    return { ...held, fetchedAt };
  }
  if (response.type === 'ok') {
    const etag = response.headers.get('etag');
    const value = { evaluation: response.body, etag, shape: EVALUATION_SCHEMA_HASH };
    await tolerateFullDiskIfOpened(opened, cache.cacheJson(reader, place, value, { fetchedAt, opened }));
    return { ...value, fetchedAt };
  }
  const failure = toResponseError(response);
  if (failure instanceof Rejected && failure.status === 404) await cache.deleteCachedEvaluation(reader, id);
  else if (opened && held)
    await recordOfflineAccess(reader.ownerId, { what: 'evaluation', evaluationId: id, fileId: null });
  throw failure;
}

/** Caches the state of an evaluation that the response to a change has shown completely. */
export const cacheChangedEvaluation = (
  reader: CacheOwner,
  { fetchedAt, ...value }: DatedEvaluation,
): Promise<void> =>
  tolerateFullDiskIfOpened(
    true,
    cache.cacheJson(reader, evaluationCacheKey(value.evaluation.id), value, { fetchedAt, opened: true }),
  );

/**
 * Returns the item of a cached list. The status is replaced if the evaluation was read after the list, so that a doctor sees an
 * evaluation as closed after signing it.
 */
async function withNewerCachedStatus(
  reader: CacheOwner,
  item: EvaluationListItem,
  since: number,
): Promise<EvaluationListItem> {
  const held = await readCachedEvaluation(reader, item.id);
  if (!held || held.fetchedAt <= since) return item;
  return { ...item, status: held.evaluation.status, ...signedListItemFields(held.evaluation) };
}

export async function readCachedEvaluationList(
  reader: CacheOwner,
  question: EvaluationListQuery,
): Promise<DatedEvaluationList | null> {
  const place = evaluationListCacheKey(question);
  const cached = place && (await cache.readCachedJson(reader, place, EvaluationList));
  if (!cached) return null;
  const { value, fetchedAt } = cached;
  const items = await Promise.all(value.items.map((item) => withNewerCachedStatus(reader, item, fetchedAt)));
  return { ...value, items, fetchedAt, source: 'provider' };
}

/** Returns the filters and the order of the list as the server reads them. */
export const toEvaluationFilterParams = (filters: EvaluationListFilters) => ({
  status: filters.statuses.join(','),
  search: filters.search,
  employer_company_id: filters.companyId,
  from: filters.from,
  to: filters.to,
  direction: hasOnlyOpenStatuses(filters) ? 'asc' : undefined,
});

const toEvaluationListParams = (question: EvaluationListQuery) => ({
  ...toEvaluationFilterParams(question.filters),
  page: question.page,
  page_size: pageSizeOf(question),
});

export async function fetchEvaluationList(
  reader: CacheOwner,
  question: EvaluationListQuery,
): Promise<DatedEvaluationList> {
  const response = await sendRequest('listEvaluations', { query: toEvaluationListParams(question) });
  if (response.type !== 'ok') throw toResponseError(response);
  const fetchedAt = Date.now();
  const place = evaluationListCacheKey(question);
  if (place)
    await tolerateFullDiskIfOpened(
      true,
      cache.cacheJson(reader, place, response.body, { fetchedAt, opened: false }),
    );
  return { ...response.body, fetchedAt, source: 'provider' };
}

/** Builds a list from cached evaluations when the list itself is not cached; null when the device has no evaluations (R2). */
export async function buildEvaluationListFromCache(
  reader: CacheOwner,
  question: EvaluationListQuery,
): Promise<DatedEvaluationList | null> {
  const cached = await cache.readCachedEvaluations(reader, EvaluationWithEtag);
  if (cached.length === 0) return null;
  const evaluations = cached.map(({ value }) => value.evaluation);
  const { filters, page } = question;
  const list = selectCachedEvaluationPage(evaluations, filters, { page, size: pageSizeOf(question) });
  return { ...list, fetchedAt: Math.min(...cached.map((one) => one.fetchedAt)), source: 'device' };
}

/** MIME types that the server sends under /files. */
const FILE_MIME_TYPES = ['image/jpeg', 'image/png', 'application/pdf'];
/** Time limit for the download of a file, ms; enough for a large attachment on a slow connection. */
const FILE_TIMEOUT_MS = 120_000;

export interface FileQuery {
  readonly evaluationId: string;
  readonly fileId: string;
  readonly storagePath: string;
}

export const isFileCached = (
  reader: CacheOwner,
  { evaluationId, storagePath }: Omit<FileQuery, 'fileId'>,
): Promise<boolean> => cache.isCached(reader, fileCacheKey(evaluationId, storagePath));

/** Returns the MIME type by the first bytes, because the cache does not store it. */
function detectMimeType(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0xff && second === 0xd8) return 'image/jpeg';
  return first === 0x89 ? 'image/png' : 'application/pdf';
}

/**
 * Returns a picture or attachment from the cache, where files never change, or fetches and caches it. `opened`: a user
 * requested it.
 * @throws Unreachable, Rejected
 */
export async function readOrFetchFile(
  reader: CacheOwner,
  question: FileQuery,
  opened: boolean,
): Promise<FileResponse> {
  const place = fileCacheKey(question.evaluationId, question.storagePath);
  const cached = await cache.readCachedBytes(reader, place);
  if (cached) {
    const { evaluationId, fileId } = question;
    // The server receives no request for a cached file, so the device records the access.
    if (opened) await recordOfflineAccess(reader.ownerId, { what: 'file', evaluationId, fileId });
    return { bytes: cached.value, mime: detectMimeType(cached.value) };
  }
  const response = await requestBytes('getFile', FILE_MIME_TYPES, {
    params: { '*': question.storagePath },
    headers: createPrefetchHeader(opened),
    timeoutMs: FILE_TIMEOUT_MS,
  });
  if (response.type !== 'ok') throw toResponseError(response);
  const { bytes } = response.body;
  await tolerateFullDiskIfOpened(
    opened,
    cache.cacheBytes(reader, place, bytes, { fetchedAt: Date.now(), opened: false }),
  );
  return response.body;
}
