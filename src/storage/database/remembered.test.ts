import { Dexie } from 'dexie';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '#tests/support/base/eventually.ts';
import { wipeDevice } from '#tests/support/device/device.ts';
import { recordServerContact } from '../device/contact.ts';
import { readConnectionState } from '../device/connection-state.ts';
import { db } from './database.ts';
import { cacheTableRead } from './remembered.ts';

const put = (offset: number) => db.device.put({ id: 'clock', offset, measuredAt: 0 });
const read = vi.fn<() => Promise<unknown>>(() => db.device.get('clock'));
const offsetOf = (row: unknown) => (row as { offset: number } | undefined)?.offset;

beforeEach(async () => {
  await wipeDevice();
  await put(1);
  read.mockClear();
});

describe('S11 cached table read', () => {
  it('a cached table read runs once, and again after a write to its table', async () => {
    const clock = cacheTableRead('device', read);
    for (let nth = 0; nth < 5; nth += 1) expect(offsetOf(await clock())).toBe(1);
    expect(read).toHaveBeenCalledTimes(1);
    await put(2);
    expect(offsetOf(await clock())).toBe(2);
    await db.mirrors.clear();
    expect(offsetOf(await clock())).toBe(2);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('a cached table read runs again after a write by another connection', async () => {
    const clock = cacheTableRead('device', read);
    await clock();
    const other = await new Dexie(db.name).open();
    await other.table('device').put({ id: 'clock', offset: 3, measuredAt: 0 });
    other.close();
    await eventually(async () => expect(offsetOf(await clock())).toBe(3));
  });

  it('the result of a table read is not cached when a write happens during the read', async () => {
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    const clock = cacheTableRead('device', async () => {
      const row = await db.device.get('clock');
      await held;
      return row;
    });
    const first = clock();
    await put(4);
    go();
    expect(offsetOf(await first)).toBe(1);
    expect(offsetOf(await clock())).toBe(4);
  });

  it('S11 the connection state is stored again after another window or worker has deleted it', async () => {
    const up = { reached: true } as const;
    await recordServerContact(up, 10, 0);
    await recordServerContact(up, 20, 0);
    expect(await readConnectionState()).toEqual({ name: 'up', since: 10 });
    await db.device.delete('link');
    await recordServerContact(up, 30, 0);
    expect(await readConnectionState()).toEqual({ name: 'up', since: 30 });
  });
});
