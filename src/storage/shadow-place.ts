import { db } from './database.ts';

const CACHE = 'ventanilla-shadow';
const ENTRIES = '/shadow/';
const RECEIPTS = '/shadow-receipts/';
export const KEYS = '/shadow-keys';
export const IDENTITY = '/shadow-identity';
/** A copy's header: what it is a copy of. */
export const VERSION = 'x-shadow-version';

const pathOf = ({ url }: Request): string => new URL(url).pathname;
export const addressOf = (entryId: string): string => ENTRIES + entryId;
export const receiptsAddressOf = (entryId: string): string => RECEIPTS + entryId;
export const isEntry = (request: Request): boolean => pathOf(request).startsWith(ENTRIES);
export const isReceipts = (request: Request): boolean => pathOf(request).startsWith(RECEIPTS);
export const entryIdOf = (request: Request): string => {
  const path = pathOf(request);
  return path.slice(path.lastIndexOf('/') + 1);
};

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
  return (await cache.keys()).filter((request) => isEntry(request) && here.has(entryIdOf(request))).length;
}
