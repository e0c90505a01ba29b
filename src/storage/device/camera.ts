import { storing } from '../base/problem.ts';
import { db } from '../database/database.ts';
import { readDeviceRow } from '../database/device-row.ts';

/** Which camera takes the photos here, by the browser's name for it; null before anybody chose. */
export const readCamera = async (): Promise<string | null> =>
  (await readDeviceRow('camera'))?.deviceId ?? null;

export const saveCamera = (deviceId: string): Promise<void> =>
  storing(async () => {
    await db.device.put({ id: 'camera', deviceId });
  });
