import { renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useAppBadge } from './use-app-badge.ts';

const badge = { setAppBadge: vi.fn(), clearAppBadge: vi.fn() };
const names = ['setAppBadge', 'clearAppBadge'] as const;

function browserWithBadges(answer: () => Promise<void>): void {
  for (const name of names)
    Object.defineProperty(navigator, name, {
      value: badge[name].mockImplementation(answer),
      configurable: true,
    });
}
afterEach(() => {
  vi.clearAllMocks();
  for (const name of names) Reflect.deleteProperty(navigator, name);
});

it('P10.37 the app icon shows the number of unsent entries, and no badge when all are sent or no user is signed in', () => {
  browserWithBadges(() => Promise.resolve());
  const { rerender, unmount } = renderHook(({ unsent }) => useAppBadge(unsent), {
    initialProps: { unsent: 2 },
  });
  expect(badge.setAppBadge).toHaveBeenLastCalledWith(2);
  rerender({ unsent: 0 });
  expect(badge.clearAppBadge).toHaveBeenCalledOnce();
  rerender({ unsent: 1 });
  unmount();
  expect(badge.clearAppBadge).toHaveBeenCalledTimes(2);
});

it('P10.37 the app works without errors in a browser without badges and on a system that rejects a badge', async () => {
  renderHook(() => useAppBadge(2)).unmount();
  browserWithBadges(() => Promise.reject(new Error('NotAllowed')));
  renderHook(() => useAppBadge(2)).unmount();
  await Promise.resolve();
});
