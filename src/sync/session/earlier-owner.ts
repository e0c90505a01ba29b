import { readDeviceKey, readDeviceKeyOfUser, markAsOnlyCopy } from '#storage/keys/device-keys.ts';
import { hasUnfinished } from '#storage/keys/keyring.ts';
import type { DeviceKeyRow } from '#storage/database/records.ts';
import { openBackup, type Credentials } from './credentials.ts';

/**
 * Returns the key copy of an earlier owner of the address who left unfinished work, if the server now uses another id for the
 * user: it has begun to name users, or was restored to an earlier day and created the user again. Null when there is none.
 */
async function earlierOwner(named: string, tag: string | null): Promise<DeviceKeyRow | null> {
  const row = tag === null ? null : await readDeviceKey(tag);
  return row && row.userId !== named && (await hasUnfinished(row.userId)) ? row : null;
}

/**
 * Returns the owner id under which a session continues (S16, D2). Work of an earlier owner of the address waits under that
 * owner's id and opens only with that owner's key, which no server keeps any more. A user who knows the password continues as
 * that owner. Null: the previous password must be requested; with a wrong one the user signs in under the new id, and the
 * waiting work stays unchanged.
 */
export async function ownerHere(
  named: string,
  tag: string | null,
  typed: Credentials | null,
): Promise<string | null> {
  const row = await earlierOwner(named, tag);
  if (!row) return named;
  const root = typed && (await openBackup(row, typed));
  if (root) {
    root.fill(0);
    await markAsOnlyCopy(row.id);
    return row.userId;
  }
  return typed?.previous === undefined ? null : named;
}

/**
 * Returns the id of the row for the user's key copy: the tag of the address, unless the copy of another user is still needed
 * there.
 */
export async function placeOfCopy(ownerId: string, tag: string | null): Promise<string | null> {
  if (tag === null) return (await readDeviceKeyOfUser(ownerId))?.id ?? null;
  return (await earlierOwner(ownerId, tag)) ? `${tag}:${ownerId}` : tag;
}
