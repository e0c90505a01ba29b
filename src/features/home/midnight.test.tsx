// In jsdom: the start page that nobody reloads, over a clock that the test moves.
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { account, renderReading, useQueryOnce } from '#tests/support/screens/render-reading.tsx';
import { HomePage } from './home-page.tsx';

const shiftCount = vi.hoisted(() => vi.fn(() => Promise.resolve({ registered: 0 })));
vi.mock('dexie-react-hooks', () => ({ useLiveQuery: useQueryOnce }));
vi.mock('#storage/outbox/entries.ts', () => ({
  shiftCount,
  syncSummary: () => Promise.resolve({ unsent: 0 }),
  countEntries: () => Promise.resolve(0),
}));
vi.mock('#storage/outbox/last-registration.ts', () => ({ lastRegisteredAt: () => Promise.resolve(null) }));

beforeEach(() => {
  const now = Date.parse('2026-11-21T23:59:30-05:00');
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now });
});
afterEach(() => void vi.useRealTimers());

it('P10.37 over midnight the page goes on with the new day, and counts from there', async () => {
  const who = account([]);
  renderReading(<HomePage account={who} />, '/home');
  expect(await screen.findByText('sábado, 21 de noviembre')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.getByText('domingo, 22 de noviembre')).toBeTruthy();
  expect(shiftCount).toHaveBeenLastCalledWith(who.userId, Date.parse('2026-11-22T00:00:00-05:00'));
});
