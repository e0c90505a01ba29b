import type { DeviceKey } from '#contract/device-proof.ts';
import { db } from '../database/database.ts';
import { runStorageOperation, runPriorityStorageOperation } from '../base/problem.ts';

/** Key that proves the session in addition to the cookie (S26). The device has one while a user is signed in. */
export interface SessionKey {
  readonly privateKey: CryptoKey;
  readonly jwk: DeviceKey;
}

/**
 * Returns the session key. Null when no user is signed in, or when the sign-in was made by an app version without session keys.
 */
export const readSessionKey = (): Promise<SessionKey | null> =>
  runStorageOperation(async () => {
    const row = await db.device.get('session-key');
    return row?.id === 'session-key' && row.privateKey instanceof CryptoKey
      ? { privateKey: row.privateKey, jwk: row.jwk }
      : null;
  });

/** Stores the key unless one exists, and returns the stored key. Two windows that sign in at the same time thus use one key. */
export const storeSessionKeyIfNone = ({ privateKey, jwk }: SessionKey): Promise<SessionKey> =>
  runPriorityStorageOperation(() =>
    db.transaction('rw', db.device, async () => {
      const known = await readSessionKey();
      if (known) return known;
      await db.device.put({ id: 'session-key', privateKey, jwk });
      return { privateKey, jwk };
    }),
  );
