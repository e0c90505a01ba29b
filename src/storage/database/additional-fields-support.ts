import { runStorageOperation } from '../base/problem.ts';
import { db } from './database.ts';
import { readDeviceRow } from './device-row.ts';

/** Time since the last positive response about additional fields after which the server is queried again, ms. */
const FIELDS_SUPPORT_VALID_MS = 20 * 60_000;

export type AdditionalFieldsSupport = 'offered' | 'base_contract' | 'unknown';

/**
 * Returns whether the body of a registration may contain additional fields. `unknown`: the server has not confirmed this for
 * some time, and the device may now be connected to another server. `now` is the device's clock, and `offeredAt` the time of
 * the last confirmation that the caller knows; ms since the epoch.
 */
export async function readAdditionalFieldsSupport(
  now: number,
  offeredAt: number,
): Promise<AdditionalFieldsSupport> {
  const missing = await readDeviceRow('no-additional-fields');
  if (missing) return missing.isBaseContract ? 'base_contract' : 'offered';
  const refreshedAt = (await db.mirrors.get('additional-fields'))?.refreshedAt ?? offeredAt;
  const age = Math.min(Math.abs(now - refreshedAt), Math.abs(now - offeredAt));
  return age < FIELDS_SUPPORT_VALID_MS ? 'offered' : 'unknown';
}

/** Records that the server offers additional fields. */
export const recordAdditionalFieldsOffered = (): Promise<void> =>
  runStorageOperation(async () => {
    if (await readDeviceRow('no-additional-fields')) await db.device.delete('no-additional-fields');
  });

/**
 * Deletes the definitions, because the server does not offer additional fields. If the device had definitions, the form must
 * notify the users, who may have filled the fields.
 */
export const recordUnsupportedAndDropFields = (isBaseContract: boolean): Promise<void> =>
  runStorageOperation(() =>
    db.transaction('rw', db.catalogs, db.mirrors, db.device, async () => {
      const before = await readDeviceRow('no-additional-fields');
      const deleted = await db.catalogs.where('resource').equals('additional-fields').delete();
      await db.mirrors.delete('additional-fields');
      const isNoticeDue = deleted > 0 || (before?.isNoticeDue ?? false);
      await db.device.put({ id: 'no-additional-fields', isBaseContract, isNoticeDue });
    }),
  );

export const isAdditionalFieldsNoticeDue = async (): Promise<boolean> =>
  (await readDeviceRow('no-additional-fields'))?.isNoticeDue ?? false;

export const dismissAdditionalFieldsNotice = (): Promise<void> =>
  runStorageOperation(async () => {
    const missing = await readDeviceRow('no-additional-fields');
    if (missing) await db.device.put({ ...missing, isNoticeDue: false });
  });
