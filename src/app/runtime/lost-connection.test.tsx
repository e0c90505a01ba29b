import { render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageProblem } from '#storage/base/problem.ts';
import { useUnsavedCheck } from '#ui/dialogs/unsaved.ts';
import {
  clearBackgroundStorageProblem,
  readBackgroundStorageProblem,
  reportFailure,
} from '../kit/failures.ts';
import { reopenDatabaseWhenLost } from './lost-connection.ts';

const storageMock = vi.hoisted(() => ({
  lose: (): void => undefined,
  reopenDatabase: vi.fn(() => Promise.resolve()),
}));
vi.mock('#storage/database/connection.ts', () => ({
  onDatabaseConnectionLost: (listener: () => void) => {
    storageMock.lose = listener;
    return () => (storageMock.lose = () => undefined);
  },
  reopenDatabase: () => storageMock.reopenDatabase(),
}));

const reloadMock = vi.fn();
const onReopened = vi.fn(() => Promise.resolve());
let stopMonitor = () => undefined as void;

/** Makes the mocked database fail to open. Like Dexie, the mock then reports the connection as closed a second time. */
const failToReopenDatabase = () => {
  storageMock.lose();
  return Promise.reject(new StorageProblem('closed'));
};

async function loseDatabaseConnection(): Promise<void> {
  storageMock.lose();
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  window.sessionStorage.clear();
  storageMock.reopenDatabase.mockImplementation(() => Promise.resolve());
  stopMonitor = reopenDatabaseWhenLost(onReopened, reloadMock);
});
afterEach(() => {
  stopMonitor();
  clearBackgroundStorageProblem('closed');
  vi.useRealTimers();
});

const UnsavedWork = ({ what }: { what: 'draft' | 'text' | 'camera' }) => {
  useUnsavedCheck(UNSAVED_CHECKS[what]);
  if (what === 'camera') return <dialog open />;
  return what === 'text' ? <textarea defaultValue="" id="text" /> : null;
};
const UNSAVED_CHECKS = { draft: () => true, text: () => false, camera: () => false };

describe('S20 lost database connection', () => {
  it('the page reopens a lost database connection and shows no problem', async () => {
    await loseDatabaseConnection();
    expect(storageMock.reopenDatabase).toHaveBeenCalledOnce();
    expect(onReopened).toHaveBeenCalledOnce();
    expect(reloadMock).not.toHaveBeenCalled();
    expect(readBackgroundStorageProblem()).toBeNull();
  });

  it('the page reloads at most twice when the database cannot be reopened, and then shows the problem', async () => {
    storageMock.reopenDatabase.mockImplementation(failToReopenDatabase);
    await loseDatabaseConnection();
    await loseDatabaseConnection();
    expect(reloadMock).toHaveBeenCalledTimes(2);
    await loseDatabaseConnection();
    expect(reloadMock).toHaveBeenCalledTimes(2);
    expect(storageMock.reopenDatabase).toHaveBeenCalledTimes(3);
    expect(readBackgroundStorageProblem()).toBe('closed');
  });

  it.each(['draft', 'text', 'camera'] as const)(
    "the page shows the problem instead of reloading when a reload would lose the user's unsaved %s",
    async (what) => {
      storageMock.reopenDatabase.mockImplementation(failToReopenDatabase);
      render(<UnsavedWork what={what} />);
      for (const field of document.querySelectorAll('textarea')) field.value = 'se está escribiendo';
      await loseDatabaseConnection();
      expect(reloadMock).not.toHaveBeenCalled();
      expect(readBackgroundStorageProblem()).toBe('closed');
    },
  );

  it('the page reopens the database connection when background work reports it closed, and then clears the problem', async () => {
    reportFailure(new StorageProblem('closed'));
    expect(readBackgroundStorageProblem()).toBe('closed');
    await vi.advanceTimersByTimeAsync(0);
    expect(storageMock.reopenDatabase).toHaveBeenCalledOnce();
    expect(readBackgroundStorageProblem()).toBeNull();
  });

  it('the page does not reload because of storage problems other than a closed connection', async () => {
    storageMock.reopenDatabase.mockImplementation(() => Promise.reject(new StorageProblem('unavailable')));
    await loseDatabaseConnection();
    expect(reloadMock).not.toHaveBeenCalled();
    expect(readBackgroundStorageProblem()).toBe('unavailable');
    clearBackgroundStorageProblem('unavailable');
  });
});
