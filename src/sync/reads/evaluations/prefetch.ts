import type { EvaluationList } from '#contract/records/evaluation/evaluations.ts';
import { PREFETCHED_EVALUATIONS_MAX } from '#contract/limits.ts';
import { hasOnlyOpenStatuses } from '#domain/evaluation/list-query.ts';
import { readAccount } from '#storage/account/accounts.ts';
import { isCached, pruneStaleCacheRows } from '#storage/cache/cache.ts';
import { probeServer } from '../../outbox/sending/probe.ts';
import { Rejected, Unreachable, sendRequest } from '../../requests/api-request.ts';
import { isUnsupportedCallError } from '../../messages/failure-text.ts';
import {
  evaluationCacheKey,
  fetchAndCacheEvaluation,
  isFileCached,
  readOrFetchFile,
  type FileQuery,
  type EvaluationListQuery,
  type CacheOwner,
} from './evaluations.ts';

/** Web Lock under which only one tab prefetches, because all tabs share one cache. */
const PREFETCH_LOCK_NAME = 'ventanilla-prefetch';
/** Maximum number of requests in flight; low, because reception needs the connection. */
const MAX_PARALLEL_PREFETCHES = 2;

export type PrefetchOutcome =
  /** The signed-in user may not read evaluations, or another tab is prefetching. */
  | 'not_due'
  | 'done'
  /** The connection or the session ended during the run; evaluations fetched so far stay cached. */
  | 'broken_off';

async function readPrefetchCacheOwner(): Promise<CacheOwner | null> {
  const account = await readAccount();
  if (!account?.branchId || account.gate !== 'open' || !account.actions.includes('manage_evaluations'))
    return null;
  return { ownerId: account.userId, branchId: account.branchId };
}

/**
 * Returns true if requests for all other evaluations would fail too. An unexpected response may concern a single evaluation, so
 * the health check decides (S6).
 */
async function shouldEndPrefetch(error: Unreachable | Rejected): Promise<boolean> {
  if (error instanceof Rejected) return error.status === 401 || error.status >= 500;
  return error.reason !== 'portal' || !(await probeServer()).reached;
}

/** State of a prefetch run. After the first file that the server cannot send, no more files are requested. */
interface PrefetchRun {
  givesFiles: boolean;
}

async function prefetchFile(reader: CacheOwner, question: FileQuery, round: PrefetchRun): Promise<void> {
  if (!round.givesFiles || (await isFileCached(reader, question))) return;
  try {
    await readOrFetchFile(reader, question, false);
  } catch (error) {
    if (!isUnsupportedCallError(error)) throw error;
    round.givesFiles = false;
  }
}

/**
 * Caches an evaluation with its pictures.
 * @throws Unreachable, Rejected; the caller then ends the run or continues with the next evaluation
 */
async function prefetchEvaluation(reader: CacheOwner, id: string, round: PrefetchRun): Promise<void> {
  const { evaluation } = await fetchAndCacheEvaluation(reader, id, false);
  for (const { id: fileId, storage_path: storagePath } of evaluation.media)
    await prefetchFile(reader, { evaluationId: id, fileId, storagePath }, round);
}

async function prefetchEvaluationsById(reader: CacheOwner, ids: readonly string[]): Promise<PrefetchOutcome> {
  const left = [...ids];
  const round: PrefetchRun = { givesFiles: true };
  let end: PrefetchOutcome = 'done';
  const runWorker = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      try {
        await prefetchEvaluation(reader, id, round);
      } catch (error) {
        if (!(error instanceof Unreachable || error instanceof Rejected)) throw error;
        if (!(await shouldEndPrefetch(error))) continue;
        end = 'broken_off';
        left.length = 0;
      }
    }
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL_PREFETCHES }, runWorker));
  return end;
}

async function runPrefetch(): Promise<PrefetchOutcome> {
  const reader = await readPrefetchCacheOwner();
  if (!reader) return 'not_due';
  const response = await sendRequest('listEvaluations', {
    query: { page: 1, page_size: PREFETCHED_EVALUATIONS_MAX },
  });
  if (response.type !== 'ok') return 'broken_off';
  const ids = response.body.items.map((item) => item.id);
  const end = await prefetchEvaluationsById(reader, ids);
  await pruneStaleCacheRows(reader, new Set(ids), Date.now());
  return end;
}

/**
 * Caches the branch's newest open evaluations with their pictures for a user who works with evaluations (R2). An unchanged
 * evaluation costs one 304 response. Throws storage failures.
 */
export const prefetchEvaluations = (): Promise<PrefetchOutcome> =>
  navigator.locks.request(PREFETCH_LOCK_NAME, { ifAvailable: true }, (lock) =>
    lock ? runPrefetch() : 'not_due',
  );

/**
 * Returns true if a prefetch run fetches every open evaluation of this list. The list must have no filter by text, day or
 * company. A list of only open evaluations must not be longer than a prefetch run; of any other list, only the first page
 * counts.
 */
const isCoveredByPrefetch = ({ filters, page }: EvaluationListQuery, total: number): boolean =>
  [filters.search, filters.from, filters.to, filters.companyId].every((text) => text === '') &&
  (hasOnlyOpenStatuses(filters) ? total <= PREFETCHED_EVALUATIONS_MAX : page === 1);

export async function prefetchIfAnyUncached(
  reader: CacheOwner,
  question: EvaluationListQuery,
  { items, total }: EvaluationList,
): Promise<PrefetchOutcome> {
  if (!isCoveredByPrefetch(question, total)) return 'not_due';
  const open = items.filter(({ status }) => status !== 'cerrada');
  for (const { id } of open)
    if (!(await isCached(reader, evaluationCacheKey(id)))) return prefetchEvaluations();
  return 'not_due';
}
