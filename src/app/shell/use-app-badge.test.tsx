import { renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useAppBadge } from './use-app-badge.ts';

const badgeMock = { setAppBadge: vi.fn(), clearAppBadge: vi.fn() };
const BADGE_METHODS = ['setAppBadge', 'clearAppBadge'] as const;

function stubBadgeApi(answer: () => Promise<void>): void {
  for (const name of BADGE_METHODS)
    Object.defineProperty(navigator, name, {
      value: badgeMock[name].mockImplementation(answer),
      configurable: true,
    });
}
afterEach(() => {
  vi.clearAllMocks();
  for (const name of BADGE_METHODS) Reflect.deleteProperty(navigator, name);
});

it('P10.37 the app icon shows the number of unsent entries, and no badge when all are sent or no user is signed in', () => {
  stubBadgeApi(() => Promise.resolve());
  const { rerender, unmount } = renderHook(({ unsent }) => useAppBadge(unsent), {
    initialProps: { unsent: 2 },
  });
  expect(badgeMock.setAppBadge).toHaveBeenLastCalledWith(2);
  rerender({ unsent: 0 });
  expect(badgeMock.clearAppBadge).toHaveBeenCalledOnce();
  rerender({ unsent: 1 });
  unmount();
  expect(badgeMock.clearAppBadge).toHaveBeenCalledTimes(2);
});

it('P10.37 the app works without errors in a browser without badges and on a system that rejects a badge', async () => {
  renderHook(() => useAppBadge(2)).unmount();
  stubBadgeApi(() => Promise.reject(new Error('NotAllowed')));
  renderHook(() => useAppBadge(2)).unmount();
  await Promise.resolve();
});
