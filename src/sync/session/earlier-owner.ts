import { readDeviceKey, readDeviceKeyOfUser, standAlone } from '#storage/keys/device-keys.ts';
import { hasUnfinished } from '#storage/keys/keyring.ts';
import type { DeviceKeyRow } from '#storage/database/records.ts';
import { openCopy, type Credentials } from './credentials.ts';

/**
 * Who was here under this address and left something, where the provider calls its user otherwise now: it has begun to
 * name users, or came back from a day before this one and made another. Null when nobody was.
 */
async function earlierOwner(named: string, tag: string | null): Promise<DeviceKeyRow | null> {
  const row = tag === null ? null : await readDeviceKey(tag);
  return row && row.userId !== named && (await hasUnfinished(row.userId)) ? row : null;
}

/**
 * Whose rows a session goes on with (S16, D2): what an earlier owner of the address left opens with that key alone, which no
 * provider keeps any more, and waits under that id. Whoever knows the password goes on as its owner. Null: the password
 * of then is to be asked for; with a wrong one the user comes in as somebody else, and what waits stays as it is.
 */
export async function ownerHere(
  named: string,
  tag: string | null,
  typed: Credentials | null,
): Promise<string | null> {
  const row = await earlierOwner(named, tag);
  if (!row) return named;
  const root = typed && (await openCopy(row, typed));
  if (root) {
    root.fill(0);
    await standAlone(row.id);
    return row.userId;
  }
  return typed?.previous === undefined ? null : named;
}

/** Where the user's copy of the key lies: under the address, unless somebody else's is still needed there. */
export async function placeOfCopy(ownerId: string, tag: string | null): Promise<string | null> {
  if (tag === null) return (await readDeviceKeyOfUser(ownerId))?.id ?? null;
  return (await earlierOwner(ownerId, tag)) ? `${tag}:${ownerId}` : tag;
}
