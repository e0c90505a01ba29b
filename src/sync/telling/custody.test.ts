import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { db } from '#storage/database/database.ts';
import { ensureDeviceId } from '#storage/device/device-identity.ts';
import { ANA, confirmedEntry, deliverNext } from '#tests/support/device/device.ts';
import { NEXT_LIFE, said, statement } from '#tests/support/device/copies.ts';
import { beginReporting, endReporting, hearing, later, told } from '#tests/support/device/reporting.ts';
import { stubProvider } from '#tests/support/device/session-provider.ts';
import { setDrainRequester } from '../outbox/outbox.ts';
import { REPORT_EVERY_MS, reportDevice } from './device-report.ts';

beforeEach(beginReporting);
afterEach(endReporting);

describe('S29 P10.108 the report asks about copies', () => {
  let answer: unknown;
  const drains: string[] = [];
  beforeEach(() => {
    drains.length = 0;
    setDrainRequester((reason) => void drains.push(reason));
    stubProvider(async (path, request) => {
      await hearing(path, request);
      return Response.json({ copies: answer });
    });
  });
  const to = async () => ({ userId: ANA, deviceId: await ensureDeviceId() });
  async function reports(): Promise<void> {
    later(REPORT_EVERY_MS);
    await reportDevice();
  }
  async function delivered(): Promise<void> {
    await confirmedEntry('1');
    for (let nth = 0; nth < 3; nth += 1) await deliverNext();
  }

  it('and hears the user’s own provider: what it lost goes at once', async () => {
    answer = await said(statement(), await to());
    await reports();
    await delivered();
    expect(told[0]?.body).toMatchObject({ asks_copies: true });
    expect([await db.kept.count(), drains]).toEqual([1, []]);
    answer = await said(statement({ life: NEXT_LIFE }), await to());
    await reports();
    expect([await db.kept.count(), await db.entries.count(), drains]).toEqual([0, 1, ['enqueue']]);
  });

  it.each([
    ['nothing', async () => undefined],
    ['null', async () => null],
    ['a text', async () => 'todo está copiado'],
    [
      'a word without its seal',
      async () => ({ ...(await said(statement(), await to())), hmac: '0'.repeat(64) }),
    ],
    [
      'a word of another life without its seal',
      async () => ({ ...(await said(statement(), await to())), life: NEXT_LIFE }),
    ],
    [
      'a word for another device',
      async () => said(statement({ life: NEXT_LIFE }), { userId: ANA, deviceId: ANA }),
    ],
  ])('%s moves and erases nothing', async (_name, odd) => {
    answer = await said(statement(), await to());
    await reports();
    await delivered();
    answer = await odd();
    await reports();
    expect([await db.kept.count(), await db.entries.count(), drains]).toEqual([1, 0, []]);
  });
});
