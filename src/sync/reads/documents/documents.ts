import { DOCUMENT_TIMEOUT_MS, DOCUMENTS, type DocumentKind } from '#contract/documents.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { documentFileName } from '#domain/evaluation/documents.ts';
import * as cache from '#storage/cache/cache.ts';
import type { CacheKey, CacheOwner } from '#storage/cache/cache.ts';
import { tolerateFullDiskIfOpened } from '../../api/tolerate-full-disk.ts';
import { Unreachable, requestBytes, toResponseError } from '../../requests/api-request.ts';
import { recordOfflineAccess } from '../../reporting/offline-accesses.ts';

export interface FetchedDocument {
  readonly bytes: ArrayBuffer;
  readonly fileName: string;
  /**
   * Time at which the device received the cached document, ms since the epoch; null when the document comes directly from the
   * server.
   */
  readonly keptSince: number | null;
}

/** Identifies a signed version of an evaluation. An `Evaluation` that is passed here identifies its last signed version. */
export type SignedVersionReference = Pick<Evaluation, 'id' | 'version' | 'closed_at'>;

const documentCacheKeyOf = (
  kind: DocumentKind,
  { id, version, closed_at: closedAt }: SignedVersionReference,
): CacheKey => ({
  kind: 'document',
  name: `${kind}|${id}|${version ?? ''}|${closedAt ?? ''}`,
  evaluationId: id,
});

export const isDocumentCached = (
  reader: CacheOwner,
  kind: DocumentKind,
  evaluation: SignedVersionReference,
): Promise<boolean> => cache.isCached(reader, documentCacheKeyOf(kind, evaluation));

type BytesCallName = Parameters<typeof requestBytes>[0];

interface DocumentRequest {
  readonly call: BytesCallName;
  readonly params: Readonly<Record<string, string>>;
  readonly fileName: string;
}

/**
 * Reads the document from the server, which logs the access; reads it from the cache when the server is unreachable.
 * @throws as fetchOrReadDocument
 */
async function fetchOrReadCachedDocument(
  reader: CacheOwner,
  kind: DocumentKind,
  closing: SignedVersionReference,
  { call, params, fileName }: DocumentRequest,
): Promise<FetchedDocument> {
  const place = documentCacheKeyOf(kind, closing);
  const response = await requestBytes(call, ['application/pdf'], { params, timeoutMs: DOCUMENT_TIMEOUT_MS });
  if (response.type === 'ok') {
    const { bytes } = response.body;
    const keeping = { fetchedAt: Date.now(), opened: true };
    await tolerateFullDiskIfOpened(true, cache.cacheBytes(reader, place, bytes, keeping));
    return { bytes, fileName, keptSince: null };
  }
  const failure = toResponseError(response);
  const cached = failure instanceof Unreachable ? await cache.readCachedBytes(reader, place) : null;
  if (!cached) throw failure;
  await recordOfflineAccess(reader.ownerId, { what: kind, evaluationId: closing.id, fileId: null });
  return { bytes: cached.value, fileName, keptSince: cached.fetchedAt };
}

/**
 * Returns the document of the last signed version.
 * @throws Rejected; Unreachable when the device has no cached copy
 */
export const fetchOrReadDocument = (
  reader: CacheOwner,
  kind: DocumentKind,
  evaluation: SignedVersionReference,
): Promise<FetchedDocument> => {
  const { id } = evaluation;
  return fetchOrReadCachedDocument(reader, kind, evaluation, {
    call: DOCUMENTS[kind].call,
    params: { id },
    fileName: documentFileName(kind, id),
  });
};

/**
 * Returns the concept of one signed version, even if it was replaced or voided later.
 * @throws as fetchOrReadDocument
 */
export const fetchOrReadIssuedConcept = (
  reader: CacheOwner,
  closing: SignedVersionReference & { readonly version: number },
): Promise<FetchedDocument> => {
  const { id, version } = closing;
  return fetchOrReadCachedDocument(reader, 'concept', closing, {
    call: 'issuedConceptPdf',
    params: { id, version: String(version) },
    fileName: documentFileName('concept', id, version),
  });
};
