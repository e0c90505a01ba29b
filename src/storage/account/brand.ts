import type { Branding } from '#contract/records/branding.ts';
import type { Account } from './accounts.ts';
import { db } from '../database/database.ts';
import { runStorageOperation } from '../base/problem.ts';
import { findKeysOf } from '../keys/keyring.ts';
import { encryptBranchHeader } from '../vault/branch-header.ts';

export interface Logo {
  readonly bytes: ArrayBuffer;
  readonly mime: string;
}

export interface Brand {
  readonly branding: Branding;
  readonly logo: Logo | null;
}

const logoHashOf = (branding: Branding): string | null => branding.logo_hash ?? null;

export async function isLogoStored({ branchId }: Account, branding: Branding): Promise<boolean> {
  const row = await db.device.get('logo');
  if (row?.id !== 'logo' || row.branchId !== branchId) return false;
  return row.hash !== null && row.hash === logoHashOf(branding);
}

/**
 * Returns the brand of the account's branch. Null until the device has received the branch's name, so that another branch's
 * name is never shown. The logo may be the previous one until the new one is stored.
 */
export async function readBrand({
  userId,
  branchId,
}: Pick<Account, 'userId' | 'branchId'>): Promise<Brand | null> {
  const [face, picture] = await db.device.bulkGet(['branding', 'logo']);
  if (face?.id !== 'branding' || face.ownerId !== userId || face.branchId !== branchId) return null;
  const logo = picture?.id === 'logo' && picture.branchId === branchId ? picture : null;
  const shown = logo && face.branding.has_logo === true ? { bytes: logo.bytes, mime: logo.mime } : null;
  return { branding: face.branding, logo: shown };
}

/**
 * Stores the branding. A copy is encrypted with the user's key, so that the name is available after an offline sign-in (D2).
 * Does nothing if the user has signed out in the meantime.
 */
export const saveBranding = ({ userId, branchId }: Account, branding: Branding): Promise<void> =>
  runStorageOperation(async () => {
    const keys = await findKeysOf(userId);
    if (!keys) return;
    const sealedFace = await encryptBranchHeader(keys, userId, { branchId, branding });
    await db.transaction('rw', [db.device, db.deviceKeys], async () => {
      await db.device.put({ id: 'branding', ownerId: userId, branchId, branding });
      if (branding.has_logo !== true) await db.device.delete('logo');
      await db.deviceKeys.where('userId').equals(userId).modify({ sealedFace });
    });
  });

export const saveLogo = ({ branchId }: Account, branding: Branding, logo: Logo): Promise<void> =>
  runStorageOperation(async () => {
    await db.device.put({ id: 'logo', branchId, hash: logoHashOf(branding), ...logo });
  });
