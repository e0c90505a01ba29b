import type { BackupState } from '#contract/records/people/devices.ts';
import {
  RETENTION_MAX_BYTES,
  listBackupStatementHmacParts,
  type BackupStatement,
} from '#domain/retention.ts';
import { applyBackupStatement, listDeliveredSinceStatement } from '#storage/retention/apply-statement.ts';
import type { verifyBackupStatement } from '#storage/retention/statement.ts';
import { requireKeysOf } from '#storage/keys/keyring.ts';
import { hmacTag, type VaultKeys } from '#storage/vault/vault.ts';

export const INCARNATION = 'aaaaaaaa-0000-4000-8000-000000000001';
export const NEXT_INCARNATION = 'aaaaaaaa-0000-4000-8000-000000000002';

/**
 * Returns the server's statement about its backups, made just after all deliveries. By default it states that no backup
 * contains a delivered entry.
 */
export const createBackupStatement = (patch: Partial<BackupStatement> = {}): BackupStatement => ({
  life: INCARNATION,
  after: null,
  holdsUntil: null,
  backedUpUntil: null,
  at: Date.now(),
  ...patch,
});

export const applyTestStatement = async (
  statement: BackupStatement,
  room = RETENTION_MAX_BYTES,
): Promise<number> =>
  applyBackupStatement({ statement, unseen: await listDeliveredSinceStatement(), room, now: Date.now() });

const isoOrNull = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();

/**
 * Returns the backup statement with its HMAC, as the server sends it to a user's device. By default the user is the signed-in
 * one; for another user, pass the user's `keys`.
 */
export async function createBackupStatementWithHmac(
  { life, after, ...times }: BackupStatement,
  to: Parameters<typeof verifyBackupStatement>[1],
  keys?: VaultKeys,
): Promise<BackupState> {
  const [holdsUntil, backedUpUntil, at] = [
    isoOrNull(times.holdsUntil),
    isoOrNull(times.backedUpUntil),
    isoOrNull(times.at) ?? '',
  ];
  const parts = listBackupStatementHmacParts({ ...to, life, after, holdsUntil, backedUpUntil, at });
  const hmac = await hmacTag(keys ?? (await requireKeysOf(to.userId)), parts);
  return { life, after, holds_until: holdsUntil, backed_up_until: backedUpUntil, at, hmac };
}
