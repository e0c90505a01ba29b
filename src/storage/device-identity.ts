import { shortId } from '#domain/text/short-id.ts';
import { db } from './database.ts';
import { storing } from './problem.ts';
import { IDENTITY, shadowPlace } from './shadow-place.ts';
import { noteFailure } from './shadow.ts';

const stored = async (): Promise<string | null> => {
  const row = await db.device.get('identity');
  return row?.id === 'identity' ? row.deviceId : null;
};

async function store(deviceId: string): Promise<string> {
  return db.transaction('rw', db.device, async () => {
    const meanwhile = await stored(); // Another window was as early.
    if (meanwhile !== null) return meanwhile;
    await db.device.put({ id: 'identity', deviceId });
    return deviceId;
  });
}

/** S25: a device that lost its database is no other one to the administrators. Null where there is no copy. */
async function readCopy(): Promise<string | null> {
  const copy = await (await shadowPlace())?.match(IDENTITY);
  return (await copy?.text()) ?? null;
}

/** Of a device that has an id. */
export async function copyDeviceId(): Promise<void> {
  const deviceId = await stored();
  if (deviceId === null || (await readCopy()) === deviceId) return;
  await (await shadowPlace())?.put(IDENTITY, new Response(deviceId));
}

/**
 * The id by which the provider knows this device. It outlives every sign-out. The first call makes it, hence not to be
 * asked inside a live query.
 */
export const readDeviceId = (): Promise<string> =>
  storing(async () => {
    const known = await stored();
    if (known !== null) return known;
    const copied = await readCopy().catch(noteFailure);
    const deviceId = await store(copied ?? crypto.randomUUID());
    await copyDeviceId().catch(noteFailure);
    return deviceId;
  });

/** What people tell one tablet from another by, on its own screen and in the administrator's list. */
export const deviceCode = shortId;
