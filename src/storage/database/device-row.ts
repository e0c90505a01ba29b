import { db } from './database.ts';
import type { DeviceRow } from './device-records.ts';

/**
 * Returns the row with this id, typed. Not async: with one more await, a live query would not notice the reads that follow this
 * one (live.test.ts).
 */
export const readDeviceRow = <Id extends DeviceRow['id']>(id: Id) =>
  db.device.get(id) as PromiseLike<Extract<DeviceRow, { id: Id }> | undefined>;
