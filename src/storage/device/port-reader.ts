import { db } from '../database/database.ts';
import { runStorageOperation } from '../base/problem.ts';
import { readDeviceRow } from '../database/device-row.ts';

export const wasCardReaderConnected = async (): Promise<boolean> =>
  (await readDeviceRow('port_reader')) !== undefined;

export const recordReaderConnected = (): Promise<void> =>
  runStorageOperation(async () => {
    await db.device.put({ id: 'port_reader' });
  });
