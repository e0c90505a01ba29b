import { DOCUMENT_TIMEOUT_MS, DOCUMENTS } from '#contract/documents.ts';
import type { DeliveryList, DeliveryState } from '#contract/records/evaluation/deliveries.ts';
import { documentFileName } from '#domain/evaluation/documents.ts';
import { requestBytes, sendRequest, toResponseError } from '../../requests/api-request.ts';
import type { FetchedDocument } from './documents.ts';

export interface DeliveryQuery {
  readonly search: string;
  readonly state: DeliveryState | 'all';
  /** Page number, counted from 1. */
  readonly page: number;
  readonly size: number;
}

export interface DatedDeliveries extends DeliveryList {
  readonly fetchedAt: number;
  /** ETag of the response, which the next request for the same query sends; null without one. */
  readonly etag: string | null;
}

/**
 * Returns a page of today's deliveries. They stay in memory: the device stores neither this list nor the concepts of
 * reception, so that a lost tablet contains none of them.
 * @param known last response to the same query, which a 304 confirms
 * @throws Unreachable, Rejected
 */
export async function fetchDeliveries(
  { search, state, page, size }: DeliveryQuery,
  known: DatedDeliveries | null = null,
): Promise<DatedDeliveries> {
  const response = await sendRequest('listDeliveries', {
    query: {
      search: search.trim() || undefined,
      state: state === 'all' ? undefined : state,
      page,
      page_size: size,
    },
    ...(known?.etag && { headers: { 'if-none-match': known.etag } }),
  });
  const fetchedAt = Date.now();
  if (response.type === 'not_modified' && known) return { ...known, fetchedAt };
  if (response.type !== 'ok') throw toResponseError(response);
  return { ...response.body, fetchedAt, etag: response.headers.get('etag') };
}

/**
 * Returns the concept of the valid signed version, which the device does not store.
 * @throws Unreachable, Rejected
 */
export async function fetchConceptToDeliver(id: string): Promise<FetchedDocument> {
  const response = await requestBytes(DOCUMENTS.concept.call, ['application/pdf'], {
    params: { id },
    timeoutMs: DOCUMENT_TIMEOUT_MS,
  });
  if (response.type !== 'ok') throw toResponseError(response);
  return { bytes: response.body.bytes, fileName: documentFileName('concept', id), keptSince: null };
}
