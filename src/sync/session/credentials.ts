import { openDeviceKey } from '#storage/keys/device-keys.ts';
import type { DeviceKeyRow } from '#storage/database/records.ts';
import type { RootKey } from '#storage/vault/vault.ts';

/** What was typed at a sign-in. */
export interface Credentials {
  /** Null where only the provider knows it. */
  readonly email: string | null;
  readonly password: string;
  /** The one before, when this device's copy of the key opens with no other. */
  readonly previous?: string | undefined;
}

/** The key that lies wrapped here; null when none of the passwords opens it. */
export async function openCopy(
  row: DeviceKeyRow,
  { password, previous }: Credentials,
): Promise<RootKey | null> {
  const root = await openDeviceKey(row, password);
  return root ?? (previous === undefined ? null : openDeviceKey(row, previous));
}
