import { shortId } from '#domain/text/short-id.ts';
import { db } from './database.ts';
import { storing } from './problem.ts';

const stored = async (): Promise<string | null> => {
  const row = await db.device.get('identity');
  return row?.id === 'identity' ? row.deviceId : null;
};

/**
 * The id by which the provider knows this device. It outlives every sign-out. The first call makes it, hence not to be
 * asked inside a live query.
 */
export const readDeviceId = (): Promise<string> =>
  storing(async () => {
    const known = await stored();
    if (known !== null) return known;
    return db.transaction('rw', db.device, async () => {
      const meanwhile = await stored(); // Another window was as early.
      if (meanwhile !== null) return meanwhile;
      const deviceId = crypto.randomUUID();
      await db.device.put({ id: 'identity', deviceId });
      return deviceId;
    });
  });

/** What people tell one tablet from another by, on its own screen and in the administrator's list. */
export const deviceCode = shortId;
