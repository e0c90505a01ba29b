import { Dexie } from 'dexie';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import { wipeDevice } from '#tests/support/device/device.ts';
import { updateConnectionState } from '../../device/contact.ts';
import { readConnectionState } from '../../device/connection-state.ts';
import { db } from '../database.ts';
import { cacheTableRead } from './remembered.ts';

const putClockOffset = (offset: number) => db.device.put({ id: 'clock', offset, measuredAt: 0 });
const readClockRow = vi.fn<() => Promise<unknown>>(() => db.device.get('clock'));
const offsetOf = (row: unknown) => (row as { offset: number } | undefined)?.offset;

beforeEach(async () => {
  await wipeDevice();
  await putClockOffset(1);
  readClockRow.mockClear();
});

/**
 * Waits until a call reads nothing. The notification of a write may arrive after the next read, whose result is then not
 * cached.
 */
const waitUntilCached = (clock: () => Promise<unknown>) =>
  retryUntilPassing(async () => {
    readClockRow.mockClear();
    await clock();
    expect(readClockRow).not.toHaveBeenCalled();
  });

describe('S11 cached table read', () => {
  it('a cached table read runs once, and again after a write to its table', async () => {
    const clock = cacheTableRead('device', readClockRow);
    for (const offset of [1, 2]) {
      await putClockOffset(offset);
      await waitUntilCached(clock);
      readClockRow.mockClear();
      for (let nth = 0; nth < 5; nth += 1) expect(offsetOf(await clock())).toBe(offset);
      await db.mirrors.clear();
      await clock();
      expect(readClockRow).not.toHaveBeenCalled();
    }
  });

  it('a cached table read runs again after a write by another database connection', async () => {
    const clock = cacheTableRead('device', readClockRow);
    await clock();
    const other = await new Dexie(db.name).open();
    await other.table('device').put({ id: 'clock', offset: 3, measuredAt: 0 });
    other.close();
    await retryUntilPassing(async () => expect(offsetOf(await clock())).toBe(3));
  });

  it('the result of a table read is not cached when a write happens during the read', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const clock = cacheTableRead('device', async () => {
      const row = await db.device.get('clock');
      await held;
      return row;
    });
    const first = clock();
    await putClockOffset(4);
    release();
    expect(offsetOf(await first)).toBe(1);
    expect(offsetOf(await clock())).toBe(4);
  });

  it('S11 the connection state is stored again after another window or worker has deleted it', async () => {
    const up = { reached: true } as const;
    await updateConnectionState(up, 10, 0);
    await updateConnectionState(up, 20, 0);
    expect(await readConnectionState()).toEqual({ name: 'up', since: 10 });
    await db.device.delete('link');
    await updateConnectionState(up, 30, 0);
    expect(await readConnectionState()).toEqual({ name: 'up', since: 30 });
  });
});
