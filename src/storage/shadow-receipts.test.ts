import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ANA, confirmedEntry, deliverNext, wipeDevice } from '#tests/support/device.ts';
import { beginWithoutCopies, countCopies, loseDatabase } from '#tests/support/shadows.ts';
import { db } from './database.ts';
import { readDeviceId } from './device-identity.ts';
import { removeEntry, syncSummary } from './entries.ts';
import { onWritten } from './entry-watch.ts';
import { restoreFromShadows } from './shadow-restore.ts';
import { keepShadows, shadowsKept } from './shadow.ts';

beforeEach(beginWithoutCopies);
afterEach(() => vi.restoreAllMocks());

describe('S22 the shift is counted on after the loss of the database', () => {
  const receipts = () => db.receipts.orderBy('id').toArray();

  it('what arrived and what was discarded, and what waits beside them', async () => {
    await confirmedEntry('9999000017');
    for (let nth = 0; nth < 3; nth += 1) await deliverNext();
    await removeEntry(ANA, await confirmedEntry('9999000025'), Date.now());
    await confirmedEntry('9999000033');
    const before = await receipts();
    await loseDatabase();
    expect(await restoreFromShadows()).toBe(1);
    expect(await receipts()).toEqual(before);
    expect(before.map(({ outcome }) => outcome).toSorted()).toEqual(['delivered', 'discarded']);
    expect((await syncSummary(ANA)).unsent).toBe(1);
  });

  it('also from before there were copies; for a week', async () => {
    onWritten(() => undefined);
    const now = Date.now();
    const recent = await confirmedEntry('9999000017');
    await removeEntry(ANA, recent, now);
    await removeEntry(
      ANA,
      await confirmedEntry('9999000025', { capturedAt: now - 8 * 24 * 60 * 60_000 }),
      now,
    );
    await restoreFromShadows();
    await expect.poll(() => countCopies('/shadow-receipts/')).toBe(1);
    keepShadows();
    await loseDatabase();
    await restoreFromShadows();
    expect((await receipts()).map(({ entryId }) => entryId)).toEqual([recent]);
    await db.receipts.update(recent, { capturedAt: now - 8 * 24 * 60 * 60_000 });
    await caches
      .open('ventanilla-shadow')
      .then((cache) => cache.put(`/shadow-receipts/${recent}`, new Response('old')));
    await restoreFromShadows();
    await expect.poll(() => countCopies('/shadow-receipts/')).toBe(0);
  });

  it('one that cannot be read keeps no other from coming back', async () => {
    const reported = vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined);
    await removeEntry(ANA, await confirmedEntry('9999000017'), Date.now());
    await shadowsKept();
    const cache = await caches.open('ventanilla-shadow');
    await cache.put('/shadow-receipts/00000000-0000-4000-8000-000000000000', new Response('torn'));
    await loseDatabase();
    await restoreFromShadows();
    expect(await receipts()).toHaveLength(1);
    expect(reported).toHaveBeenCalledOnce();
  });
});

describe('S24 the device is the same to the administrators', () => {
  it('after the loss of the database, whoever asks first', async () => {
    const id = await readDeviceId();
    await wipeDevice();
    expect(await readDeviceId()).toBe(id);
  });

  it('also when it had its id before there were copies', async () => {
    const id = await readDeviceId();
    await caches.delete('ventanilla-shadow');
    await restoreFromShadows();
    await wipeDevice();
    expect(await readDeviceId()).toBe(id);
  });

  it('S20 without room or place for a copy it has one all the same', async () => {
    vi.spyOn(Cache.prototype, 'put').mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'));
    const id = await readDeviceId();
    expect(await readDeviceId()).toBe(id);
    vi.spyOn(caches, 'open').mockRejectedValue(new DOMException('', 'SecurityError'));
    await wipeDevice();
    expect(await readDeviceId()).not.toBe(id);
  });
});
