import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { coverScreen, uncoverScreen } from '../page/screen-cover.ts';
import { useScreenWakeLock } from './use-awake.ts';

const release = vi.fn(() => Promise.resolve());
const request = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  request.mockImplementation(() => Promise.resolve({ released: false, release }));
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
});
afterEach(() => {
  uncoverScreen();
  Reflect.deleteProperty(navigator, 'wakeLock');
});

it('P10.37 the screen stays on only while a capture step is active', async () => {
  const { rerender } = renderHook(({ active }) => useScreenWakeLock(active), {
    initialProps: { active: false },
  });
  expect(request).not.toHaveBeenCalled();
  rerender({ active: true });
  await waitFor(() => expect(request).toHaveBeenCalledExactlyOnceWith('screen'));
  rerender({ active: false });
  await waitFor(() => expect(release).toHaveBeenCalledOnce());
});

it('P10.37 the screen may turn off while it is locked', async () => {
  renderHook(() => useScreenWakeLock(true));
  await waitFor(() => expect(request).toHaveBeenCalledOnce());
  act(coverScreen);
  await waitFor(() => expect(release).toHaveBeenCalledOnce());
  act(uncoverScreen);
  await waitFor(() => expect(request).toHaveBeenCalledTimes(2));
});

it('P10.37 a wake lock that is granted after the capture step was left is released at once', async () => {
  let grant = (_lock: unknown): void => undefined;
  request.mockReturnValue(new Promise((resolve) => (grant = resolve)));
  renderHook(() => useScreenWakeLock(true)).unmount();
  grant({ released: false, release });
  await waitFor(() => expect(release).toHaveBeenCalledOnce());
});
