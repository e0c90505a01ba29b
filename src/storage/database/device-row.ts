import { db } from './database.ts';
import type { DeviceRow } from './device-records.ts';

/**
 * The row that has this id, with its own type. Not async: behind one more async function a live query would lose sight of
 * what it reads next (live.test.ts).
 */
export const readDeviceRow = <Id extends DeviceRow['id']>(id: Id) =>
  db.device.get(id) as PromiseLike<Extract<DeviceRow, { id: Id }> | undefined>;
