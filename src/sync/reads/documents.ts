import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { type DocumentKind, documentFileName } from '#domain/evaluation/document-name.ts';
import * as cache from '#storage/cache/cache.ts';
import type { CacheKey, Reader } from '#storage/cache/cache.ts';
import { Unreachable, askForBytes, failureOf } from '../requests/api-request.ts';
import { noteOpened } from '../telling/readings.ts';

const CALLS = { concept: 'conceptPdf', history: 'clinicalHistory' } as const satisfies Record<
  DocumentKind,
  string
>;
/** The provider writes it when it is asked for, one after the other. */
const TIMEOUT_MS = 60_000;

export interface ReadDocument {
  readonly bytes: ArrayBuffer;
  readonly fileName: string;
  /** When the provider wrote it, where it comes from the device; null when it is new. */
  readonly keptSince: number | null;
}

/** Each closing has documents of its own. */
const placeOf = (kind: DocumentKind, { id, version, closed_at: closedAt }: Evaluation): CacheKey => ({
  kind: 'document',
  name: `${kind}|${id}|${version ?? ''}|${closedAt ?? ''}`,
  evaluationId: id,
});

export const isDocumentHere = (
  reader: Reader,
  kind: DocumentKind,
  evaluation: Evaluation,
): Promise<boolean> => cache.isKept(reader, placeOf(kind, evaluation));

/**
 * The document from the provider, which notes who reads it; from the device where the provider cannot be asked.
 * @throws Refused, Unreachable when it was never opened here
 */
export async function fetchDocument(
  reader: Reader,
  kind: DocumentKind,
  evaluation: Evaluation,
): Promise<ReadDocument> {
  const place = placeOf(kind, evaluation);
  const fileName = documentFileName(kind, evaluation.id);
  const params = { id: evaluation.id };
  const answer = await askForBytes(CALLS[kind], ['application/pdf'], { params, timeoutMs: TIMEOUT_MS });
  if (answer.type === 'ok') {
    await cache.keepBytes(reader, place, answer.body.bytes, { fetchedAt: Date.now(), opened: true });
    return { bytes: answer.body.bytes, fileName, keptSince: null };
  }
  const failure = failureOf(answer);
  const kept = failure instanceof Unreachable ? await cache.recallBytes(reader, place) : null;
  if (!kept) throw failure;
  await noteOpened(reader.ownerId, { what: kind, evaluationId: evaluation.id, fileId: null });
  return { bytes: kept.value, fileName, keptSince: kept.fetchedAt };
}
