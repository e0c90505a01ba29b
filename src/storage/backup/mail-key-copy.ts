import { db } from '../database/database.ts';
import { readDeviceRow } from '../database/device-row.ts';
import { importTagKey } from '../vault/vault.ts';
import { lookedUp, MAIL_KEY, noteFailure, openBackups, type LookedUp } from './copy-cache.ts';

const BYTES = 32;

/** Null where there is none, or a torn one. */
async function read(cache: Cache): Promise<Uint8Array<ArrayBuffer> | null> {
  const copy = await cache.match(MAIL_KEY);
  const body = await copy?.arrayBuffer().catch(noteFailure);
  const secret = body ? new Uint8Array(body) : null;
  return secret?.byteLength === BYTES ? secret : null;
}

async function look(): Promise<Uint8Array<ArrayBuffer> | null> {
  const cache = await openBackups();
  return cache && read(cache);
}

let looking: Promise<LookedUp<Uint8Array<ArrayBuffer>>> | undefined;

/**
 * S25: what an e-mail's tag is made with. Where the provider names no user the tag is all that says whose the rows are: with
 * another key their owner would be somebody else after the loss of the database. A cache that has not answered is not
 * waited for again while it is silent.
 */
const readMailSecret = (): Promise<LookedUp<Uint8Array<ArrayBuffer>>> =>
  (looking ??= lookedUp(() =>
    look().finally(() => {
      looking = undefined;
    }),
  ));

/** In place of none, or of a provisional one. `unknown`: there may be one that did not come. */
export async function bringBackMailKey(): Promise<'answered' | 'unknown'> {
  const secret = await readMailSecret();
  if (secret === 'unknown') return 'unknown';
  if (secret === null) return 'answered';
  const key = await importTagKey(secret);
  await db.transaction('rw', db.device, async () => {
    const known = await readDeviceRow('mail-key');
    if (known && !known.provisional) return;
    await db.device.put({ id: 'mail-key', key, secret: secret.buffer, provisional: false });
  });
  return 'answered';
}

/** Over no other: that one may be the lost database's, which could not be asked for in time. */
export async function copyMailKey(cache: Cache): Promise<void> {
  const row = await readDeviceRow('mail-key');
  if (!row?.secret || row.provisional) return;
  if ((await read(cache)) === null) await cache.put(MAIL_KEY, new Response(row.secret));
}
