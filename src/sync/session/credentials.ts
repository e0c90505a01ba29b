import { unwrapRootKey } from '#storage/keys/device-keys.ts';
import type { WrappedKeyRow } from '#storage/database/records.ts';
import type { RootKey } from '#storage/vault/vault.ts';

export interface Credentials {
  /** E-mail address; null if only the server knows it. */
  readonly email: string | null;
  readonly password: string;
  /** Previous password, if the device's copy of the data key was wrapped with it. */
  readonly previous?: string | undefined;
}

export async function unwrapKeyCopy(
  row: WrappedKeyRow,
  { password, previous }: Credentials,
): Promise<RootKey | null> {
  const root = await unwrapRootKey(row, password);
  return root ?? (previous === undefined ? null : unwrapRootKey(row, previous));
}
