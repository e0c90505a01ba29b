import type * as z from 'zod/mini';
import * as cache from '#storage/cache/cache.ts';
import type { CacheKey, CacheOwner } from '#storage/cache/cache.ts';
import { tolerateFullDisk } from '../api/tolerate-full-disk.ts';
import { probe } from '../outbox/probe.ts';
import { isCallUnknown } from '../messages/failure-text.ts';

type Dated<Value> = Value & { readonly fetchedAt: number };

export interface BranchResponse<Value> {
  /**
   * Returns the present response of the server and caches it on the device for reading offline.
   * @throws Unreachable, Rejected
   */
  readonly fetch: (reader: CacheOwner) => Promise<Dated<Value>>;
  readonly recall: (reader: CacheOwner) => Promise<Dated<Value> | null>;
}

interface Kind<Value> {
  /** Name that is unique among the cached lists of a reader. */
  readonly name: string;
  readonly schema: z.ZodMiniType<Value>;
  /** @throws Unreachable, Rejected */
  readonly ask: () => Promise<Value>;
  /** Value for a server without this call. */
  readonly without: Value;
}

/**
 * Returns the functions for one of our own calls whose response is the same for all users of a branch, such as the exam
 * packages.
 */
export function branchResponse<Value extends object>({
  name,
  schema,
  ask,
  without,
}: Kind<Value>): BranchResponse<Value> {
  const place: CacheKey = { kind: 'list', name, evaluationId: null };
  const requestOrEmpty = async (): Promise<Value> => {
    try {
      return await ask();
    } catch (error) {
      // A gateway that has lost its server responds the same: then the cached response stays.
      if (isCallUnknown(error) && (await probe()).reached) return without;
      throw error;
    }
  };
  return {
    fetch: async (reader) => {
      const value = await requestOrEmpty();
      const fetchedAt = Date.now();
      await tolerateFullDisk(true, cache.cacheJson(reader, place, value, { fetchedAt, opened: false }));
      return { ...value, fetchedAt };
    },
    recall: async (reader) => {
      const cached = await cache.readCachedJson(reader, place, schema);
      return cached && { ...cached.value, fetchedAt: cached.fetchedAt };
    },
  };
}
