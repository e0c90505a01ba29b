import type { CopiesStatement } from '#contract/records/people/devices.ts';
import { statementParts, type Statement } from '#domain/custody.ts';
import { findProviderTag } from '../keys/keyring.ts';
import { tagOf } from '../vault/vault.ts';

const timeOf = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant));

/**
 * What was said, if it was this user's own provider that said it to this device: whoever keeps the user's vault key. A portal's or
 * another clinic's word moves nothing here, and throws nothing away.
 */
export async function believed(
  said: CopiesStatement,
  to: { readonly userId: string; readonly deviceId: string },
): Promise<Statement | null> {
  const by = await findProviderTag(to.userId);
  const { life, after, holds_until: holdsUntil, backed_up_until: backedUpUntil, at, hmac } = said;
  if (!by) return null;
  const parts = statementParts({ ...to, userId: by.userId, life, after, holdsUntil, backedUpUntil, at });
  if ((await tagOf(by, parts)) !== hmac) return null;
  return {
    life,
    after,
    holdsUntil: timeOf(holdsUntil),
    backedUpUntil: timeOf(backedUpUntil),
    at: Date.parse(at),
  };
}
