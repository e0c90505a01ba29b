import type * as z from 'zod/mini';
import { db } from '../database/database.ts';
import { requireKeysOf } from '../keys/keyring.ts';
import { runStorageOperation } from '../base/problem.ts';
import type { CacheKind, CacheRow } from '../database/records.ts';
import {
  decryptBytesOrNull,
  decryptJsonOrFallback,
  encryptBytes,
  encryptJson,
  type VaultKeys,
} from '../vault/vault.ts';

export const cacheAadOf = (key: string) => `cache:${key}`;

export interface CacheOwner {
  readonly ownerId: string;
  readonly branchId: string;
}

/** Key of a cached response, made from ids, states and days, never from personal data (D1). */
export interface CacheKey {
  readonly kind: CacheKind;
  readonly name: string;
  readonly evaluationId: string | null;
}

export interface CachedResponse<Value> {
  readonly value: Value;
  /** Time at which the server last confirmed the response, ms since the epoch. */
  readonly fetchedAt: number;
}

export const cacheRowKeyOf = (
  { ownerId, branchId }: CacheOwner,
  { kind, name }: Pick<CacheKey, 'kind' | 'name'>,
): string => `${ownerId}:${branchId}:${kind}:${name}`;

async function writeCacheRow(
  reader: CacheOwner,
  cacheKey: CacheKey,
  content: Pick<CacheRow, 'sealed' | 'fetchedAt' | 'openedAt'>,
): Promise<void> {
  const key = cacheRowKeyOf(reader, cacheKey);
  const { kind, evaluationId } = cacheKey;
  await db.transaction('rw', db.cache, db.keys, async () => {
    // A user who signed out during the request leaves no data behind (D4).
    if (!(await db.keys.get(reader.ownerId))) return;
    const openedAt = content.openedAt ?? (await db.cache.get(key))?.openedAt ?? null;
    await db.cache.put({ key, ...reader, kind, evaluationId, ...content, openedAt });
  });
}

interface CacheOptions {
  readonly fetchedAt: number;
  /** True if a user opened the response, so that it stays; false if it was prefetched (R2). */
  readonly opened: boolean;
}

const openedAtOf = ({ opened, fetchedAt }: CacheOptions): number | null => (opened ? fetchedAt : null);

/** Stores a response if there is space. Evicts no other data, because the response can be fetched again (S29). */
const createCacheWriter =
  <Content>(seal: (keys: VaultKeys, aad: string, content: Content) => Promise<ArrayBuffer>) =>
  (reader: CacheOwner, cacheKey: CacheKey, content: Content, keeping: CacheOptions): Promise<void> =>
    runStorageOperation(async () => {
      const sealed = await seal(
        await requireKeysOf(reader.ownerId),
        cacheAadOf(cacheRowKeyOf(reader, cacheKey)),
        content,
      );
      await writeCacheRow(reader, cacheKey, {
        sealed,
        fetchedAt: keeping.fetchedAt,
        openedAt: openedAtOf(keeping),
      });
    }, 'nothing');

export const cacheJson = createCacheWriter<unknown>(encryptJson);
export const cacheBytes = createCacheWriter<ArrayBuffer>(encryptBytes);

/**
 * Returns the cached response. Null if there is none, or if this version of the app cannot read it; the caller then fetches it.
 */
export const readCachedJson = <Value>(
  reader: CacheOwner,
  cacheKey: CacheKey,
  schema: z.ZodMiniType<Value>,
): Promise<CachedResponse<Value> | null> =>
  runStorageOperation(async () => {
    const row = await db.cache.get(cacheRowKeyOf(reader, cacheKey));
    if (!row) return null;
    const value = await decryptJsonOrFallback(
      null,
      await requireKeysOf(reader.ownerId),
      cacheAadOf(row.key),
      schema,
      row.sealed,
    );
    return value && { value, fetchedAt: row.fetchedAt };
  });

export const readCachedBytes = (
  reader: CacheOwner,
  cacheKey: CacheKey,
): Promise<CachedResponse<ArrayBuffer> | null> =>
  runStorageOperation(async () => {
    const row = await db.cache.get(cacheRowKeyOf(reader, cacheKey));
    if (!row) return null;
    const value = await decryptBytesOrNull(
      await requireKeysOf(reader.ownerId),
      cacheAadOf(row.key),
      row.sealed,
    );
    return value && { value, fetchedAt: row.fetchedAt };
  });

