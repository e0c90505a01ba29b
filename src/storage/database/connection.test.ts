import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ANA_ID, confirmNewEntry, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import {
  isDatabaseErasedOrNew,
  onDatabaseConnectionLost,
  reopenDatabase,
  reportErrorAndAllowReopen,
} from './connection.ts';
import { db } from './database.ts';
import { readSyncSummary } from '../outbox/entries.ts';
import { StorageProblem } from '../base/problem.ts';

beforeEach(wipeDevice);

describe('S20 lost database connection', () => {
  it('a lost database connection is reported once, and the next use opens a new connection', async () => {
    const told = vi.fn();
    const stop = onDatabaseConnectionLost(told);
    await signInOnDevice();
    await confirmNewEntry('9999000017');
    // Simulates what Dexie does when the browser closes the connection.
    const connection = db.backendDB();
    connection.onclose?.call(connection, new Event('close'));
    expect(told).toHaveBeenCalledOnce();
    await reopenDatabase();
    expect((await readSyncSummary(ANA_ID)).unsent).toBe(1);
    stop();
    db.close({ disableAutoOpen: false });
    expect(told).toHaveBeenCalledOnce();
  });

  it('the device reopens a lost database connection although the first attempt is aborted, and reports the loss when all attempts fail', async () => {
    const rejectAsAborted = () => Promise.reject(Object.assign(new Error('closed'), { name: 'AbortError' }));
    const opening = vi.spyOn(db, 'open').mockImplementationOnce(rejectAsAborted as never);
    await reopenDatabase();
    expect(opening).toHaveBeenCalledTimes(2);
    vi.useFakeTimers();
    opening.mockImplementation(rejectAsAborted as never);
    const failing = expect(reopenDatabase()).rejects.toMatchObject({ kind: 'closed' });
    await vi.runAllTimersAsync();
    await failing;
    vi.useRealTimers();
    opening.mockRestore();
  });

  it('a worker reopens the database at the next use after the database connection was lost, but not after another kind of failure', async () => {
    db.close();
    reportErrorAndAllowReopen(new StorageProblem('full'));
    await expect(db.entries.count()).rejects.toMatchObject({ name: 'DatabaseClosedError' });
    reportErrorAndAllowReopen(new StorageProblem('closed'));
    expect(await db.entries.count()).toBe(0);
  });

  it('a worker sends an error report for a bug, but not for a lost database connection', () => {
    const reported = vi.spyOn(globalThis, 'reportError').mockReturnValue();
    const bug = new TypeError('a bug');
    for (const error of [new StorageProblem('full'), bug]) reportErrorAndAllowReopen(error);
    expect(reported.mock.calls).toEqual([[bug]]);
    reported.mockRestore();
  });
});

describe('S20 deleted browser data', () => {
  it('the device reports erased data when the database is empty, but not when it contains data that a sign-out keeps', async () => {
    expect(await isDatabaseErasedOrNew()).toBe(true);
    await db.mirrors.put({ resource: 'exams', etags: [], refreshedAt: 1 });
    expect(await isDatabaseErasedOrNew()).toBe(false);
  });
});
