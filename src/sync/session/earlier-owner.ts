import { readDeviceKey, readDeviceKeyOfUser, markAsOnlyCopy } from '#storage/keys/device-keys.ts';
import { hasUnfinishedData } from '#storage/keys/keyring.ts';
import type { DeviceKeyRow } from '#storage/database/records.ts';
import { unwrapKeyCopy, type Credentials } from './credentials.ts';

/**
 * Returns the key copy of an earlier owner id of this e-mail address if data of that id exists only on this device. The server
 * may use another id since it began to send user ids, or since it was restored to an earlier day and created the user again.
 * Null when there is no such copy.
 */
async function earlierOwner(named: string, tag: string | null): Promise<DeviceKeyRow | null> {
  const row = tag === null ? null : await readDeviceKey(tag);
  return row && row.userId !== named && (await hasUnfinishedData(row.userId)) ? row : null;
}

/**
 * Returns the owner id under which a session continues (S16, D2). Unsent data of an earlier owner id opens only with the key of
 * that id, which no server keeps any more: a user who knows its password continues under the earlier id. Null: the previous
 * password must be requested. With a wrong previous password the user signs in under the new id, and the unsent data stays
 * unchanged.
 */
export async function ownerIdOnDevice(
  named: string,
  tag: string | null,
  typed: Credentials | null,
): Promise<string | null> {
  const row = await earlierOwner(named, tag);
  if (!row) return named;
  const root = typed && (await unwrapKeyCopy(row, typed));
  if (root) {
    root.fill(0);
    await markAsOnlyCopy(row.id);
    return row.userId;
  }
  return typed?.previous === undefined ? null : named;
}

/**
 * Returns the row id for the user's key copy: the tag of the e-mail address, unless the row with that id holds a key copy of an
 * earlier owner that is still needed.
 */
export async function keyCopyLocation(ownerId: string, tag: string | null): Promise<string | null> {
  if (tag === null) return (await readDeviceKeyOfUser(ownerId))?.id ?? null;
  return (await earlierOwner(ownerId, tag)) ? `${tag}:${ownerId}` : tag;
}
