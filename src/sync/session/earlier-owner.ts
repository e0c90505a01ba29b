import {
  readWrappedKeyByEmailTag,
  readWrappedKeyOfUser,
  markWrappedKeyAsOnlyCopy,
} from '#storage/keys/device-keys.ts';
import { hasDataNeedingKeys } from '#storage/keys/keyring.ts';
import type { WrappedKeyRow } from '#storage/database/records.ts';
import { unwrapKeyCopy, type Credentials } from './credentials.ts';

/**
 * Returns the copy of the data key that the device stores for an earlier owner id of this e-mail address, if unsent data of
 * that id exist; otherwise null. The owner id may have changed when the server began to send user ids, or when the server was
 * restored and created the user again.
 */
async function findEarlierOwnerKey(named: string, tag: string | null): Promise<WrappedKeyRow | null> {
  const row = tag === null ? null : await readWrappedKeyByEmailTag(tag);
  return row && row.userId !== named && (await hasDataNeedingKeys(row.userId)) ? row : null;
}

/**
 * Returns the owner id for a session (S16, D2). Unsent data of an earlier owner id can be decrypted only with that id's key,
 * which no server has any more; a user who knows its password continues under the earlier id. Null: the previous password must
 * be requested. After a wrong previous password the new id is returned, and the unsent data stay unchanged.
 */
export async function resolveOwnerIdAndMarkKey(
  named: string,
  tag: string | null,
  typed: Credentials | null,
): Promise<string | null> {
  const row = await findEarlierOwnerKey(named, tag);
  if (!row) return named;
  const root = typed && (await unwrapKeyCopy(row, typed));
  if (root) {
    root.fill(0);
    await markWrappedKeyAsOnlyCopy(row.id);
    return row.userId;
  }
  return typed?.previous === undefined ? null : named;
}

/**
 * Returns the row id for the copy of the user's data key: the tag of the e-mail address, unless that row has a copy of an
 * earlier owner's data key that is still needed.
 */
export async function findKeyCopyRowId(ownerId: string, tag: string | null): Promise<string | null> {
  if (tag === null) return (await readWrappedKeyOfUser(ownerId))?.id ?? null;
  return (await findEarlierOwnerKey(ownerId, tag)) ? `${tag}:${ownerId}` : tag;
}
