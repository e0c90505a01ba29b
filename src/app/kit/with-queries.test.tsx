import { useQuery } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Account } from '#sync/session/session.ts';
import { createAccount } from '#tests/support/screens/render-read-screen.tsx';
import { withQueries } from './with-queries.tsx';

const deviceMock = vi.hoisted(() => ({
  link: { name: 'up' } as { name: string; nextProbeAt?: number },
  asked: vi.fn(() => Promise.resolve('así está')),
  requestDrain: vi.fn(),
}));
vi.mock('dexie-react-hooks', () => ({ useLiveQuery: () => deviceMock.link }));
vi.mock('dexie', async (original) => ({
  ...(await original<object>()),
  liveQuery: () => ({ subscribe: () => undefined }),
}));
vi.mock('#storage/device/connection-state.ts', () => ({ readConnectionState: () => deviceMock.link }));
vi.mock('#sync/session/session.ts', () => ({ readAccount: () => null }));
vi.mock('#sync/outbox/outbox.ts', () => ({ requestDrain: deviceMock.requestDrain }));

function QueryingComponent(_props: { account: Account }) {
  const { data } = useQuery({ queryKey: ['what'], queryFn: deviceMock.asked });
  return <p>{data}</p>;
}
const ScreenWithQueries = withQueries(QueryingComponent);
const sampleAccount = createAccount([]);

beforeEach(() => {
  vi.clearAllMocks();
  deviceMock.link = { name: 'up' };
});

it('R3 the page fetches the data of the current screen again when the connection is back or the session is open again', async () => {
  const view = render(<ScreenWithQueries account={sampleAccount} />);
  await screen.findByText('así está');
  const requestCount = () => deviceMock.asked.mock.calls.length;
  const before = requestCount();
  const change = (link: string, gate: Account['gate']) => {
    deviceMock.link = { name: link, nextProbeAt: Date.now() };
    act(() => view.rerender(<ScreenWithQueries account={{ ...sampleAccount, gate }} />));
  };
  change('down', 'open');
  expect(requestCount()).toBe(before);
  change('up', 'open');
  await waitFor(() => expect(requestCount()).toBe(before + 1));
  change('up', 'expired');
  change('up', 'open');
  await waitFor(() => expect(requestCount()).toBe(before + 2));
});

it('R3 a screen that reads from the server probes the connection while it is down', async () => {
  deviceMock.link = { name: 'down', nextProbeAt: Date.now() };
  render(<ScreenWithQueries account={sampleAccount} />);
  await waitFor(() => expect(deviceMock.requestDrain).toHaveBeenCalledWith('timer'));
});
