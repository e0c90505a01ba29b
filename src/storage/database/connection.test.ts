import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ANA, confirmedEntry, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { isErased, onConnectionLost, reopen, reopenAfter } from './connection.ts';
import { db } from './database.ts';
import { syncSummary } from '../outbox/entries.ts';
import { StorageProblem } from '../base/problem.ts';

beforeEach(wipeDevice);

describe('S20 a connection that was lost', () => {
  it('is told, and the next use opens another', async () => {
    const told = vi.fn();
    const stop = onConnectionLost(told);
    await signInOnDevice();
    await confirmedEntry('9999000017');
    // What Dexie does when the browser closes the connection.
    const connection = db.backendDB();
    connection.onclose?.call(connection, new Event('close'));
    expect(told).toHaveBeenCalledOnce();
    await reopen();
    expect((await syncSummary(ANA)).unsent).toBe(1);
    stop();
    db.close({ disableAutoOpen: false });
    expect(told).toHaveBeenCalledOnce();
  });

  it('an opening that the browser aborts is tried again; one that fails for good says so', async () => {
    const aborted = () => Promise.reject(Object.assign(new Error('closed'), { name: 'AbortError' }));
    const opening = vi.spyOn(db, 'open').mockImplementationOnce(aborted as never);
    await reopen();
    expect(opening).toHaveBeenCalledTimes(2);
    vi.useFakeTimers();
    opening.mockImplementation(aborted as never);
    const failing = expect(reopen()).rejects.toMatchObject({ kind: 'closed' });
    await vi.runAllTimersAsync();
    await failing;
    vi.useRealTimers();
    opening.mockRestore();
  });

  it('a worker whose opening failed opens again at its next use, and after no other failure', async () => {
    db.close();
    reopenAfter(new StorageProblem('full'));
    await expect(db.entries.count()).rejects.toMatchObject({ name: 'DatabaseClosedError' });
    reopenAfter(new StorageProblem('closed'));
    expect(await db.entries.count()).toBe(0);
  });

  it('a worker reports a bug, and no problem of the storage', () => {
    const reported = vi.spyOn(globalThis, 'reportError').mockReturnValue();
    const bug = new TypeError('a bug');
    for (const error of [new StorageProblem('full'), bug]) reopenAfter(error);
    expect(reported.mock.calls).toEqual([[bug]]);
    reported.mockRestore();
  });
});

describe('S20 deleted browser data', () => {
  it('are told from a device that is merely signed out', async () => {
    expect(await isErased()).toBe(true);
    await db.mirrors.put({ resource: 'exams', etags: [], refreshedAt: 1 });
    expect(await isErased()).toBe(false);
  });
});
