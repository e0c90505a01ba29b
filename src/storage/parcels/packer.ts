import { correctedInstant } from '#domain/time/clock.ts';
import type { Account } from '../account/accounts.ts';
import { readClockOffset } from '../device/contact.ts';
import { readDeviceKeyOfUser } from '../keys/device-keys.ts';
import { keysOf } from '../keys/keyring.ts';
import type { Packer } from './parcel-pack.ts';

/** S23: a key that only this device knows signs nothing that a provider could verify. */
export const mayConsent = async (ownerId: string): Promise<boolean> =>
  (await readDeviceKeyOfUser(ownerId))?.origin !== 'device';

export async function packerOf(account: Account, now: number): Promise<Packer> {
  const [keys, offset, consents] = await Promise.all([
    keysOf(account.userId),
    readClockOffset(),
    mayConsent(account.userId),
  ]);
  return { account, keys, consentedAt: correctedInstant(now, offset), mayConsent: consents };
}
