import { Dexie } from 'dexie';
import { afterEach, expect, it } from 'vitest';
import { DeviceDatabase } from './database.ts';

const NAME = 'ventanilla-upgrade-test';
afterEach(() => Dexie.delete(NAME));

/** The schema as it was released first. */
function firstRelease(): Dexie {
  const old = new Dexie(NAME);
  old.version(1).stores({
    keys: 'userId',
    accounts: 'id',
    drafts: 'id, ownerId, photo.bytesId, signature.bytesId',
    bytes: 'id, ownerId',
    entries: 'id, ownerId, [ownerId+standing+capturedAt], [ownerId+capturedAt], [ownerId+patientTag]',
    items: 'id, entryId, picture.bytesId, [ownerId+state.name], [ownerId+lane+dueAt+capturedAt]',
    receipts: 'id, ownerId, [ownerId+capturedAt], [ownerId+patientTag]',
    patients: 'tag, ownerId',
    catalogs: '[resource+id], resource',
    mirrors: 'resource',
    recents: '[ownerId+resource+id], [ownerId+resource+usedAt]',
    device: 'id',
  });
  return old;
}

it('S21 what waits on a device of the first release goes on as registrations after the upgrade', async () => {
  const old = firstRelease();
  const sealedSummary = new Uint8Array([1, 2, 3]).buffer;
  const row = { id: 'e', ownerId: 'o', branchId: 'b', capturedAt: 1, patientTag: 't', sealedSummary };
  await old.table('entries').add({ ...row, clockOffset: 0, standing: 'attention' });
  await old.table('receipts').add({ ...row, settledAt: 2, outcome: 'delivered', evaluationId: 'x' });
  old.close();

  const device = new DeviceDatabase(NAME);
  expect(await device.entries.get('e')).toMatchObject({ ...row, kind: 'registration', target: null });
  expect(await device.receipts.get('e')).toMatchObject({ ...row, kind: 'registration' });
  expect(
    await device.entries.where('[ownerId+standing+capturedAt]').equals(['o', 'attention', 1]).count(),
  ).toBe(1);
  expect([await device.cache.count(), await device.clinicalDrafts.count()]).toEqual([0, 0]);
  device.close();
});
