import type { BackupState } from '#contract/records/people/devices.ts';
import { listBackupStatementHmacParts, type BackupStatement } from '#domain/retention.ts';
import { findServerUserIdAndKey } from '../keys/keyring.ts';
import { hmacTag } from '../vault/vault.ts';

const parseInstantOrNull = (instant: string | null): number | null =>
  instant === null ? null : Date.parse(instant);

/**
 * Returns the backup statement if the user's own server, which stores the user's vault key, made it for this device; null
 * otherwise. A statement of a captive portal or of another clinic therefore has no effect.
 */
export async function verifyBackupStatement(
  said: BackupState,
  to: { readonly userId: string; readonly deviceId: string },
): Promise<BackupStatement | null> {
  const by = await findServerUserIdAndKey(to.userId);
  const { life, after, holds_until: holdsUntil, backed_up_until: backedUpUntil, at, hmac } = said;
  if (!by) return null;
  const parts = listBackupStatementHmacParts({
    ...to,
    userId: by.userId,
    life,
    after,
    holdsUntil,
    backedUpUntil,
    at,
  });
  if ((await hmacTag(by, parts)) !== hmac) return null;
  return {
    life,
    after,
    holdsUntil: parseInstantOrNull(holdsUntil),
    backedUpUntil: parseInstantOrNull(backedUpUntil),
    at: Date.parse(at),
  };
}
