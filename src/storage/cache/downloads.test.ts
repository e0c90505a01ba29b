import { beforeEach, describe, expect, it } from 'vitest';
import { ANA_ID, BEA_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { signOutAccount } from '../account/accounts.ts';
import { db } from '../database/database.ts';
import { recordDownload, readDownloads } from './downloads.ts';

const anaOwnerId = ANA_ID;
const beaOwnerId = BEA_ID;

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

describe('M3 downloads since the sign-in', () => {
  it('downloads are counted and listed for the user who downloaded them, newest first', async () => {
    expect(await readDownloads(anaOwnerId)).toBeNull();
    await recordDownload(anaOwnerId, 'concepto_0a1b2c3d.pdf');
    await recordDownload(anaOwnerId, 'adjunto_1a2b3c4d.png');
    expect(await readDownloads(anaOwnerId)).toMatchObject({
      count: 2,
      names: ['adjunto_1a2b3c4d.png', 'concepto_0a1b2c3d.pdf'],
    });
    expect(await readDownloads(beaOwnerId)).toBeNull();
  });

  it('the list of downloads is deleted at sign-out and when another user signs in', async () => {
    await recordDownload(anaOwnerId, 'concepto_0a1b2c3d.pdf');
    await signOutAccount(Date.now());
    expect(await db.device.get('downloads')).toBeUndefined();
    await recordDownload(anaOwnerId, 'concepto_0a1b2c3d.pdf');
    expect(await db.device.get('downloads'), 'after the sign-out').toBeUndefined();
    await signInOnDevice(ANA_ID);
    await recordDownload(anaOwnerId, 'concepto_0a1b2c3d.pdf');
    await signInOnDevice(BEA_ID);
    expect(await db.device.get('downloads')).toBeUndefined();
  });

  it('the device stores only the newest names of downloads, but counts all downloads', async () => {
    for (let at = 1; at <= 25; at += 1) await recordDownload(anaOwnerId, `adjunto_${at}.pdf`);
    const downloads = await readDownloads(anaOwnerId);
    expect(downloads?.count).toBe(25);
    expect(downloads?.names).toHaveLength(20);
    expect(downloads?.names[0]).toBe('adjunto_25.pdf');
  });

  it('the device reads an invalid record of the user’s downloads as null, and replaces it at the next download', async () => {
    await db.device.put({
      id: 'downloads',
      ownerId: anaOwnerId,
      count: 1,
      names: ['Informe de Ana Rincón.pdf'],
    });
    expect(await readDownloads(anaOwnerId)).toBeNull();
    await recordDownload(anaOwnerId, 'concepto_0a1b2c3d.pdf');
    expect(await readDownloads(anaOwnerId)).toMatchObject({ count: 1 });
  });
});
