import type * as z from 'zod/mini';
import * as cache from '#storage/cache/cache.ts';
import type { CacheKey, CacheOwner } from '#storage/cache/cache.ts';
import type { BranchResponseName } from '#storage/database/brigade-row.ts';
import { tolerateFullDiskIfOpened } from '../api/tolerate-full-disk.ts';
import { probeServer } from '../outbox/sending/probe.ts';
import { isUnsupportedCallError } from '../messages/failure-text.ts';
import { Rejected, Unreachable } from '../requests/api-request.ts';

type WithFetchTime<Value> = Value & { readonly fetchedAt: number };

export interface BranchResponseSource<Value> {
  /**
   * Fetches the response from the server and caches it for offline use.
   * @throws Unreachable, Rejected
   */
  readonly fetch: (reader: CacheOwner) => Promise<WithFetchTime<Value>>;
  readonly recall: (reader: CacheOwner) => Promise<WithFetchTime<Value> | null>;
  /** Fetches the response, so that it is available without network (R3). The cached one stays if this fails. */
  readonly refresh: (reader: CacheOwner) => Promise<void>;
}

interface BranchResponseDefinition<Value> {
  readonly name: BranchResponseName;
  readonly schema: z.ZodMiniType<Value>;
  readonly ask: () => Promise<Value>;
  /** Value to use for a server without this call. */
  readonly without: Value;
}

/**
 * Returns functions to fetch and cache the response of one of our extensions that is equal for all users of a branch, such as
 * the exam packages.
 */
export function createBranchResponseSource<Value extends object>({
  name,
  schema,
  ask,
  without,
}: BranchResponseDefinition<Value>): BranchResponseSource<Value> {
  const place: CacheKey = { kind: 'list', name, evaluationId: null };
  const requestOrEmpty = async (): Promise<Value> => {
    try {
      return await ask();
    } catch (error) {
      // A gateway that does not reach the server sends the same response; the cached value must then stay.
      if (isUnsupportedCallError(error) && (await probeServer()).reached) return without;
      throw error;
    }
  };
  const fetchAndCache = async (reader: CacheOwner): Promise<WithFetchTime<Value>> => {
    const value = await requestOrEmpty();
    const fetchedAt = Date.now();
    await tolerateFullDiskIfOpened(true, cache.cacheJson(reader, place, value, { fetchedAt, opened: false }));
    return { ...value, fetchedAt };
  };
  return {
    fetch: fetchAndCache,
    refresh: async (reader) => {
      try {
        await fetchAndCache(reader);
      } catch (error) {
        if (!(error instanceof Unreachable || error instanceof Rejected)) throw error;
      }
    },
    recall: async (reader) => {
      const cached = await cache.readCachedJson(reader, place, schema);
      return cached && { ...cached.value, fetchedAt: cached.fetchedAt };
    },
  };
}
