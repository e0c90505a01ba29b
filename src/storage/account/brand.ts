import type { Branding } from '#contract/records/branding.ts';
import type { Account } from './accounts.ts';
import { db } from '../database/database.ts';
import { storing } from '../base/problem.ts';
import { findKeysOf } from '../keys/keyring.ts';
import { sealFace } from '../vault/branch-face.ts';

/** A branch's picture as the provider keeps it. */
export interface Logo {
  readonly bytes: ArrayBuffer;
  readonly mime: string;
}

/** The active branch's name and logo, as far as it lies on the device. */
export interface Brand {
  readonly branding: Branding;
  readonly logo: Logo | null;
}

const hashOf = (branding: Branding): string | null => branding.logo_hash ?? null;

/** True while the picture on the device is the one that the branding names; a branding without a hash cannot tell. */
export async function isLogoHere({ branchId }: Account, branding: Branding): Promise<boolean> {
  const row = await db.device.get('logo');
  if (row?.id !== 'logo' || row.branchId !== branchId) return false;
  return row.hash !== null && row.hash === hashOf(branding);
}

/**
 * Null until the name of this account's branch has come: none is shown under that of another. A new picture takes the
 * old one's place when it is here.
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

/** Sealed beside the key's copy too: after a sign-in without network the branch has its name (D2). Not for who has left meanwhile. */
export const saveBranding = ({ userId, branchId }: Account, branding: Branding): Promise<void> =>
  storing(async () => {
    const keys = await findKeysOf(userId);
    if (!keys) return;
    const sealedFace = await sealFace(keys, userId, { branchId, branding });
    await db.transaction('rw', [db.device, db.deviceKeys], async () => {
      await db.device.put({ id: 'branding', ownerId: userId, branchId, branding });
      if (branding.has_logo !== true) await db.device.delete('logo');
      await db.deviceKeys.where('userId').equals(userId).modify({ sealedFace });
    });
  });

export const saveLogo = ({ branchId }: Account, branding: Branding, logo: Logo): Promise<void> =>
  storing(async () => {
    await db.device.put({ id: 'logo', branchId, hash: hashOf(branding), ...logo });
  });
