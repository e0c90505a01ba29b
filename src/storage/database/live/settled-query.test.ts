import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Dexie } from 'dexie';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import { wipeDevice } from '#tests/support/device/device.ts';
import { db } from '../database.ts';
import { createDelayedQuery } from './settled-query.ts';

const putClockOffset = (offset: number) => db.device.put({ id: 'clock', offset, measuredAt: 0 });
const readStoredOffset = async () => {
  const row = await db.device.get('clock');
  return row?.id === 'clock' ? row.offset : null;
};
const waitPastQueryDelay = () => new Promise((resolve) => setTimeout(resolve, 400));

beforeEach(wipeDevice);
afterEach(() => void vi.useRealTimers());

function subscribeToOffset(read: () => Promise<number | null> = readStoredOffset) {
  const reads = vi.fn(read);
  const told: (number | null)[] = [];
  const failures: unknown[] = [];
  const following = createDelayedQuery(['device'], reads).subscribe(
    (value) => told.push(value),
    (error) => failures.push(error),
  );
  return { reads, told, failures, end: following.unsubscribe };
}

describe('P10.261 query that waits for a pause in the writes', () => {
  it('the delayed query reads at once, then once after many writes, and never after writes to another table', async () => {
    const { reads, told, end } = subscribeToOffset();
    await retryUntilPassing(() => expect(told).toEqual([null]));
    // The clock is stopped, so that slow writes contain no pause. `eventually` moves it.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    for (let nth = 1; nth <= 5; nth += 1) await putClockOffset(nth);
    await db.mirrors.clear();
    await retryUntilPassing(() => expect(told).toEqual([null, 5]));
    await vi.advanceTimersByTimeAsync(400);
    expect(reads).toHaveBeenCalledTimes(2);
    end();
  });

  it('the delayed query reads again after a write of another database connection', async () => {
    const { told, end } = subscribeToOffset();
    const other = await new Dexie(db.name).open();
    await other.table('device').put({ id: 'clock', offset: 7, measuredAt: 0 });
    other.close();
    await retryUntilPassing(() => expect(told.at(-1)).toBe(7));
    end();
  });

  it('the delayed query reports values during continuous writes', async () => {
    const { told, end } = subscribeToOffset();
    await retryUntilPassing(() => expect(told).toEqual([null]));
    for (let nth = 1; told.length === 1; nth += 1) {
      await putClockOffset(nth);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    end();
  });

  it('the delayed query reads again after a write that happened during a read', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { reads, told, end } = subscribeToOffset(async () => {
      const value = await readStoredOffset();
      await held;
      return value;
    });
    await retryUntilPassing(() => expect(reads).toHaveBeenCalledTimes(1));
    await putClockOffset(3);
    await waitPastQueryDelay();
    expect(reads).toHaveBeenCalledTimes(1);
    release();
    await retryUntilPassing(() => expect(told).toEqual([null, 3]));
    end();
  });

  it('S20 the delayed query reports nothing when the database connection is lost during a read, and reads again after the next write', async () => {
    let goes: 'aborted' | 'closed' | 'no' = 'aborted';
    const { reads, told, failures, end } = subscribeToOffset(() => {
      if (goes === 'closed') return Promise.reject(new Dexie.DatabaseClosedError());
      if (goes === 'no') return readStoredOffset();
      return db.transaction('rw', db.device, async (transaction) => {
        await db.device.count();
        const pending = db.device.count();
        transaction.idbtrans.abort();
        return pending;
      });
    });
    await retryUntilPassing(() => expect(reads).toHaveBeenCalledTimes(1));
    await waitPastQueryDelay();
    goes = 'closed';
    await putClockOffset(1);
    await retryUntilPassing(() => expect(reads).toHaveBeenCalledTimes(2));
    goes = 'no';
    await putClockOffset(2);
    await retryUntilPassing(() => expect(told).toEqual([2]));
    expect(failures).toEqual([]);
    end();
  });

  it('the delayed query continues after a reported failure, and reports nothing once unsubscribed', async () => {
    let isBroken = true;
    const { reads, told, failures, end } = subscribeToOffset(() =>
      isBroken ? Promise.reject(new Error('broken')) : readStoredOffset(),
    );
    await retryUntilPassing(() => expect(failures).toHaveLength(1));
    isBroken = false;
    await putClockOffset(4);
    await retryUntilPassing(() => expect(told).toEqual([4]));
    end();
    await putClockOffset(5);
    await waitPastQueryDelay();
    expect(reads).toHaveBeenCalledTimes(2);
    expect(told).toEqual([4]);
  });
});
