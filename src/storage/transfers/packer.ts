import { toServerInstant } from '#domain/time/clock.ts';
import type { Account } from '../account/accounts.ts';
import { readClockOffsetMs } from '../device/contact.ts';
import { readWrappedKeyOfUser } from '../keys/device-keys.ts';
import { requireKeysOf } from '../keys/keyring.ts';
import type { PackingContext } from './transfer-pack.ts';

/**
 * Returns true if the user's transfers may contain a consent that a colleague sends the entries. A server cannot verify a
 * consent whose key only this device knows (S23).
 */
export const canGiveConsents = async (ownerId: string): Promise<boolean> =>
  (await readWrappedKeyOfUser(ownerId))?.origin !== 'device';

export async function createPackingContext(account: Account, now: number): Promise<PackingContext> {
  const [keys, offset, consents] = await Promise.all([
    requireKeysOf(account.userId),
    readClockOffsetMs(),
    canGiveConsents(account.userId),
  ]);
  return { account, keys, consentedAt: toServerInstant(now, offset), mayConsent: consents };
}
