import { keepPreviousData, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef } from 'react';
import { CACHE_MS } from '#contract/limits.ts';
import { countClosed } from '#storage/outbox/entries.ts';
import { readConnectionState } from '#storage/device/link.ts';
import { Unreachable } from '#sync/requests/api-request.ts';
import {
  fetchEvaluation,
  fetchList,
  listFromDevice,
  openEvaluation,
  readFile,
  readCachedList,
  type DatedEvaluation,
  type DatedList,
  type FileQuery,
  type EvaluationListQuery,
  type Reader,
} from '#sync/reads/evaluations.ts';
import { fetchSigningRules } from '#sync/changes/clinical.ts';
import { offeredBy, type Offered } from '#domain/evaluation/offered.ts';
import { fetchDecisionOptions, readCachedDecisionOptions } from '#sync/reads/decision-options.ts';
import { fetchPhrases, readCachedPhrases, type DatedPhrases } from '#sync/catalogs/phrases.ts';
import { prefetchIfNew } from '#sync/reads/prefetch.ts';
import { cacheThenNetwork } from '#ui/hooks/cache-then-network.ts';

/** Refetch interval, so that new evaluations of the branch appear automatically. */
const LIST_EVERY_MS = 30_000;
/**
 * Refetch interval of the open evaluation, within which a correction by reception is shown. An unchanged evaluation costs a
 * 304.
 */
const EVALUATION_EVERY_MS = 30_000;

type ScreenKey = readonly [what: 'evaluations' | 'evaluation' | 'file', ...rest: unknown[]];

const listKey = ({ ownerId, branchId }: Reader, question: EvaluationListQuery): ScreenKey => [
  'evaluations',
  ownerId,
  branchId,
  question,
];
export const evaluationKey = ({ ownerId, branchId }: Reader, id: string): ScreenKey => [
  'evaluation',
  ownerId,
  branchId,
  id,
];

/** Refetches the queries when an item of this device has arrived. */
export function useArrivals(ownerId: string): void {
  const client = useQueryClient();
  const settled = useLiveQuery(() => countClosed(ownerId), [ownerId]);
  const before = useRef(settled);
  useEffect(() => {
    const arrived = before.current !== undefined && settled !== before.current;
    before.current = settled;
    if (arrived) void client.invalidateQueries();
  }, [client, settled]);
}

/**
 * Returns the cached list. If the connection is known to be down, returns the list built from the device instead of letting the
 * user wait.
 */
const beginWith = async (reader: Reader, question: EvaluationListQuery): Promise<DatedList | null> =>
  (await readCachedList(reader, question)) ??
  ((await readConnectionState()).name === 'down' ? listFromDevice(reader, question) : null);

/** Reads a list. `asking`: the session is open and the connection is not known to be down. */
export function useEvaluationList(reader: Reader, question: EvaluationListQuery, asking: boolean) {
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

export const useEvaluation = (reader: Reader, id: string, asking: boolean) =>
  useQuery({
    queryKey: evaluationKey(reader, id),
    queryFn: () => fetchEvaluation(reader, id, true),
    persister: cacheThenNetwork<DatedEvaluation, ScreenKey>(() => openEvaluation(reader, id)),
    staleTime: CACHE_MS.evaluation,
    refetchInterval: asking ? EVALUATION_EVERY_MS : false,
  });

/**
 * Reads the clinic's phrases: those on the device immediately, then the current ones. Their order does not change while the
 * doctor writes.
 */
export const usePhrases = ({ ownerId }: Reader) =>
  useQuery({
    queryKey: ['phrases', ownerId] satisfies PhrasesKey,
    queryFn: () => fetchPhrases(ownerId),
    persister: cacheThenNetwork<DatedPhrases, PhrasesKey>(() => readCachedPhrases(ownerId)),
    staleTime: CACHE_MS.default,
  });
type PhrasesKey = ['phrases', string];

/** Returns the clinic's options for an evaluation type; all usual ones while the device does not know them. */
export function useOffered(reader: Reader, evaluationTypeId: string): Offered {
  const { data } = useQuery({
    queryKey: ['decision-options', reader.ownerId, reader.branchId] satisfies QueryKey,
    queryFn: () => fetchDecisionOptions(reader),
    persister: cacheThenNetwork(() => readCachedDecisionOptions(reader)),
    staleTime: CACHE_MS.default,
  });
  return offeredBy(data?.options ?? null, evaluationTypeId);
}

/**
 * Reads the rules about the doctors as which the user may sign. Unknown rules do not block signing, because the server decides.
 */
export const useSigningRules = ({ ownerId, branchId }: Reader, asking: boolean) =>
  useQuery({
    queryKey: ['signing-rules', ownerId, branchId] satisfies QueryKey,
    queryFn: fetchSigningRules,
    enabled: asking,
    staleTime: CACHE_MS.evaluation,
  });

/** A stored file never changes. */
export const useFile = (reader: Reader, question: FileQuery) =>
  useQuery({
    queryKey: ['file', reader.ownerId, reader.branchId, question] satisfies QueryKey,
    queryFn: () => readFile(reader, question, true),
    staleTime: Infinity,
  });
