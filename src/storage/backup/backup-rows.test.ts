import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ANA_ID, confirmNewEntry, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import {
  startBackupOnEmptyDevice,
  createSampleWrappedKeyRow,
  wipeAfterBackupsAndSignIn,
} from '#tests/support/device/servers/backups.ts';
import { writeFixtureDatabase, type ReleasedDeviceFixture } from '#tests/support/device/released-schema.ts';
import { db } from '../database/database.ts';
import { ensureDeviceId } from '../device/device-identity.ts';
import { discardOutboxEntry } from '../outbox/entry-actions.ts';
import { readQueuedRegistration } from '../outbox/entries.ts';
import { readItemContent } from '../outbox/sending/outbox-content.ts';
import { packRows, unpackRows } from './backup-format.ts';
import { waitForBackups } from './follow.ts';
import { restoreAndRefreshBackups } from './restore.ts';

beforeEach(startBackupOnEmptyDevice);
afterEach(() => vi.restoreAllMocks());

const openCache = () => caches.open('ventanilla-shadow');
type Row = Record<string, unknown>;
interface RawEntryBackup {
  entry: Row;
  items: Row[];
  bytes: Row[];
}

async function writeBackup(address: string, rows: unknown): Promise<void> {
  await (await openCache()).put(address, new Response(packRows(rows)));
}

async function readRawBackup(address: string): Promise<unknown> {
  const copy = await (await openCache()).match(address);
  if (!copy) throw new Error(`there is no copy at ${address}`);
  return unpackRows(await copy.arrayBuffer());
}

const rewriteEntryBackup = async (
  address: string,
  change: (copy: RawEntryBackup) => unknown,
): Promise<void> => writeBackup(address, change((await readRawBackup(address)) as RawEntryBackup));
const rewriteBackupList = async (address: string, change: (rows: Row[]) => unknown): Promise<void> =>
  writeBackup(address, change((await readRawBackup(address)) as Row[]));

