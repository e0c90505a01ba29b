// In happy-dom: what becomes of a page whose database went away, with the storage in the place of a browser's.
import { render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageProblem } from '#storage/base/problem.ts';
import { useUnsaved } from '#ui/dialogs/unsaved.ts';
import { forgetProblem, readBackgroundProblem, reportFailure } from '../kit/failures.ts';
import { watchConnection } from './lost-connection.ts';

const storage = vi.hoisted(() => ({
  lose: (): void => undefined,
  reopen: vi.fn(() => Promise.resolve()),
}));
vi.mock('#storage/database/connection.ts', () => ({
  onConnectionLost: (listener: () => void) => {
    storage.lose = listener;
    return () => (storage.lose = () => undefined);
  },
  reopen: () => storage.reopen(),
}));

const reload = vi.fn();
const onReopened = vi.fn(() => Promise.resolve());
let stop = () => undefined as void;

/** As Dexie does it: an opening that fails closes once more. */
const failing = () => {
  storage.lose();
  return Promise.reject(new StorageProblem('closed'));
};

async function lose(): Promise<void> {
  storage.lose();
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  window.sessionStorage.clear();
  storage.reopen.mockImplementation(() => Promise.resolve());
  stop = watchConnection(onReopened, reload);
});
afterEach(() => {
  stop();
  forgetProblem('closed');
  vi.useRealTimers();
});

const Holding = ({ what }: { what: 'draft' | 'text' | 'camera' }) => {
  useUnsaved(HOLDS[what]);
  if (what === 'camera') return <dialog open />;
  return what === 'text' ? <textarea defaultValue="" id="text" /> : null;
};
const HOLDS = { draft: () => true, text: () => false, camera: () => false };

describe('S20 a lost connection', () => {
  it('is taken up again, and nothing is said', async () => {
    await lose();
    expect(storage.reopen).toHaveBeenCalledOnce();
    expect(onReopened).toHaveBeenCalledOnce();
    expect(reload).not.toHaveBeenCalled();
    expect(readBackgroundProblem()).toBeNull();
  });

  it('that cannot be taken up reloads the page by itself, at most twice, and then says it', async () => {
    storage.reopen.mockImplementation(failing);
    await lose();
    await lose();
    expect(reload).toHaveBeenCalledTimes(2);
    await lose();
    expect(reload).toHaveBeenCalledTimes(2);
    expect(storage.reopen).toHaveBeenCalledTimes(3);
    expect(readBackgroundProblem()).toBe('closed');
  });

  it.each(['draft', 'text', 'camera'] as const)(
    'with a %s of which nothing is kept it only says it',
    async (what) => {
      storage.reopen.mockImplementation(failing);
      render(<Holding what={what} />);
      for (const field of document.querySelectorAll('textarea')) field.value = 'se está escribiendo';
      await lose();
      expect(reload).not.toHaveBeenCalled();
      expect(readBackgroundProblem()).toBe('closed');
    },
  );

  it('is looked for when work in the background fails on it, and forgotten once it is back', async () => {
    reportFailure(new StorageProblem('closed'));
    expect(readBackgroundProblem()).toBe('closed');
    await vi.advanceTimersByTimeAsync(0);
    expect(storage.reopen).toHaveBeenCalledOnce();
    expect(readBackgroundProblem()).toBeNull();
  });

  it('another problem is no reason to reload', async () => {
    storage.reopen.mockImplementation(() => Promise.reject(new StorageProblem('unavailable')));
    await lose();
    expect(reload).not.toHaveBeenCalled();
    expect(readBackgroundProblem()).toBe('unavailable');
    forgetProblem('unavailable');
  });
});
