import { db } from './database.ts';
import type { DeviceRow } from './device-records.ts';

/**
 * Returns the row with this id, typed. Not async: behind one more async function a live query would not observe its next reads
 * (live.test.ts).
 */
export const readDeviceRow = <Id extends DeviceRow['id']>(id: Id) =>
  db.device.get(id) as PromiseLike<Extract<DeviceRow, { id: Id }> | undefined>;
