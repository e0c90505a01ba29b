import * as z from 'zod/mini';
import {
  Evaluation,
  EvaluationList,
  type EvaluationListItem,
} from '#contract/records/evaluation/evaluations.ts';
import { HEADER } from '#contract/headers.ts';
import { EVALUATIONS_PAGE_SIZE } from '#contract/limits.ts';
import { closedPart, isQueue, listOnDevice, type ListFilters } from '#domain/evaluation/listing.ts';
import type { Bytes } from '#network/client.ts';
import * as cache from '#storage/cache/cache.ts';
import type { CacheKey, Kept, Reader } from '#storage/cache/cache.ts';
import { Refused, ask, askForBytes, failureOf } from '../requests/api-request.ts';
import { tolerateFullDisk } from '../api/tolerate-full-disk.ts';
import { noteOpened, settleOpened } from '../telling/readings.ts';

export type { Reader } from '#storage/cache/cache.ts';
export type { ListFilters } from '#domain/evaluation/listing.ts';

/**
 * Hash of the contract's schema, so that a version of the app that reads other fields has another value; its test shows how it
 * is made.
 */
export const EVALUATION_SHAPE = '3df30319';

/** Evaluation with the tag of its state, which a save must name (`If-Match`), and the shape with which it was read. */
const TaggedEvaluation = z.object({
  evaluation: Evaluation,
  etag: z._default(z.nullable(z.string()), null),
  shape: z.optional(z.string()),
});
export type TaggedEvaluation = Readonly<z.infer<typeof TaggedEvaluation>>;

export type DatedEvaluation = TaggedEvaluation & { readonly fetchedAt: number };

export interface DatedList extends EvaluationList {
  readonly fetchedAt: number;
  /** `device`: built from the evaluations on this device, because the server cannot be reached. */
  readonly source: 'provider' | 'device';
}

/** List query for one page, counted from 1. */
export interface ListQuestion {
  readonly filters: ListFilters;
  readonly page: number;
  /** Rows per page; default: that of the screen's list. */
  readonly size?: number;
}

const sizeOf = ({ size }: ListQuestion): number => size ?? EVALUATIONS_PAGE_SIZE;

export const evaluationPlace = (id: string): CacheKey => ({
  kind: 'evaluation',
  name: id,
  evaluationId: id,
});
const filePlace = (evaluationId: string, storagePath: string): CacheKey => ({
  kind: 'file',
  name: storagePath,
  evaluationId,
});

/** Returns the cache key of a list; null when the query names a patient, because such a list leaves no trace (D1, D5). */
function listPlace({ filters, page, size }: ListQuestion): CacheKey | null {
  if (filters.search !== '') return null;
  const { statuses, from, to, companyId } = filters;
  const pages = size === undefined ? [page] : [page, size];
  const name = [[...statuses].sort().join('+'), from, to, companyId, ...pages].join('|');
  return { kind: 'list', name, evaluationId: null };
}

const dated = ({ value, fetchedAt }: Kept<TaggedEvaluation>): DatedEvaluation => ({ ...value, fetchedAt });

export async function recallEvaluation(reader: Reader, id: string): Promise<DatedEvaluation | null> {
  const kept = await cache.recallJson(reader, evaluationPlace(id), TaggedEvaluation);
  return kept && dated(kept);
}

/**
 * Returns the evaluation from the device when a user opens it (R4). The server is requested next (R3), and if it responds, that
 * is the logged access.
 */
export async function openEvaluation(reader: Reader, id: string): Promise<DatedEvaluation | null> {
  const kept = await recallEvaluation(reader, id);
  if (kept) await noteOpened(reader.ownerId, { what: 'evaluation', evaluationId: id, fileId: null });
  return kept;
}

/** Returns the header of a request that no user made: the server's log distinguishes a prefetch from an access by a user. */
const purpose = (opened: boolean): Record<string, string> => (opened ? {} : { [HEADER.prefetch]: '1' });

/**
 * Returns the tag for a conditional request; null when an app version with fewer fields cached the evaluation, because a 304
 * would not make it complete.
 */
const tagOf = (held: TaggedEvaluation | null): string | null =>
  held?.shape === EVALUATION_SHAPE ? held.etag : null;

const conditions = (held: TaggedEvaluation | null, opened: boolean) => {
  const tag = tagOf(held);
  return { headers: { ...(tag !== null && { 'if-none-match': tag }), ...purpose(opened) } };
};

/**
 * Returns the evaluation as the server has it now, and caches it. `opened`: a user requested it, so that it stays.
 * @throws Unreachable, Refused (404: it does not exist for this reader, and is removed from the device)
 */
