import { db } from './database.ts';

const CACHE = 'ventanilla-shadow';
const PATH = '/shadow/';
export const KEYS = '/shadow-keys';

export const addressOf = (entryId: string): string => PATH + entryId;
export const isEntry = ({ url }: Request): boolean => new URL(url).pathname.startsWith(PATH);
export const entryIdOf = ({ url }: Request): string => new URL(url).pathname.slice(PATH.length);

/** Null where the browser has none: Firefox in a private window, an address without TLS. */
export async function shadowPlace(): Promise<Cache | null> {
  if (!('caches' in globalThis)) return null;
  try {
    return await caches.open(CACHE);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'SecurityError') return null;
    throw error;
  }
}

/** How many entries have their copy; null where the browser has no place for one. */
export async function countShadows(): Promise<number | null> {
  const cache = await shadowPlace();
  if (!cache) return null;
  const here = new Set(await db.entries.toCollection().primaryKeys());
  return (await cache.keys()).filter((request) => here.has(entryIdOf(request))).length;
}
