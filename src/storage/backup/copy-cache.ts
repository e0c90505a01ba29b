import { db } from '../database/database.ts';
import { storingFirst, toStorageProblem } from '../base/problem.ts';
import { packRows } from './copy-format.ts';

const CACHE = 'ventanilla-shadow';
const ENTRIES = '/shadow/';
const RECEIPTS = '/shadow-receipts/';
export const KEYS = '/shadow-keys';
export const IDENTITY = '/shadow-identity';
export const MAIL_KEY = '/shadow-mail-key';
/** A copy's header: what it is a copy of. */
const VERSION = 'x-shadow-version';

const pathOf = ({ url }: Request): string => new URL(url).pathname;
export const addressOf = (entryId: string): string => ENTRIES + entryId;
export const receiptsAddressOf = (day: string): string => RECEIPTS + day;
/** What was settled since the day's own copy was made. */
export const newPartAddressOf = (day: string): string => `${RECEIPTS}${day}/${crypto.randomUUID()}`;
export const isPartOf = (request: Request, day: string): boolean =>
  pathOf(request).startsWith(`${RECEIPTS}${day}/`);
export const isEntry = (request: Request): boolean => pathOf(request).startsWith(ENTRIES);
export const isReceipts = (request: Request): boolean => pathOf(request).startsWith(RECEIPTS);
export const entryIdOf = (request: Request): string => pathOf(request).slice(ENTRIES.length);

/** The entry itself lies where it should. Without room for copies 'Este dispositivo' says how many have none (S20). */
export function noteFailure(error: unknown): void {
  if (!toStorageProblem(error)) reportError(error);
}

/** Null where the browser has none: Firefox in a private window, an address without TLS. */
export async function openBackups(): Promise<Cache | null> {
  if (!('caches' in globalThis)) return null;
  try {
    return await caches.open(CACHE);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'SecurityError') return null;
    throw error;
  }
}

const ANSWERS_WITHIN_MS = 10_000;

/** Null: there is none. `unknown`: the cache refused or did not answer, and nobody may conclude that there is none. */
export type LookedUp<Found> = Found | null | 'unknown';

/** What the copies say, soon: a browser's cache that never answers is waited for by nobody. */
export const lookedUp = <Found>(look: () => Promise<Found | null>): Promise<LookedUp<Found>> =>
  Promise.race([
    look().catch((error: unknown) => {
      noteFailure(error);
      return 'unknown' as const;
    }),
    new Promise<'unknown'>((resolve) => setTimeout(() => resolve('unknown'), ANSWERS_WITHIN_MS)),
  ]);

/** How many entries have their copy; null where the browser has no place for one. */
export async function countBackups(): Promise<number | null> {
  const cache = await openBackups();
  if (!cache) return null;
  const here = new Set(await db.entries.toCollection().primaryKeys());
  return (await cache.keys()).filter((request) => isEntry(request) && here.has(entryIdOf(request))).length;
}

/** A browser may lose what it took: whoever looks again does not for ever. */
const LOOKS = 4;

/** What is to be copied. `version`: the same alone where it may be had without the rows. */
interface Copied {
  readonly version: string;
  readonly rows: unknown;
}

/**
 * What the database says of something that has a copy: what it is, or that it left. That it is not there proves
 * nothing: the database may have been lost a moment ago.
 */
export type Known<There> = There | 'left' | 'unknown';

interface Followed {
  readonly address: string;
  readonly readRows: () => Promise<Known<Copied>>;
  readonly readVersion: () => Promise<Known<{ readonly version: string }>>;
}

/**
 * Makes the copy what the database says. Another window or the worker may write between the reading and the copying:
 * whoever has made a copy looks again, so that the last of them finds both alike. Answers whether they were.
 */
export async function followUntilAlike(cache: Cache, followed: Followed): Promise<boolean> {
  const { address, readRows, readVersion } = followed;
  for (let look = 0; look < LOOKS; look += 1) {
    const now = await readVersion();
    if (now === 'unknown') return false;
    if (now === 'left') {
      await cache.delete(address);
      return true;
    }
    if ((await cache.match(address))?.headers.get(VERSION) === now.version) return true;
    const copied = await readRows();
    if (copied === 'unknown' || copied === 'left') continue;
    const headers = { [VERSION]: copied.version };
    await storingFirst(() => cache.put(address, new Response(packRows(copied.rows), { headers })));
  }
  return false;
}
