import { StorageProblem } from '../base/problem.ts';
import { decryptBytes, encryptBytes, type RootKey } from './vault.ts';

/** Root key encrypted with a password. `version` identifies algorithm and PBKDF2 rounds. */
export interface WrappedKey {
  version: 1;
  salt: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

/**
 * PBKDF2 rounds (D2), which make each password guess expensive after the theft of a disk. Changing the number requires a new
 * version of the record.
 */
const DERIVATION_ROUNDS = 600_000;
export const SALT_BYTES = 16;

export const newSalt = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(SALT_BYTES));

/** Derives an encryption key from a password with PBKDF2; takes about a second on a tablet. */
export async function derivePasswordKey(
  password: string,
  salt: Uint8Array<ArrayBuffer>,
): Promise<{ seal: CryptoKey }> {
  const typed = new TextEncoder().encode(password);
  const material = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey']);
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', iterations: DERIVATION_ROUNDS, salt };
  const algorithm = { name: 'AES-GCM', length: 256 };
  const uses: KeyUsage[] = ['encrypt', 'decrypt'];
  return { seal: await crypto.subtle.deriveKey(derivation, material, algorithm, false, uses) };
}

/** Wraps a root key with a password, for one AAD (`table:id`) and with a new salt. */
export async function wrapKey(password: string, aad: string, root: RootKey): Promise<WrappedKey> {
  const salt = newSalt();
  return { version: 1, salt, sealed: await encryptBytes(await derivePasswordKey(password, salt), aad, root) };
}

/** Returns the root key; null for a wrong password or a damaged record, which cannot be distinguished. */
export async function unwrapKey(password: string, aad: string, wrapped: WrappedKey): Promise<RootKey | null> {
  const key = await derivePasswordKey(password, wrapped.salt);
  try {
    return new Uint8Array(await decryptBytes(key, aad, wrapped.sealed));
  } catch (error) {
    if (error instanceof StorageProblem && error.kind === 'locked') return null;
    throw error;
  }
}