export async function fetchEvaluation(reader: Reader, id: string, opened: boolean): Promise<DatedEvaluation> {
  const place = evaluationPlace(id);
  const held = await recallEvaluation(reader, id);
  const answer = await ask('getEvaluation', { params: { id }, ...conditions(held, opened) });
  const fetchedAt = Date.now();
  if (opened && (answer.type === 'ok' || answer.type === 'not_modified'))
    await settleOpened(reader.ownerId, id);
  if (answer.type === 'not_modified' && held) {
    await tolerateFullDisk(opened, cache.confirmKept(reader, place, { fetchedAt, opened }));
    return { ...held, fetchedAt };
  }
  if (answer.type === 'ok') {
    const etag = answer.headers.get('etag');
    const value = { evaluation: answer.body, etag, shape: EVALUATION_SHAPE };
    await tolerateFullDisk(opened, cache.keepJson(reader, place, value, { fetchedAt, opened }));
    return { ...value, fetchedAt };
  }
  const failure = failureOf(answer);
  if (failure instanceof Refused && failure.status === 404) await cache.dropKept(reader, id);
  else if (opened && held)
    await noteOpened(reader.ownerId, { what: 'evaluation', evaluationId: id, fileId: null });
  throw failure;
}

/**
 * Returns a cached list item with the status that was read of its evaluation since: a doctor who has just signed it sees it
 * closed.
 */
async function asReadSince(
  reader: Reader,
  item: EvaluationListItem,
  since: number,
): Promise<EvaluationListItem> {
  const held = await recallEvaluation(reader, item.id);
  if (!held || held.fetchedAt <= since) return item;
  return { ...item, status: held.evaluation.status, ...closedPart(held.evaluation) };
}

export async function recallList(reader: Reader, question: ListQuestion): Promise<DatedList | null> {
  const place = listPlace(question);
  const kept = place && (await cache.recallJson(reader, place, EvaluationList));
  if (!kept) return null;
  const { value, fetchedAt } = kept;
  const items = await Promise.all(value.items.map((item) => asReadSince(reader, item, fetchedAt)));
  return { ...value, items, fetchedAt, source: 'provider' };
}

const toQuery = (question: ListQuestion) => ({
  status: question.filters.statuses.join(','),
  search: question.filters.search,
  employer_company_id: question.filters.companyId,
  from: question.filters.from,
  to: question.filters.to,
  direction: isQueue(question.filters) ? 'asc' : undefined,
  page: question.page,
  page_size: sizeOf(question),
});

/** @throws Unreachable, Refused */
export async function fetchList(reader: Reader, question: ListQuestion): Promise<DatedList> {
  const answer = await ask('listEvaluations', { query: toQuery(question) });
  if (answer.type !== 'ok') throw failureOf(answer);
  const fetchedAt = Date.now();
  const place = listPlace(question);
  if (place)
    await tolerateFullDisk(true, cache.keepJson(reader, place, answer.body, { fetchedAt, opened: false }));
  return { ...answer.body, fetchedAt, source: 'provider' };
}

/** Builds a list that was never fetched from the evaluations on the device; null when it has none (R2). */
export async function listFromDevice(reader: Reader, question: ListQuestion): Promise<DatedList | null> {
  const kept = await cache.recallEvaluations(reader, TaggedEvaluation);
  if (kept.length === 0) return null;
  const evaluations = kept.map(({ value }) => value.evaluation);
  const { filters, page } = question;
  const list = listOnDevice(evaluations, filters, { page, size: sizeOf(question) });
  return { ...list, fetchedAt: Math.min(...kept.map((one) => one.fetchedAt)), source: 'device' };
}

/** MIME types that the server serves under /files. */
const FILE_TYPES = ['image/jpeg', 'image/png', 'application/pdf'];
/** Enough for a whole attachment over a slow connection. */
const FILE_TIMEOUT_MS = 120_000;

/** File of an evaluation, and where it is stored. */
export interface FileQuestion {
  readonly evaluationId: string;
  readonly fileId: string;
  readonly storagePath: string;
}

export const hasFile = (
  reader: Reader,
  { evaluationId, storagePath }: Omit<FileQuestion, 'fileId'>,
): Promise<boolean> => cache.isKept(reader, filePlace(evaluationId, storagePath));

/** Returns the MIME type by the first bytes, because it is not stored next to the encrypted bytes. */
function mimeOf(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0xff && second === 0xd8) return 'image/jpeg';
  return first === 0x89 ? 'image/png' : 'application/pdf';
}

/**
 * Returns a picture or an attachment: from the device if it is cached (a stored file never changes), otherwise from the server,
 * and then caches it. `opened` as for an evaluation.
 * @throws Unreachable, Refused
 */
export async function readFile(reader: Reader, question: FileQuestion, opened: boolean): Promise<Bytes> {
  const place = filePlace(question.evaluationId, question.storagePath);
  const kept = await cache.recallBytes(reader, place);
  if (kept) {
    const { evaluationId, fileId } = question;
    // The server receives no request, even with network, so the device records the access.
    if (opened) await noteOpened(reader.ownerId, { what: 'file', evaluationId, fileId });
    return { bytes: kept.value, mime: mimeOf(kept.value) };
  }
  const answer = await askForBytes('getFile', FILE_TYPES, {
    params: { '*': question.storagePath },
    headers: purpose(opened),
    timeoutMs: FILE_TIMEOUT_MS,
  });
  if (answer.type !== 'ok') throw failureOf(answer);
  const { bytes } = answer.body;
  await tolerateFullDisk(
    opened,
    cache.keepBytes(reader, place, bytes, { fetchedAt: Date.now(), opened: false }),
  );
  return answer.body;
}
