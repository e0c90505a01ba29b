import { render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageProblem } from '#storage/base/problem.ts';
import { useUnsavedProbe } from '#ui/dialogs/unsaved.ts';
import { clearBackgroundProblem, readBackgroundStorageProblem, reportFailure } from '../kit/failures.ts';
import { monitorConnection } from './lost-connection.ts';

const storage = vi.hoisted(() => ({
  lose: (): void => undefined,
  reopenDatabase: vi.fn(() => Promise.resolve()),
}));
vi.mock('#storage/database/connection.ts', () => ({
  onConnectionLost: (listener: () => void) => {
    storage.lose = listener;
    return () => (storage.lose = () => undefined);
  },
  reopenDatabase: () => storage.reopenDatabase(),
}));

const reload = vi.fn();
const onReopened = vi.fn(() => Promise.resolve());
let stop = () => undefined as void;

/** Makes the mocked database fail to open. Like Dexie, the mock then reports the connection as closed a second time. */
const failDatabase = () => {
  storage.lose();
  return Promise.reject(new StorageProblem('closed'));
};

async function loseConnection(): Promise<void> {
  storage.lose();
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  window.sessionStorage.clear();
  storage.reopenDatabase.mockImplementation(() => Promise.resolve());
  stop = monitorConnection(onReopened, reload);
});
afterEach(() => {
  stop();
  clearBackgroundProblem('closed');
  vi.useRealTimers();
});

const UnsavedWork = ({ what }: { what: 'draft' | 'text' | 'camera' }) => {
  useUnsavedProbe(UNSAVED_PARTS[what]);
  if (what === 'camera') return <dialog open />;
  return what === 'text' ? <textarea defaultValue="" id="text" /> : null;
};
const UNSAVED_PARTS = { draft: () => true, text: () => false, camera: () => false };

describe('S20 lost database connection', () => {
  it('the page reopens a lost database connection and shows no problem', async () => {
    await loseConnection();
    expect(storage.reopenDatabase).toHaveBeenCalledOnce();
    expect(onReopened).toHaveBeenCalledOnce();
    expect(reload).not.toHaveBeenCalled();
    expect(readBackgroundStorageProblem()).toBeNull();
  });

  it('the page reloads at most twice when the database cannot be reopened, and then shows the problem', async () => {
    storage.reopenDatabase.mockImplementation(failDatabase);
    await loseConnection();
    await loseConnection();
    expect(reload).toHaveBeenCalledTimes(2);
    await loseConnection();
    expect(reload).toHaveBeenCalledTimes(2);
    expect(storage.reopenDatabase).toHaveBeenCalledTimes(3);
    expect(readBackgroundStorageProblem()).toBe('closed');
  });

  it.each(['draft', 'text', 'camera'] as const)(
    "the page shows the problem instead of reloading when a reload would lose the user's unsaved %s",
    async (what) => {
      storage.reopenDatabase.mockImplementation(failDatabase);
      render(<UnsavedWork what={what} />);
      for (const field of document.querySelectorAll('textarea')) field.value = 'se está escribiendo';
      await loseConnection();
      expect(reload).not.toHaveBeenCalled();
      expect(readBackgroundStorageProblem()).toBe('closed');
    },
  );

  it('the page reopens the database connection when background work reports it closed, and then clears the problem', async () => {
    reportFailure(new StorageProblem('closed'));
    expect(readBackgroundStorageProblem()).toBe('closed');
    await vi.advanceTimersByTimeAsync(0);
    expect(storage.reopenDatabase).toHaveBeenCalledOnce();
    expect(readBackgroundStorageProblem()).toBeNull();
  });

  it('the page does not reload because of storage problems other than a closed connection', async () => {
    storage.reopenDatabase.mockImplementation(() => Promise.reject(new StorageProblem('unavailable')));
    await loseConnection();
    expect(reload).not.toHaveBeenCalled();
    expect(readBackgroundStorageProblem()).toBe('unavailable');
    clearBackgroundProblem('unavailable');
  });
});
