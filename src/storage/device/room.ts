import { runStorageOperation } from '../base/problem.ts';
import { db } from '../database/database.ts';
import { readDeviceRow } from '../database/device-row.ts';

/** Returns the room to which this device calls patients; empty before a user has entered one. */
export const readRoom = async (): Promise<string> => (await readDeviceRow('room'))?.room ?? '';

export const saveRoom = (room: string): Promise<void> =>
  runStorageOperation(async () => {
    await db.device.put({ id: 'room', room });
  });
