import { Dexie } from 'dexie';
import { afterEach, expect, it } from 'vitest';
import { openFacts } from '../vault/account-facts.ts';
import { DeviceDatabase } from './database.ts';
import { decodeVaultKey, importVaultKeys } from '../vault/vault.ts';

const NAME = 'ventanilla-upgrade-test';
afterEach(() => Dexie.delete(NAME));

const FIRST = {
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
};
const SECOND = {
  ...FIRST,
  entries:
    'id, ownerId, [ownerId+standing+capturedAt], [ownerId+capturedAt], [ownerId+patientTag], [ownerId+target.evaluationId]',
  cache: 'key, ownerId, [ownerId+kind], [ownerId+evaluationId]',
  clinicalDrafts: 'id, ownerId',
};

/** The schema as it was released under this number. */
function release(version: number, stores: Record<string, string>): Dexie {
  const old = new Dexie(NAME);
  old.version(version).stores(stores);
  return old;
}

it('S21 what waits on a device of the first release goes on as registrations after the upgrade', async () => {
  const old = release(1, FIRST);
  const sealedSummary = new Uint8Array([1, 2, 3]).buffer;
  const row = { id: 'e', ownerId: 'o', branchId: 'b', capturedAt: 1, patientTag: 't', sealedSummary };
  await old.table('entries').add({ ...row, clockOffset: 0, standing: 'attention' });
  await old.table('receipts').add({ ...row, settledAt: 2, outcome: 'delivered', evaluationId: 'x' });
  old.close();

  const device = new DeviceDatabase(NAME);
  expect(await device.entries.get('e')).toMatchObject({
    ...row,
    kind: 'registration',
    target: null,
    capturedBy: 'o',
  });
  expect(await device.receipts.get('e')).toMatchObject({
    ...row,
    kind: 'registration',
    capturedBy: 'o',
    entryId: 'e',
  });
  expect(
    await device.entries.where('[ownerId+standing+capturedAt]').equals(['o', 'attention', 1]).count(),
  ).toBe(1);
  expect([await device.cache.count(), await device.clinicalDrafts.count()]).toEqual([0, 0]);
  device.close();
});

it('S21 D1 whoever is signed in on a device of the second release stays so, and is named no more', async () => {
  const keys = await importVaultKeys(decodeVaultKey('a'.repeat(42) + 'A'));
  const facts = { email: 'ana@clinica.test', displayName: 'Ana', actions: ['register_patients'] };
  const row = { id: 'current', userId: 'u', branchId: 'b', gate: 'expired' };
  const old = release(2, SECOND);
  await old.table('keys').add({ userId: 'u', ...keys });
  await old.table('accounts').add({ ...row, ...facts });
  await old
    .table('clinicalDrafts')
    .add({ id: 'u:e', ownerId: 'u', sealed: new ArrayBuffer(2), updatedAt: 1 });
  old.close();

  const device = new DeviceDatabase(NAME);
  const account = await device.accounts.get('current');
  expect({ ...account, sealedFacts: null }).toEqual({ ...row, sealedFacts: null });
  expect(account && (await openFacts(keys, 'u', account.sealedFacts))).toEqual(facts);
  expect([await device.deviceKeys.count(), await device.clinicalDrafts.count()]).toEqual([0, 1]);
  device.close();
});

it('S21 nobody is signed in on a device of the second release: nobody is afterwards', async () => {
  const old = release(2, SECOND);
  await old.open();
  old.close();
  const device = new DeviceDatabase(NAME);
  expect([await device.accounts.count(), await device.deviceKeys.count()]).toEqual([0, 0]);
  device.close();
});
