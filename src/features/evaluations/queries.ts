import { keepPreviousData, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef } from 'react';
import { CACHE_LIFETIME_MS } from '#contract/limits.ts';
import type { EvaluationTemplate } from '#contract/records/evaluation/templates.ts';
import { countOutboxReceipts } from '#storage/outbox/entries.ts';
import { readConnectionState } from '#storage/device/connection-state.ts';
import { Unreachable } from '#sync/requests/api-request.ts';
import {
  fetchAndCacheEvaluation,
  fetchEvaluationList,
  buildEvaluationListFromCache,
  openCachedEvaluation,
  readOrFetchFile,
  readCachedEvaluationList,
  type DatedEvaluation,
  type DatedEvaluationList,
  type FileQuery,
  type EvaluationListQuery,
  type CacheOwner,
} from '#sync/reads/evaluations/evaluations.ts';
import { fetchSigningRules } from '#sync/changes/clinical.ts';
import { optionsOfferedToDoctor, type OfferedOptions } from '#domain/evaluation/worksheet/offered.ts';
import { fetchDecisionOptions, readCachedDecisionOptions } from '#sync/reads/decision-options.ts';
import { fetchEvaluationTemplates, readCachedEvaluationTemplates } from '#sync/reads/evaluation-templates.ts';
import { refreshAndReadPhrases, readCachedPhrases, type DatedPhrases } from '#sync/catalogs/phrases.ts';
import { prefetchIfAnyUncached } from '#sync/reads/evaluations/prefetch.ts';
import { createCacheThenNetworkPersister } from '#ui/hooks/cache-then-network.ts';

/** Interval in ms for refetching the list, so that new evaluations appear. */
export const LIST_REFETCH_INTERVAL_MS = 30_000;
/**
 * Interval in ms for refetching the open evaluation, so that a correction by reception appears. An unchanged evaluation costs
 * only a 304.
 */
const EVALUATION_REFETCH_INTERVAL_MS = 30_000;

type EvaluationQueryKey = readonly [what: 'evaluations' | 'evaluation' | 'file', ...rest: unknown[]];

const evaluationListQueryKey = (
  { ownerId, branchId }: CacheOwner,
  question: EvaluationListQuery,
): EvaluationQueryKey => ['evaluations', ownerId, branchId, question];
export const evaluationQueryKey = ({ ownerId, branchId }: CacheOwner, id: string): EvaluationQueryKey => [
  'evaluation',
  ownerId,
  branchId,
  id,
];

/** Fetches the queries again when the server has received an item from this device. */
export function useRefetchOnDelivery(ownerId: string): void {
  const client = useQueryClient();
  const settled = useLiveQuery(() => countOutboxReceipts(ownerId), [ownerId]);
  const before = useRef(settled);
  useEffect(() => {
    const arrived = before.current !== undefined && settled !== before.current;
    before.current = settled;
    if (arrived) void client.invalidateQueries();
  }, [client, settled]);
}

/**
 * Returns what the list shows first: the cached response, or the evaluations on the device if the connection is known to be
 * down.
 */
const readInitialList = async (
  reader: CacheOwner,
  question: EvaluationListQuery,
): Promise<DatedEvaluationList | null> =>
  (await readCachedEvaluationList(reader, question)) ??
  ((await readConnectionState()).name === 'down' ? buildEvaluationListFromCache(reader, question) : null);

/**
 * Reads a list. `asking`: true if the session is open and the connection is not known to be down; if false, no request is sent.
 */
export function useEvaluationList(reader: CacheOwner, question: EvaluationListQuery, asking: boolean) {
  const key = evaluationListQueryKey(reader, question);
  const client = useQueryClient();
  const readNow = async (): Promise<DatedEvaluationList> => {
    try {
      const list = await fetchEvaluationList(reader, question);
      prefetchIfAnyUncached(reader, question, list).catch(reportError);
      return list;
    } catch (error) {
      const known = client.getQueryData(key) !== undefined;
      const own =
        error instanceof Unreachable && !known ? await buildEvaluationListFromCache(reader, question) : null;
      if (!own) throw error;
      return own;
    }
  };
  return useQuery({
    queryKey: key,
    queryFn: readNow,
    persister: createCacheThenNetworkPersister(() => readInitialList(reader, question)),
    staleTime: CACHE_LIFETIME_MS.list,
    placeholderData: keepPreviousData,
    refetchInterval: asking ? LIST_REFETCH_INTERVAL_MS : false,
  });
}

export const useEvaluation = (reader: CacheOwner, id: string, asking: boolean) =>
  useQuery({
    queryKey: evaluationQueryKey(reader, id),
    queryFn: () => fetchAndCacheEvaluation(reader, id, true),
    persister: createCacheThenNetworkPersister<DatedEvaluation, EvaluationQueryKey>(() =>
      openCachedEvaluation(reader, id),
    ),
    staleTime: CACHE_LIFETIME_MS.evaluation,
    refetchInterval: asking ? EVALUATION_REFETCH_INTERVAL_MS : false,
  });

/**
 * Reads the clinic's phrases, first from the device, then from the server. Their order stays the same while the doctor writes.
 */
export const usePhrases = ({ ownerId }: CacheOwner) =>
  useQuery({
    queryKey: ['phrases', ownerId] satisfies PhrasesKey,
    queryFn: () => refreshAndReadPhrases(ownerId),
    persister: createCacheThenNetworkPersister<DatedPhrases, PhrasesKey>(() => readCachedPhrases(ownerId)),
    staleTime: CACHE_LIFETIME_MS.default,
  });
type PhrasesKey = ['phrases', string];

/**
 * Returns the options that the clinic offers for an evaluation type, or default options if the device does not know the
 * clinic's options.
 */
export function useOfferedOptions(reader: CacheOwner, evaluation_type_id: string): OfferedOptions {
  const { data } = useQuery({
    queryKey: ['decision-options', reader.ownerId, reader.branchId] satisfies QueryKey,
    queryFn: () => fetchDecisionOptions(reader),
    persister: createCacheThenNetworkPersister(() => readCachedDecisionOptions(reader)),
    staleTime: CACHE_LIFETIME_MS.default,
  });
  return optionsOfferedToDoctor(data?.options ?? null, evaluation_type_id);
}

/** Returns the clinic's templates, also inactive ones; none while they are unknown. */
export function useEvaluationTemplates(reader: CacheOwner): readonly EvaluationTemplate[] {
  const { data } = useQuery({
    queryKey: ['evaluation-templates', reader.ownerId, reader.branchId] satisfies QueryKey,
    queryFn: () => fetchEvaluationTemplates(reader),
    persister: createCacheThenNetworkPersister(() => readCachedEvaluationTemplates(reader)),
    staleTime: CACHE_LIFETIME_MS.default,
  });
  return data?.items ?? [];
}

/**
 * Reads the rules that state as which doctors the user may sign. If the rules are unknown, the server decides when the user
 * signs.
 */
export const useSigningRules = ({ ownerId, branchId }: CacheOwner, asking: boolean) =>
  useQuery({
    queryKey: ['signing-rules', ownerId, branchId] satisfies QueryKey,
    queryFn: fetchSigningRules,
    enabled: asking,
    staleTime: CACHE_LIFETIME_MS.evaluation,
  });

/** Reads a stored file. It is never fetched again, because files do not change. */
export const useEvaluationFile = (reader: CacheOwner, question: FileQuery) =>
  useQuery({
    queryKey: ['file', reader.ownerId, reader.branchId, question] satisfies QueryKey,
    queryFn: () => readOrFetchFile(reader, question, true),
    staleTime: Infinity,
  });