const withoutColumns = (row: Row, ...names: string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

function collectReportedErrors(): string[] {
  const reports: string[] = [];
  vi.spyOn(globalThis, 'reportError').mockImplementation((error) => void reports.push(String(error)));
  return reports;
}

async function confirmEntryAndLoseDatabase(number: string): Promise<string> {
  const entryId = await confirmNewEntry(number);
  await wipeAfterBackupsAndSignIn();
  return entryId;
}

const releasedDeviceFixtures = Object.values(
  import.meta.glob<ReleasedDeviceFixture>('../database/fixtures/v*.json', { eager: true, import: 'default' }),
);

const readOutboxTables = async () => ({
  entries: await db.entries.orderBy('id').toArray(),
  items: await db.items.orderBy('id').toArray(),
  receipts: await db.receipts.orderBy('id').toArray(),
});

describe.each(releasedDeviceFixtures)('S25 S21 backups made by a device of version $version', (fixture) => {
  it('the restore returns the rows of the backup unchanged', async () => {
    await waitForBackups();
    db.close();
    await writeFixtureDatabase(db.name, fixture);
    await db.open();
    const before = await readOutboxTables();
    const bytes = await db.bytes.toArray();
    await wipeDevice();
    await caches.delete('ventanilla-shadow');
    for (const entry of before.entries) {
      const items = before.items.filter(({ entryId }) => entryId === entry.id);
      const ids = items.map(({ picture }) => picture?.bytesId);
      await writeBackup(`/shadow/${entry.id}`, {
        entry,
        items,
        bytes: bytes.filter(({ id }) => ids.includes(id)),
      });
    }
    await writeBackup('/shadow-receipts/2025-10-09', before.receipts);
    await signInOnDevice(ANA_ID);
    const reports = collectReportedErrors();
    expect(await restoreAndRefreshBackups()).toBe(before.entries.length);
    const attempts = expect.any(Number) as number; // The number of attempts may differ, because an item may have been sent before the loss (S23).
    expect(await readOutboxTables()).toEqual({
      ...before,
      items: before.items.map((item) => ({ ...item, attempts })),
    });
    expect(reports).toEqual([]);
  });
});

describe('S25 S21 backup made by another version of the app', () => {
  it('the restore of an older or newer backup gives missing new fields their defaults', async () => {
    const entryId = await confirmEntryAndLoseDatabase('9999000017');
    await rewriteEntryBackup(`/shadow/${entryId}`, ({ entry, items, bytes }) => ({
      entry: withoutColumns(entry, 'capturedBy', 'clockOffset', 'target', 'turn'),
      items: items.map((item) => withoutColumns(item, 'capturedBy', 'consent', 'sealedRefusal', 'attempts')),
      bytes,
    }));
    expect(await restoreAndRefreshBackups()).toBe(1);
    expect(await db.entries.get(entryId)).toMatchObject({ capturedBy: ANA_ID, clockOffset: 0, target: null });
    const expected = { capturedBy: ANA_ID, consent: null, sealedRefusal: null, attempts: 1 };
    expect(await db.items.toArray()).toMatchObject([expected, expected, expected]);
    expect((await readQueuedRegistration(ANA_ID, entryId))?.summary.identification_number).toBe('9999000017');
  });

  it('the restore of an older or newer backup keeps unknown fields', async () => {
    const entryId = await confirmEntryAndLoseDatabase('9999000017');
    const more = { later: { said: 'más' } };
    await rewriteEntryBackup(`/shadow/${entryId}`, ({ entry, items, bytes }) => ({
      entry: { ...entry, ...more },
      items: items.map((item) => ({ ...item, ...more })),
      bytes: bytes.map((row) => ({ ...row, ...more })),
      ...more,
    }));
    expect(await restoreAndRefreshBackups()).toBe(1);
    expect(await db.entries.get(entryId)).toMatchObject(more);
    expect(await db.items.toArray()).toMatchObject([more, more, more]);
    expect(await db.bytes.toArray()).toMatchObject([more, more]);
  });
});

describe('S25 S20 backup with one damaged row', () => {
  it('the restore skips a damaged entry, reports it without its content, keeps its backup, and restores the others', async () => {
    const damaged = await confirmNewEntry('9999000017');
    const good = await confirmNewEntry('9999000025');
    await wipeAfterBackupsAndSignIn();
    const reports = collectReportedErrors();
    await rewriteEntryBackup(`/shadow/${damaged}`, (copy) => ({
      ...copy,
      entry: { ...copy.entry, ownerId: 7 },
    }));
    expect(await restoreAndRefreshBackups()).toBe(1);
    expect((await db.entries.toArray()).map(({ id }) => id)).toEqual([good]);
    expect(reports).toEqual(['Error: backup: an entry is damaged at ownerId']);
    expect(await (await openCache()).match(`/shadow/${damaged}`)).toBeDefined();
  });

  it('the restore skips an entry with an unreadable evaluation, because its images could never be sent', async () => {
    const entryId = await confirmEntryAndLoseDatabase('9999000017');
    const reports = collectReportedErrors();
    await rewriteEntryBackup(`/shadow/${entryId}`, (copy) => ({
      ...copy,
      items: copy.items.map((item) => (item['kind'] === 'evaluation' ? withoutColumns(item, 'key') : item)),
    }));
    expect(await restoreAndRefreshBackups()).toBe(0);
    expect(await db.items.count()).toBe(0);
    expect(reports).toHaveLength(2);
  });

  it('S10 the restore counts a damaged file as lost, and returns the evaluation and the other image', async () => {
    const entryId = await confirmEntryAndLoseDatabase('9999000017');
    const reports = collectReportedErrors();
    let lost: unknown;
    await rewriteEntryBackup(`/shadow/${entryId}`, (copy) => {
      lost = copy.bytes[0]?.['id'];
      return { ...copy, bytes: [{ id: lost, sealed: 'text' }, ...copy.bytes.slice(1)] };
    });
    expect(await restoreAndRefreshBackups()).toBe(1);
    const items = await db.items.toArray();
    const types = await Promise.all(
      items.map(async ({ id, picture }) => [picture?.bytesId === lost, (await readItemContent(id)).type]),
    );
    expect(types.toSorted((one, other) => String(one).localeCompare(String(other)))).toEqual([
      [false, 'body'],
      [false, 'file'],
      [true, 'lost'],
    ]);
    expect(reports).toEqual(['Error: backup: file is damaged at ownerId, sealed']);
  });

  it('S22 the restore skips a damaged receipt', async () => {
    await ensureDeviceId();
    for (const number of ['9999000017', '9999000025'])
      await discardOutboxEntry(ANA_ID, await confirmNewEntry(number), Date.now());
    await waitForBackups();
    const cache = await openCache();
    const [request] = (await cache.keys()).filter(({ url }) => url.includes('/shadow-receipts/'));
    await wipeAfterBackupsAndSignIn();
    const reports = collectReportedErrors();
    await rewriteBackupList(new URL(request?.url ?? '').pathname, (rows) => [
      withoutColumns(rows[0] ?? {}, 'id'),
      ...rows,
      null,
    ]);
    await restoreAndRefreshBackups();
    expect(await db.receipts.count()).toBe(2);
    expect(reports).toEqual([
      'Error: backup: receipt is damaged at id',
      'Error: backup: receipt is damaged at its root',
    ]);
  });

  it('D2 the restore skips a damaged key, and keeps its backup until the user has a new key', async () => {
    await db.deviceKeys.put(createSampleWrappedKeyRow('device'));
    await wipeAfterBackupsAndSignIn();
    const reports = collectReportedErrors();
    const later = {
      ...createSampleWrappedKeyRow('device'),
      userId: 'somebody',
      version: 2,
      salt: new ArrayBuffer(3),
    };
    await rewriteBackupList('/shadow-keys', (keys) => [later, ...keys]);
    await restoreAndRefreshBackups();
    expect(await db.deviceKeys.toArray()).toEqual([createSampleWrappedKeyRow('device')]);
    expect(reports).toEqual(['Error: backup: key is damaged at version']);
    await waitForBackups();
    const copied = (await readRawBackup('/shadow-keys')) as Row[];
    expect(copied.map(({ userId }) => userId)).toEqual(['somebody', ANA_ID]);
  });
});
