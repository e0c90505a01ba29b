import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RETENTION_MAX_BYTES } from '#domain/retention.ts';
import { db } from '#storage/database/database.ts';
import { ensureDeviceId } from '#storage/device/device-identity.ts';
import { ANA_ID, confirmNewEntry, deliverNextItem } from '#tests/support/device/device.ts';
import {
  NEXT_INCARNATION,
  createBackupStatementWithHmac,
  createBackupStatement,
} from '#tests/support/device/backup-statement.ts';
import {
  setUpReportingDevice,
  tearDownReportingDevice,
  acceptReports,
  advanceClock,
  receivedReports,
} from '#tests/support/device/servers/reporting.ts';
import { stubServer } from '#tests/support/device/servers/session-server.ts';
import { setDrainRequester } from '../outbox/outbox.ts';
import { DEVICE_REPORT_INTERVAL_MS, reportDeviceIfDue } from './device-report.ts';

beforeEach(setUpReportingDevice);
afterEach(tearDownReportingDevice);

const ONE_DAY_MS = 24 * 60 * 60_000;

let responseBody: unknown;
const drainReasons: string[] = [];
beforeEach(() => {
  drainReasons.length = 0;
  setDrainRequester((reason) => void drainReasons.push(reason));
  stubServer(async (path, request) => {
    await acceptReports(path, request);
    return Response.json({ copies: responseBody });
  });
});
const readReportTarget = async () => ({ userId: ANA_ID, deviceId: await ensureDeviceId() });
async function reportAfter(after = DEVICE_REPORT_INTERVAL_MS): Promise<void> {
  advanceClock(after);
  await reportDeviceIfDue();
}
async function confirmAndDeliverOneEntry(number = '1'): Promise<void> {
  await confirmNewEntry(number);
  for (let nth = 0; nth < 3; nth += 1) await deliverNextItem();
}

describe('S29 P10.108 backup statement in the response to a device report', () => {
  it('the device accepts a backup statement with a valid HMAC and at once resends entries that the server has lost', async () => {
    responseBody = await createBackupStatementWithHmac(createBackupStatement(), await readReportTarget());
    await reportAfter();
    await confirmAndDeliverOneEntry();
    expect(receivedReports[0]?.body).toMatchObject({ asks_copies: true });
    expect([await db.kept.count(), drainReasons]).toEqual([1, []]);
    responseBody = await createBackupStatementWithHmac(
      createBackupStatement({ life: NEXT_INCARNATION }),
      await readReportTarget(),
    );
    await reportAfter();
    expect([await db.kept.count(), await db.entries.count(), drainReasons]).toEqual([0, 1, ['enqueue']]);
  });

  it.each([
    ['a text', async () => 'todo está copiado'],
    [
      'a word of another life without its seal',
      async () => ({
        ...(await createBackupStatementWithHmac(createBackupStatement(), await readReportTarget())),
        life: NEXT_INCARNATION,
      }),
    ],
  ])(
    'the device neither resends nor deletes a retained entry when the backup statement is %s',
    async (_name, odd) => {
      responseBody = await createBackupStatementWithHmac(createBackupStatement(), await readReportTarget());
      await reportAfter();
      await confirmAndDeliverOneEntry();
      responseBody = await odd();
      await reportAfter();
      expect([await db.kept.count(), await db.entries.count(), drainReasons]).toEqual([1, 0, []]);
    },
  );
});

describe("S29 P10.105 retention and the device's clock", () => {
  const before = Date.now();
  beforeEach(async () => {
    responseBody = await createBackupStatementWithHmac(
      createBackupStatement({ at: before }),
      await readReportTarget(),
    );
    await reportAfter();
    await confirmAndDeliverOneEntry();
  });

  it('the device resends lost entries even after forty days without a report', async () => {
    responseBody = await createBackupStatementWithHmac(
      createBackupStatement({ life: NEXT_INCARNATION, at: before }),
      await readReportTarget(),
    );
    await reportAfter(40 * ONE_DAY_MS);
    expect([await db.kept.count(), await db.entries.count(), drainReasons]).toEqual([0, 1, ['enqueue']]);
  });

  it('the device keeps a retained entry when the server is unreachable for 31 days, or omits its backup statement once', async () => {
    responseBody = null;
    await reportAfter(40 * ONE_DAY_MS);
    stubServer(() => Promise.reject(new TypeError('no network')));
    for (let day = 0; day < 31; day += 1) await reportAfter(ONE_DAY_MS);
    expect(await db.kept.count()).toBe(1);
  });

  it('when retained entries exceed the size limit, the device releases the oldest one even without a backup statement', async () => {
    const [row] = await db.kept.toArray();
    if (!row) throw new Error('nothing is kept');
    await db.kept.add({ ...row, id: 'older', seenAt: 1, size: RETENTION_MAX_BYTES + 1 });
    stubServer(() => Response.json({}, { status: 500 }));
    await reportAfter();
    expect(await db.kept.toCollection().primaryKeys()).toEqual([row.id]);
  });

  it.each([
    ['says nothing of its copies', () => Response.json({ copies: null })],
    [
      'has no such call',
      () => Response.json({ error: { code: 'not_found', message: '', details: [] } }, { status: 404 }),
    ],
  ])(
    'the device releases all retained entries when for more than thirty days the server %s',
    async (_name, respond) => {
      stubServer(async (path, request) =>
        path.endsWith('/health') ? acceptReports(path, request) : respond(),
      );
      for (let day = 0; day < 30; day += 1) await reportAfter(ONE_DAY_MS);
      expect(await db.kept.count()).toBe(1);
      await reportAfter(ONE_DAY_MS);
      expect(await db.kept.count()).toBe(0);
      await confirmAndDeliverOneEntry('2');
      expect(await db.kept.count()).toBe(0);
    },
  );
});
