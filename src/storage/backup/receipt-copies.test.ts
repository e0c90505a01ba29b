import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ANA,
  BEA,
  confirmedEntry,
  deliverNext,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { opened, receive, rescueFile } from '#tests/support/device/parcels.ts';
import { beginWithoutCopies, countCopies, deviceKey, loseDatabase } from '#tests/support/device/backups.ts';
import { db } from '../database/database.ts';
import { keepSecret, ensureDeviceId, ensureIdentity } from '../device/device-identity.ts';
import { removeEntry } from '../outbox/entry-actions.ts';
import { syncSummary } from '../outbox/entries.ts';
import { onWritten } from '../database/entry-watch.ts';
import { restoreFromBackup } from './restore.ts';
import { keepBackups, backUpMissing, backupsWritten } from './follow.ts';

beforeEach(beginWithoutCopies);
afterEach(() => vi.restoreAllMocks());

const DAY = 24 * 60 * 60_000;
const receipts = () => db.receipts.orderBy('id').toArray();

async function discarded(number: string, capturedAt = Date.now()): Promise<string> {
  const entryId = await confirmedEntry(number, { capturedAt });
  await removeEntry(ANA, entryId, Date.now());
  return entryId;
}

describe('S22 the shift is counted on after the loss of the database', () => {
  beforeEach(ensureDeviceId);

  it('what arrived and what was discarded, and what waits beside them', async () => {
    await confirmedEntry('9999000017');
    for (let nth = 0; nth < 3; nth += 1) await deliverNext();
    await discarded('9999000025');
    await confirmedEntry('9999000033');
    const before = await receipts();
    await loseDatabase();
    expect(await restoreFromBackup()).toBe(1);
    expect(await receipts()).toEqual(before);
    expect(before.map(({ outcome }) => outcome).toSorted()).toEqual(['delivered', 'discarded']);
    expect((await syncSummary(ANA)).unsent).toBe(1);
  });

  it('counts receipts of a week from before there were copies', async () => {
    onWritten(() => undefined);
    const recent = await discarded('9999000017');
    await discarded('9999000025', Date.now() - 9 * DAY);
    await restoreFromBackup();
    await backupsWritten();
    await expect.poll(() => countCopies('/shadow-receipts/')).toBe(1);
    keepBackups();
    await loseDatabase();
    await restoreFromBackup();
    expect((await receipts()).map(({ entryId }) => entryId)).toEqual([recent]);
  });

  it('a copy older than a week goes at the start', async () => {
    const cache = await caches.open('ventanilla-shadow');
    await cache.put('/shadow-receipts/2020-01-02', new Response('old'));
    await restoreFromBackup();
    await expect.poll(() => countCopies('/shadow-receipts/')).toBe(0);
  });

  it('a receipt that was taken back does not return with a start, nor with a loss', async () => {
    const gone = await discarded('9999000017');
    await discarded('9999000025');
    await db.receipts.delete(gone);
    await restoreFromBackup();
    await loseDatabase();
    await restoreFromBackup();
    expect((await receipts()).map(({ entryId }) => entryId)).not.toContain(gone);
    expect(await receipts()).toHaveLength(1);
  });

  it('what was settled before they came back stands beside them, and is copied with them', async () => {
    const before = await discarded('9999000017');
    await loseDatabase();
    const meanwhile = await discarded('9999000025');
    for (let nth = 0; nth < 2; nth += 1) {
      await restoreFromBackup();
      await expect.poll(async () => (await receipts()).length).toBe(2);
      await backupsWritten();
      await expect.poll(() => countCopies('/shadow-receipts/')).toBe(1);
    }
    expect((await receipts()).map(({ entryId }) => entryId).toSorted()).toEqual(
      [before, meanwhile].toSorted(),
    );
    await loseDatabase();
    await restoreFromBackup();
    expect(await receipts()).toHaveLength(2);
  });

  it('a copy that cannot be read now is read at the next start, one that is torn keeps no other from it', async () => {
    const reported = vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined);
    await discarded('9999000017');
    await backupsWritten();
    const cache = await caches.open('ventanilla-shadow');
    await cache.put('/shadow-receipts/2099-01-02', new Response('torn'));
    await loseDatabase();
    vi.spyOn(Cache.prototype, 'keys').mockRejectedValueOnce(new Error('busy'));
    await expect(restoreFromBackup()).rejects.toThrow('busy');
    await backupsWritten();
    expect(await receipts()).toHaveLength(0);
    reported.mockClear();
    await restoreFromBackup();
    expect(await receipts()).toHaveLength(1);
    expect(reported).toHaveBeenCalledOnce();
  });

  it('S14 what was handed over waits in the colleague’s queue, all of it', async () => {
    for (const number of ['9999000017', '9999000025', '9999000033', '9999000041'])
      await confirmedEntry(number);
    const file = await rescueFile();
    await signInOnDevice(BEA);
    await receive(await opened(file));
    const waiting = async () => (await db.entries.toArray()).map(({ id, ownerId }) => ({ id, ownerId }));
    const [before, receiptsBefore] = [await waiting(), await receipts()];
    expect(new Set(before.map(({ ownerId }) => ownerId))).toEqual(new Set([BEA]));
    await loseDatabase();
    expect(await restoreFromBackup()).toBe(4);
    expect(await waiting()).toEqual(before);
    expect(await receipts()).toEqual(receiptsBefore);
    await backupsWritten();
    await expect.poll(() => countCopies('/shadow/')).toBe(4);
  });

  it('S20 what was discarded while there was no room for its receipt does not come back', async () => {
    const entryId = await confirmedEntry('9999000017');
    await backupsWritten();
    vi.spyOn(Cache.prototype, 'put').mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'));
    await removeEntry(ANA, entryId, Date.now());
    await loseDatabase();
    expect(await restoreFromBackup()).toBe(0);
  });

  it('D2 the key comes back that only this device has and that opens them', async () => {
    await db.deviceKeys.put(deviceKey('device'));
    await discarded('9999000017');
    await loseDatabase();
    await restoreFromBackup();
    expect(await db.deviceKeys.count()).toBe(1);
  });
});

