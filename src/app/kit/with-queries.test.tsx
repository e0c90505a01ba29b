import { useQuery } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Account } from '#sync/session/session.ts';
import { createAccount } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { withQueryClient } from './with-queries.tsx';

const connectionMock = vi.hoisted(() => ({
  link: { name: 'up' } as { name: string; nextProbeAt?: number },
  asked: vi.fn(() => Promise.resolve('así está')),
  requestDrain: vi.fn(),
}));
vi.mock('dexie-react-hooks', () => ({ useLiveQuery: () => connectionMock.link }));
vi.mock('dexie', async (original) => ({
  ...(await original<object>()),
  liveQuery: () => ({ subscribe: () => undefined }),
}));
vi.mock('#storage/device/connection-state.ts', () => ({ readConnectionState: () => connectionMock.link }));
vi.mock('#sync/session/session.ts', () => ({ readAccount: () => null }));
vi.mock('#sync/outbox/outbox.ts', () => ({ requestDrain: connectionMock.requestDrain }));

function QueryingComponent(_props: { account: Account }) {
  const { data } = useQuery({ queryKey: ['what'], queryFn: connectionMock.asked });
  return <p>{data}</p>;
}
const ScreenWithQueries = withQueryClient(QueryingComponent);
const sampleAccount = createAccount([]);

beforeEach(() => {
  vi.clearAllMocks();
  connectionMock.link = { name: 'up' };
});

it('R3 the page fetches the data of the current screen again when the connection is back or the session is open again', async () => {
  const view = render(<ScreenWithQueries account={sampleAccount} />);
  await screen.findByText('así está');
  const requestCount = () => connectionMock.asked.mock.calls.length;
  const before = requestCount();
  const change = (link: string, gate: Account['gate']) => {
    connectionMock.link = { name: link, nextProbeAt: Date.now() };
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
  connectionMock.link = { name: 'down', nextProbeAt: Date.now() };
  render(<ScreenWithQueries account={sampleAccount} />);
  await waitFor(() => expect(connectionMock.requestDrain).toHaveBeenCalledWith('timer'));
});
