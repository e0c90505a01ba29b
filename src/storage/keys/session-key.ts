import type { DeviceKey } from '#contract/device-proof.ts';
import { db } from '../database/database.ts';
import { storing, storingFirst } from '../base/problem.ts';

/** The key that answers for the session besides its cookie (S26). It lies here while somebody is signed in. */
export interface SessionKey {
  readonly privateKey: CryptoKey;
  readonly jwk: DeviceKey;
}

/** Null where nobody has signed in, or where the app had no keys yet when somebody did. */
export const readSessionKey = (): Promise<SessionKey | null> =>
  storing(async () => {
    const row = await db.device.get('session-key');
    return row?.id === 'session-key' && row.privateKey instanceof CryptoKey
      ? { privateKey: row.privateKey, jwk: row.jwk }
      : null;
  });

/** Keeps the key unless there is one; answers the one that is there now: two windows that sign in at once have one key. */
export const keepSessionKey = ({ privateKey, jwk }: SessionKey): Promise<SessionKey> =>
  storingFirst(() =>
    db.transaction('rw', db.device, async () => {
      const known = await readSessionKey();
      if (known) return known;
      await db.device.put({ id: 'session-key', privateKey, jwk });
      return { privateKey, jwk };
    }),
  );