describe('S25 an empty database deletes no copy', () => {
  beforeEach(ensureDeviceId);

  it('lost while a start looks through it: copies of what waits and of receipts stay', async () => {
    await discarded('9999000017');
    const ids: string[] = [];
    for (const number of ['1', '2', '3']) ids.push(await confirmedEntry(number));
    await backupsWritten();
    await wipeDevice();
    await backUpMissing(ids);
    await backupsWritten();
    expect([await countCopies('/shadow/'), await countCopies('/shadow-receipts/')]).toEqual([3, 1]);
    await signInOnDevice(ANA);
    expect(await restoreFromBackup()).toBe(3);
    expect(await receipts()).toHaveLength(1);
  });

  it('D2 a key’s copy stays until what it opens can come back, though somebody else signs in', async () => {
    await db.deviceKeys.put(deviceKey('device'));
    await confirmedEntry('9999000017');
    await loseDatabase();
    await db.deviceKeys.put({ ...deviceKey('provider'), id: 'other', userId: BEA });
    await backupsWritten();
    expect(await restoreFromBackup()).toBe(1);
    expect((await db.deviceKeys.get('mail-tag'))?.userId).toBe(ANA);
  });

  it('S22 the week’s receipts come back though the id’s copy is gone', async () => {
    await discarded('9999000017');
    await backupsWritten();
    await caches.open('ventanilla-shadow').then((cache) => cache.delete('/shadow-identity'));
    await loseDatabase();
    await restoreFromBackup();
    expect(await receipts()).toHaveLength(1);
  });

  it('a clock that stands in another year takes no copy away', async () => {
    await discarded('9999000017');
    await backupsWritten();
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now - 400 * DAY);
    await restoreFromBackup();
    await backupsWritten();
    vi.restoreAllMocks();
    await loseDatabase();
    await restoreFromBackup();
    expect(await receipts()).toHaveLength(1);
  });

  it('what came back is copied in one go, and holds up nothing', async () => {
    const entryId = await discarded('9999000017');
    const [one] = await receipts();
    if (!one) throw new Error('there is a receipt');
    const many = Array.from({ length: 60 }, (_, nth) => ({ ...one, id: `${entryId}:${nth}` }));
    await db.receipts.bulkPut(many);
    await backupsWritten();
    const put = vi.spyOn(Cache.prototype, 'put');
    await loseDatabase();
    await restoreFromBackup();
    await backupsWritten();
    expect(await receipts()).toHaveLength(61);
    expect(put.mock.calls.length).toBeLessThan(5);
  });
});

describe('S24 the device is the same to the administrators', () => {
  it('after the loss of the database, whoever asks first', async () => {
    const id = await ensureDeviceId();
    await wipeDevice();
    expect(await ensureDeviceId()).toBe(id);
  });

  it('L1 with the secret that signs its reports', async () => {
    const secret = {
      kty: 'EC',
      crv: 'P-256',
      x: 'x'.repeat(43),
      y: 'y'.repeat(43),
      d: 'd'.repeat(43),
    } as const;
    const before = await keepSecret(secret);
    await wipeDevice();
    expect(await ensureIdentity()).toEqual(before);
    expect(before.secret).toEqual(secret);
  });

  it('a copy of before has no secret, and gives the id all the same', async () => {
    const id = await ensureDeviceId();
    await wipeDevice();
    const cache = await caches.open('ventanilla-shadow');
    await cache.put('/shadow-identity', new Response(`${id} kept`));
    expect(await ensureIdentity()).toEqual({ deviceId: id, secret: null });
  });

  it('a device that had its id before there were copies keeps it', async () => {
    const id = await ensureDeviceId();
    await caches.delete('ventanilla-shadow');
    await restoreFromBackup();
    await wipeDevice();
    expect(await ensureDeviceId()).toBe(id);
  });

  it('a torn copy is nobody’s id; one that cannot be read now makes no other device of it', async () => {
    const id = await ensureDeviceId();
    await wipeDevice();
    vi.spyOn(Cache.prototype, 'match').mockRejectedValueOnce(new Error('busy'));
    await expect(ensureDeviceId()).rejects.toThrow();
    expect(await ensureDeviceId()).toBe(id);
    await wipeDevice();
    await caches.open('ventanilla-shadow').then((cache) => cache.put('/shadow-identity', new Response('')));
    expect(await ensureDeviceId()).toMatch(/^[\da-f-]{36}$/);
  });

  it('S20 without room or place for a copy it has one all the same', async () => {
    vi.spyOn(Cache.prototype, 'put').mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'));
    const id = await ensureDeviceId();
    expect(await ensureDeviceId()).toBe(id);
    vi.spyOn(caches, 'open').mockRejectedValue(new DOMException('', 'SecurityError'));
    await wipeDevice();
    expect(await ensureDeviceId()).not.toBe(id);
  });
});
