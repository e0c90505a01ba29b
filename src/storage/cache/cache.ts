import type * as z from 'zod/mini';
import { db } from '../database/database.ts';
import { keysOf } from '../keys/keyring.ts';
import { storing } from '../base/problem.ts';
import type { CacheKind, CacheRow } from '../database/records.ts';
import { openBytesOrNull, openJsonOr, sealBytes, sealJson, type VaultKeys } from '../vault/vault.ts';

const aadOf = (key: string) => `cache:${key}`;

/** Whose answer, for which branch. */
export interface Reader {
  readonly ownerId: string;
  readonly branchId: string;
}

/** A key is made of ids, states and days, never of what names a person (D1). */
export interface CacheKey {
  readonly kind: CacheKind;
  /** Unique among the reader's answers of the kind. */
  readonly name: string;
  readonly evaluationId: string | null;
}

export interface Kept<Value> {
  readonly value: Value;
  /** When the provider last said so. Milliseconds. */
  readonly fetchedAt: number;
}

const keyOf = ({ ownerId, branchId }: Reader, { kind, name }: CacheKey): string =>
  `${ownerId}:${branchId}:${kind}:${name}`;

async function write(
  reader: Reader,
  cacheKey: CacheKey,
  content: Pick<CacheRow, 'sealed' | 'fetchedAt' | 'openedAt'>,
): Promise<void> {
  const key = keyOf(reader, cacheKey);
  const { kind, evaluationId } = cacheKey;
  await db.transaction('rw', db.cache, db.keys, async () => {
    // Whoever signed out while the answer was under way leaves nothing behind (D4).
    if (!(await db.keys.get(reader.ownerId))) return;
    const openedAt = content.openedAt ?? (await db.cache.get(key))?.openedAt ?? null;
    await db.cache.put({ key, ...reader, kind, evaluationId, ...content, openedAt });
  });
}

interface Keeping {
  readonly fetchedAt: number;
  /** A person opened it, so that it stays; otherwise it came without being asked for (R2). */
  readonly opened: boolean;
}

const openedAt = ({ opened, fetchedAt }: Keeping): number | null => (opened ? fetchedAt : null);

/** Nothing gives way to what can be asked for again (S29): without room it is not kept. */
const keep =
  <Content>(seal: (keys: VaultKeys, aad: string, content: Content) => Promise<ArrayBuffer>) =>
  (reader: Reader, cacheKey: CacheKey, content: Content, keeping: Keeping): Promise<void> =>
    storing(async () => {
      const sealed = await seal(await keysOf(reader.ownerId), aadOf(keyOf(reader, cacheKey)), content);
      await write(reader, cacheKey, { sealed, fetchedAt: keeping.fetchedAt, openedAt: openedAt(keeping) });
    }, 'nothing');

export const keepJson = keep<unknown>(sealJson);
export const keepBytes = keep<ArrayBuffer>(sealBytes);

/** Null when there is nothing, or nothing that this version of the app can read: then it is fetched anew. */
export const recallJson = <Value>(
  reader: Reader,
  cacheKey: CacheKey,
  schema: z.ZodMiniType<Value>,
): Promise<Kept<Value> | null> =>
  storing(async () => {
    const row = await db.cache.get(keyOf(reader, cacheKey));
    if (!row) return null;
    const value = await openJsonOr(null, await keysOf(reader.ownerId), aadOf(row.key), schema, row.sealed);
    return value && { value, fetchedAt: row.fetchedAt };
  });

export const recallBytes = (reader: Reader, cacheKey: CacheKey): Promise<Kept<ArrayBuffer> | null> =>
  storing(async () => {
    const row = await db.cache.get(keyOf(reader, cacheKey));
    if (!row) return null;
    const value = await openBytesOrNull(await keysOf(reader.ownerId), aadOf(row.key), row.sealed);
    return value && { value, fetchedAt: row.fetchedAt };
  });

export const isKept = async (reader: Reader, cacheKey: CacheKey): Promise<boolean> =>
  (await db.cache.where('key').equals(keyOf(reader, cacheKey)).count()) > 0;

/** The provider says that what is kept is still so; `opened` as in Keeping. */
export const confirmKept = (reader: Reader, cacheKey: CacheKey, keeping: Keeping): Promise<void> =>
  storing(async () => {
    const { fetchedAt, opened } = keeping;
    await db.cache.update(
      keyOf(reader, cacheKey),
      opened ? { fetchedAt, openedAt: fetchedAt } : { fetchedAt },
    );
  }, 'nothing');

const ofReader = ({ ownerId, branchId }: Reader, kind: CacheKind) =>
  db.cache
    .where('[ownerId+kind]')
    .equals([ownerId, kind])
    .filter((row) => row.branchId === branchId);

/** Every evaluation that lies on the device for this reader. */
export const recallEvaluations = <Value>(
  reader: Reader,
  schema: z.ZodMiniType<Value>,
): Promise<Kept<Value>[]> =>
  storing(async () => {
    const [keys, rows] = await Promise.all([
      keysOf(reader.ownerId),
      ofReader(reader, 'evaluation').toArray(),
    ]);
    const kept = await Promise.all(
      rows.map(async ({ key, sealed, fetchedAt }) => {
        const value = await openJsonOr(null, keys, aadOf(key), schema, sealed);
        return value && { value, fetchedAt };
      }),
    );
    return kept.filter((one) => one !== null);
  });

/** Lists are many (a page for each filter) and small; those nobody asked for in a week say little. */
const LIST_KEPT_MS = 7 * 24 * 60 * 60_000;

/** Primary keys of the reader's rows about one of those evaluations; index keys only, for pictures are large. */
async function keysAbout(reader: Reader, isMeant: (evaluationId: string) => boolean): Promise<string[]> {
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

/** Takes out one evaluation with its pictures and documents: it is not there for this reader any more. */
export const dropKept = (reader: Reader, evaluationId: string): Promise<void> =>
  storing(() =>
    db.transaction('rw', db.cache, async () =>
      db.cache.bulkDelete(await keysAbout(reader, (id) => id === evaluationId)),
    ),
  );

/**
 * Lets go what came without being asked for and is not among `current` any more (R2), with its pictures, and lists
 * that have grown old. What a person opened stays.
 */
export const pruneKept = (reader: Reader, current: ReadonlySet<string>, now: number): Promise<void> =>
  storing(() =>
    db.transaction('rw', db.cache, async () => {
      const evaluations = await ofReader(reader, 'evaluation').toArray();
      const opened = new Set(evaluations.flatMap((row) => (row.openedAt === null ? [] : [row.evaluationId])));
      const isStale = (id: string) => !current.has(id) && !opened.has(id);
      await db.cache.bulkDelete(await keysAbout(reader, isStale));
      await ofReader(reader, 'list')
        .filter((row) => now - row.fetchedAt > LIST_KEPT_MS)
        .delete();
    }),
  );
