import { keepPreviousData, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef } from 'react';
import { CACHE_MS } from '#contract/limits.ts';
import { countOutboxReceipts } from '#storage/outbox/entries.ts';
import { readConnectionState } from '#storage/device/connection-state.ts';
import { Unreachable } from '#sync/requests/api-request.ts';
import {
  fetchEvaluation,
  fetchList,
  listFromDevice,
  openEvaluation,
  readStoredFile,
  readCachedList,
  type DatedEvaluation,
  type DatedList,
  type FileQuery,
  type EvaluationListQuery,
  type CacheOwner,
} from '#sync/reads/evaluations.ts';
import { fetchSigningRules } from '#sync/changes/clinical.ts';
import { offeredOptions, type OfferedOptions } from '#domain/evaluation/offered.ts';
import { fetchDecisionOptions, readCachedDecisionOptions } from '#sync/reads/decision-options.ts';
import { fetchPhrases, readCachedPhrases, type DatedPhrases } from '#sync/catalogs/phrases.ts';
import { prefetchIfNew } from '#sync/reads/prefetch.ts';
import { cacheThenNetwork } from '#ui/hooks/cache-then-network.ts';

/** Refetch interval in ms, so that new evaluations of the branch appear automatically. */
const LIST_EVERY_MS = 30_000;
/**
 * Refetch interval of the open evaluation, in ms, so that a correction by reception appears. If the evaluation has not changed,
 * the response is a 304.
 */
const EVALUATION_EVERY_MS = 30_000;

type ScreenKey = readonly [what: 'evaluations' | 'evaluation' | 'file', ...rest: unknown[]];

const listKey = ({ ownerId, branchId }: CacheOwner, question: EvaluationListQuery): ScreenKey => [
  'evaluations',
  ownerId,
  branchId,
  question,
];
export const evaluationQueryKey = ({ ownerId, branchId }: CacheOwner, id: string): ScreenKey => [
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
 * Returns the first content of the list: the cached list or, if the connection is known to be down, a list built from the
 * evaluations on the device.
 */
const beginWith = async (reader: CacheOwner, question: EvaluationListQuery): Promise<DatedList | null> =>
  (await readCachedList(reader, question)) ??
  ((await readConnectionState()).name === 'down' ? listFromDevice(reader, question) : null);

/**
 * Reads a list. `asking`: true if the session is open and the connection is not known to be down; only then is the server
 * requested.
 */
export function useEvaluationList(reader: CacheOwner, question: EvaluationListQuery, asking: boolean) {
  const key = listKey(reader, question);
  const client = useQueryClient();
  const readNow = async (): Promise<DatedList> => {
    try {
      const list = await fetchList(reader, question);
      prefetchIfNew(reader, question, list).catch(reportError);
      return list;
    } catch (error) {
      const known = client.getQueryData(key) !== undefined;
      const own = error instanceof Unreachable && !known ? await listFromDevice(reader, question) : null;
      if (!own) throw error;
      return own;
    }
  };
  return useQuery({
    queryKey: key,
    queryFn: readNow,
    persister: cacheThenNetwork(() => beginWith(reader, question)),
    staleTime: CACHE_MS.list,
    placeholderData: keepPreviousData,
    refetchInterval: asking ? LIST_EVERY_MS : false,
  });
}

export const useEvaluation = (reader: CacheOwner, id: string, asking: boolean) =>
  useQuery({
    queryKey: evaluationQueryKey(reader, id),
    queryFn: () => fetchEvaluation(reader, id, true),
    persister: cacheThenNetwork<DatedEvaluation, ScreenKey>(() => openEvaluation(reader, id)),
    staleTime: CACHE_MS.evaluation,
    refetchInterval: asking ? EVALUATION_EVERY_MS : false,
  });

/**
 * Reads the clinic's phrases: first those on the device, then the current ones. Their order does not change while the doctor
 * writes.
 */
export const usePhrases = ({ ownerId }: CacheOwner) =>
  useQuery({
    queryKey: ['phrases', ownerId] satisfies PhrasesKey,
    queryFn: () => fetchPhrases(ownerId),
    persister: cacheThenNetwork<DatedPhrases, PhrasesKey>(() => readCachedPhrases(ownerId)),
    staleTime: CACHE_MS.default,
  });
type PhrasesKey = ['phrases', string];

/** Returns the options that the clinic offers for an evaluation type; the default options if the device does not know them. */
export function useOfferedOptions(reader: CacheOwner, evaluation_type_id: string): OfferedOptions {
  const { data } = useQuery({
    queryKey: ['decision-options', reader.ownerId, reader.branchId] satisfies QueryKey,
    queryFn: () => fetchDecisionOptions(reader),
    persister: cacheThenNetwork(() => readCachedDecisionOptions(reader)),
    staleTime: CACHE_MS.default,
  });
  return offeredOptions(data?.options ?? null, evaluation_type_id);
}

/**
 * Reads the rules that state for which doctors the user may sign. If they are unknown, signing is not blocked and the server
 * decides.
 */
export const useSigningRules = ({ ownerId, branchId }: CacheOwner, asking: boolean) =>
  useQuery({
    queryKey: ['signing-rules', ownerId, branchId] satisfies QueryKey,
    queryFn: fetchSigningRules,
    enabled: asking,
    staleTime: CACHE_MS.evaluation,
  });

/** Reads a stored file, which is never fetched again because it never changes. */
export const useStoredFile = (reader: CacheOwner, question: FileQuery) =>
  useQuery({
    queryKey: ['file', reader.ownerId, reader.branchId, question] satisfies QueryKey,
    queryFn: () => readStoredFile(reader, question, true),
    staleTime: Infinity,
  });
