import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { coverScreen, uncoverScreen } from '../page/screen-cover.ts';
import { useScreenWakeLock } from './use-awake.ts';

const releaseWakeLockMock = vi.fn(() => Promise.resolve());
const requestWakeLockMock = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  requestWakeLockMock.mockImplementation(() =>
    Promise.resolve({ released: false, release: releaseWakeLockMock }),
  );
  Object.defineProperty(navigator, 'wakeLock', {
    value: { request: requestWakeLockMock },
    configurable: true,
  });
});
afterEach(() => {
  uncoverScreen();
  Reflect.deleteProperty(navigator, 'wakeLock');
});

it('P10.37 the screen stays on only while a capture step is active', async () => {
  const { rerender } = renderHook(({ active }) => useScreenWakeLock(active), {
    initialProps: { active: false },
  });
  expect(requestWakeLockMock).not.toHaveBeenCalled();
  rerender({ active: true });
  await waitFor(() => expect(requestWakeLockMock).toHaveBeenCalledExactlyOnceWith('screen'));
  rerender({ active: false });
  await waitFor(() => expect(releaseWakeLockMock).toHaveBeenCalledOnce());
});

it('P10.37 the screen may turn off while it is locked', async () => {
  renderHook(() => useScreenWakeLock(true));
  await waitFor(() => expect(requestWakeLockMock).toHaveBeenCalledOnce());
  act(coverScreen);
  await waitFor(() => expect(releaseWakeLockMock).toHaveBeenCalledOnce());
  act(uncoverScreen);
  await waitFor(() => expect(requestWakeLockMock).toHaveBeenCalledTimes(2));
});

it('P10.37 a wake lock that is granted after the capture step was left is released at once', async () => {
  let grant = (_lock: unknown): void => undefined;
  requestWakeLockMock.mockReturnValue(new Promise((resolve) => (grant = resolve)));
  renderHook(() => useScreenWakeLock(true)).unmount();
  grant({ released: false, release: releaseWakeLockMock });
  await waitFor(() => expect(releaseWakeLockMock).toHaveBeenCalledOnce());
});
