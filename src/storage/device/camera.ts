import { runStorageOperation } from '../base/problem.ts';
import { db } from '../database/database.ts';
import { readDeviceRow } from '../database/device-row.ts';

/** Returns the browser's id of the camera for photos; null before a user has chosen one. */
export const readCameraId = async (): Promise<string | null> =>
  (await readDeviceRow('camera'))?.deviceId ?? null;

export const saveCameraId = (deviceId: string): Promise<void> =>
  runStorageOperation(async () => {
    await db.device.put({ id: 'camera', deviceId });
  });