export const isCached = async (reader: CacheOwner, cacheKey: CacheKey): Promise<boolean> =>
  (await db.cache.where('key').equals(cacheRowKeyOf(reader, cacheKey)).count()) > 0;

export const refreshCachedResponseTime = (
  reader: CacheOwner,
  cacheKey: CacheKey,
  keeping: CacheOptions,
): Promise<void> =>
  runStorageOperation(async () => {
    const { fetchedAt, opened } = keeping;
    await db.cache.update(
      cacheRowKeyOf(reader, cacheKey),
      opened ? { fetchedAt, openedAt: fetchedAt } : { fetchedAt },
    );
  }, 'nothing');

const cacheRowsOfOwner = ({ ownerId, branchId }: CacheOwner, kind: CacheKind) =>
  db.cache
    .where('[ownerId+kind]')
    .equals([ownerId, kind])
    .filter((row) => row.branchId === branchId);

export const readCachedEvaluations = <Value>(
  reader: CacheOwner,
  schema: z.ZodMiniType<Value>,
): Promise<CachedResponse<Value>[]> =>
  runStorageOperation(async () => {
    const [keys, rows] = await Promise.all([
      requireKeysOf(reader.ownerId),
      cacheRowsOfOwner(reader, 'evaluation').toArray(),
    ]);
    const kept = await Promise.all(
      rows.map(async ({ key, sealed, fetchedAt }) => {
        const value = await decryptJsonOrFallback(null, keys, cacheAadOf(key), schema, sealed);
        return value && { value, fetchedAt };
      }),
    );
    return kept.filter((one) => one !== null);
  });

/** Maximum age of a cached list, ms. There are many small lists, one for each filter and page. */
const MAX_CACHED_LIST_AGE_MS = 7 * 24 * 60 * 60_000;

/**
 * Returns the primary keys of the reader's rows about the matching evaluations. Reads only index keys, because images are
 * large.
 */
async function findCacheKeysByEvaluation(
  reader: CacheOwner,
  isMeant: (evaluationId: string) => boolean,
): Promise<string[]> {
  const { ownerId, branchId } = reader;
  const found: string[] = [];
  await db.cache
    .where('[ownerId+evaluationId]')
    .between([ownerId, ''], [ownerId, '\uffff'])
    .eachKey((index, { primaryKey }) => {
      const [, evaluationId] = index as [string, string];
      if (primaryKey.startsWith(`${ownerId}:${branchId}:`) && isMeant(evaluationId)) found.push(primaryKey);
    });
  return found;
}

export const deleteCachedEvaluation = (reader: CacheOwner, evaluationId: string): Promise<void> =>
  runStorageOperation(() =>
    db.transaction('rw', db.cache, async () =>
      db.cache.bulkDelete(await findCacheKeysByEvaluation(reader, (id) => id === evaluationId)),
    ),
  );

/**
 * Deletes old lists, and prefetched evaluations that are not in `current`, with their images (R2). Evaluations that a user
 * opened stay.
 */
export const pruneStaleCacheRows = (
  reader: CacheOwner,
  current: ReadonlySet<string>,
  now: number,
): Promise<void> =>
  runStorageOperation(() =>
    db.transaction('rw', db.cache, async () => {
      const evaluations = await cacheRowsOfOwner(reader, 'evaluation').toArray();
      const opened = new Set(evaluations.flatMap((row) => (row.openedAt === null ? [] : [row.evaluationId])));
      const isStale = (id: string) => !current.has(id) && !opened.has(id);
      await db.cache.bulkDelete(await findCacheKeysByEvaluation(reader, isStale));
      await cacheRowsOfOwner(reader, 'list')
        .filter((row) => now - row.fetchedAt > MAX_CACHED_LIST_AGE_MS)
        .delete();
    }),
  );

/** Returns true if the device has a response of this kind for the branch. Can be used in a live query. */
export async function hasCachedKind(reader: CacheOwner, kind: CacheKind): Promise<boolean> {
  const first = db.cache
    .where('key')
    .startsWith(cacheRowKeyOf(reader, { kind, name: '' }))
    .limit(1);
  // Only keys, because the rows of one kind may have many megabytes.
  return (await first.primaryKeys()).length > 0;
}
