import type * as z from 'zod/mini';
import { db } from '../database/database.ts';
import { requireKeysOf } from '../keys/keyring.ts';
import { withStorageErrors } from '../base/problem.ts';
import type { CacheKind, CacheRow } from '../database/records.ts';
import {
  decryptBytesOrNull,
  decryptJsonOr,
  encryptBytes,
  encryptJson,
  type VaultKeys,
} from '../vault/vault.ts';

const aadOf = (key: string) => `cache:${key}`;

/** User and branch that a cached response belongs to. */
export interface CacheOwner {
  readonly ownerId: string;
  readonly branchId: string;
}

/** Key of a cached response, built from ids, states and days, never from personal data (D1). */
export interface CacheKey {
  readonly kind: CacheKind;
  /** Unique among the reader's responses of this kind. */
  readonly name: string;
  readonly evaluationId: string | null;
}

export interface CachedResponse<Value> {
  readonly value: Value;
  /** Time of the last confirmation by the server, ms since the epoch. */
  readonly fetchedAt: number;
}

const keyOf = ({ ownerId, branchId }: CacheOwner, { kind, name }: CacheKey): string =>
  `${ownerId}:${branchId}:${kind}:${name}`;

async function write(
  reader: CacheOwner,
  cacheKey: CacheKey,
  content: Pick<CacheRow, 'sealed' | 'fetchedAt' | 'openedAt'>,
): Promise<void> {
  const key = keyOf(reader, cacheKey);
  const { kind, evaluationId } = cacheKey;
  await db.transaction('rw', db.cache, db.keys, async () => {
    // A user who signed out during the request leaves nothing behind (D4).
    if (!(await db.keys.get(reader.ownerId))) return;
    const openedAt = content.openedAt ?? (await db.cache.get(key))?.openedAt ?? null;
    await db.cache.put({ key, ...reader, kind, evaluationId, ...content, openedAt });
  });
}

interface CacheOptions {
  readonly fetchedAt: number;
  /** True when a user opened the response, so that it stays; false when it was prefetched (R2). */
  readonly opened: boolean;
}

const openedAt = ({ opened, fetchedAt }: CacheOptions): number | null => (opened ? fetchedAt : null);

/** Evicts nothing for data that can be fetched again (S29): without space the response is not stored. */
const keep =
  <Content>(seal: (keys: VaultKeys, aad: string, content: Content) => Promise<ArrayBuffer>) =>
  (reader: CacheOwner, cacheKey: CacheKey, content: Content, keeping: CacheOptions): Promise<void> =>
    withStorageErrors(async () => {
      const sealed = await seal(await requireKeysOf(reader.ownerId), aadOf(keyOf(reader, cacheKey)), content);
      await write(reader, cacheKey, { sealed, fetchedAt: keeping.fetchedAt, openedAt: openedAt(keeping) });
    }, 'nothing');

export const cacheJson = keep<unknown>(encryptJson);
export const cacheBytes = keep<ArrayBuffer>(encryptBytes);

/**
 * Returns the cached response; null when none is stored or this version of the app cannot read it, so that the caller fetches
 * it.
 */
export const readCachedJson = <Value>(
  reader: CacheOwner,
  cacheKey: CacheKey,
  schema: z.ZodMiniType<Value>,
): Promise<CachedResponse<Value> | null> =>
  withStorageErrors(async () => {
    const row = await db.cache.get(keyOf(reader, cacheKey));
    if (!row) return null;
    const value = await decryptJsonOr(
      null,
      await requireKeysOf(reader.ownerId),
      aadOf(row.key),
      schema,
      row.sealed,
    );
    return value && { value, fetchedAt: row.fetchedAt };
  });

export const readCachedBytes = (
  reader: CacheOwner,
  cacheKey: CacheKey,
): Promise<CachedResponse<ArrayBuffer> | null> =>
  withStorageErrors(async () => {
    const row = await db.cache.get(keyOf(reader, cacheKey));
    if (!row) return null;
    const value = await decryptBytesOrNull(await requireKeysOf(reader.ownerId), aadOf(row.key), row.sealed);
    return value && { value, fetchedAt: row.fetchedAt };
  });

export const isCached = async (reader: CacheOwner, cacheKey: CacheKey): Promise<boolean> =>
  (await db.cache.where('key').equals(keyOf(reader, cacheKey)).count()) > 0;

/** Records that the server responded 304: the cached response is still current. */
export const confirmCachedResponse = (
  reader: CacheOwner,
  cacheKey: CacheKey,
  keeping: CacheOptions,
): Promise<void> =>
  withStorageErrors(async () => {
    const { fetchedAt, opened } = keeping;
    await db.cache.update(
      keyOf(reader, cacheKey),
      opened ? { fetchedAt, openedAt: fetchedAt } : { fetchedAt },
    );
  }, 'nothing');

const ofReader = ({ ownerId, branchId }: CacheOwner, kind: CacheKind) =>
  db.cache
    .where('[ownerId+kind]')
    .equals([ownerId, kind])
    .filter((row) => row.branchId === branchId);

/** Returns all evaluations that are stored on the device for this reader. */
export const readCachedEvaluations = <Value>(
  reader: CacheOwner,
  schema: z.ZodMiniType<Value>,
): Promise<CachedResponse<Value>[]> =>
  withStorageErrors(async () => {
    const [keys, rows] = await Promise.all([
      requireKeysOf(reader.ownerId),
      ofReader(reader, 'evaluation').toArray(),
    ]);
    const kept = await Promise.all(
      rows.map(async ({ key, sealed, fetchedAt }) => {
        const value = await decryptJsonOr(null, keys, aadOf(key), schema, sealed);
        return value && { value, fetchedAt };
      }),
    );
    return kept.filter((one) => one !== null);
  });

/**
 * Maximum age of a list, ms. Lists are many (a page for each filter) and small; one that was not requested in a week has little
 * value.
 */
const LIST_CACHE_MS = 7 * 24 * 60 * 60_000;

/**
 * Returns the primary keys of the reader's rows about the matching evaluations; reads index keys only, because images are
 * large.
 */
async function keysAbout(reader: CacheOwner, isMeant: (evaluationId: string) => boolean): Promise<string[]> {
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

/** Deletes an evaluation with its images and documents, because it no longer exists for this reader. */
export const deleteCachedEvaluation = (reader: CacheOwner, evaluationId: string): Promise<void> =>
  withStorageErrors(() =>
    db.transaction('rw', db.cache, async () =>
      db.cache.bulkDelete(await keysAbout(reader, (id) => id === evaluationId)),
    ),
  );

/**
 * Deletes prefetched evaluations that are not in `current` (R2), with their images, and old lists. Evaluations that a user
 * opened stay.
 */
export const pruneCachedEvaluations = (
  reader: CacheOwner,
  current: ReadonlySet<string>,
  now: number,
): Promise<void> =>
  withStorageErrors(() =>
    db.transaction('rw', db.cache, async () => {
      const evaluations = await ofReader(reader, 'evaluation').toArray();
      const opened = new Set(evaluations.flatMap((row) => (row.openedAt === null ? [] : [row.evaluationId])));
      const isStale = (id: string) => !current.has(id) && !opened.has(id);
      await db.cache.bulkDelete(await keysAbout(reader, isStale));
      await ofReader(reader, 'list')
        .filter((row) => now - row.fetchedAt > LIST_CACHE_MS)
        .delete();
    }),
  );
