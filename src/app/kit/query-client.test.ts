import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import { queryClientFor, queryRetryDelayMs, shouldRetryQuery } from './query-client.ts';

type QueryAccount = Parameters<typeof queryClientFor>[0];

/** Simulates a change of the signed-in account: `tell` passes another account to the screens. */
const accountMock = vi.hoisted(() => ({ tell: (_account: QueryAccount | null): void => undefined }));
vi.mock('#sync/session/session.ts', () => ({ readAccount: () => Promise.resolve(null) }));
vi.mock('dexie', () => ({
  liveQuery: () => ({
    subscribe({ next }: { next: (account: QueryAccount | null) => void }) {
      accountMock.tell = next;
    },
  }),
}));

const createStatusError = (status: number) => Object.assign(new Error('refused'), { status });

beforeEach(() => void vi.stubGlobal('navigator', { onLine: true }));

describe('P9 data queries of the screens', () => {
  it('P9.6 a query is retried three times after failures', () => {
    expect([0, 1, 2, 3].map((failures) => shouldRetryQuery(failures, new Error('silence')))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('a query reports its failure without a retry when the device has no network', () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(shouldRetryQuery(0, new Error('silence'))).toBe(false);
  });

  it.each([true, false])(
    'a failed query runs again when the network returns, but a successful one does not (device online when the page opened: %s)',
    async (onLine) => {
      vi.stubGlobal('navigator', { onLine });
      const client = queryClientFor({ userId: `opened ${onLine}`, branchId: null });
      client.mount();
      const read = vi.fn(() => Promise.resolve('as it was'));
      const fail = vi.fn(() => Promise.reject(createStatusError(404)));
      const watched = { shown: read, failed: fail };
      const stops = Object.entries(watched).map(([name, queryFn]) =>
        new QueryObserver<string>(client, { queryKey: [name], queryFn, staleTime: 0 }).subscribe(
          () => undefined,
        ),
      );
      await retryUntilPassing(() => expect(client.getQueryState(['failed'])?.status).toBe('error'));
      if (onLine) onlineManager.setOnline(false);
      onlineManager.setOnline(true);
      await retryUntilPassing(() => expect(fail).toHaveBeenCalledTimes(2));
      expect(read, 'what is shown stays as it is').toHaveBeenCalledOnce();
      stops.forEach((stop) => stop());
      client.unmount();
    },
  );

  it('a query is retried after a server failure (5xx), but never after a rejection (4xx)', () => {
    expect(
      [400, 401, 403, 404, 422, 499].map((status) => shouldRetryQuery(0, createStatusError(status))),
    ).toEqual(Array.from({ length: 6 }, () => false));
    expect([500, 503].map((status) => shouldRetryQuery(0, createStatusError(status)))).toEqual([true, true]);
  });

  it('P9.5 a query reuses its response for five minutes and does not run again on window focus', () => {
    const { queries } = queryClientFor({ userId: 'ana', branchId: null }).getDefaultOptions();
    expect(queries).toMatchObject({ staleTime: 300_000, refetchOnWindowFocus: false });
  });

  it('P9.6 a query waits 1 s before the first retry, and twice as long before each further retry, at most 30 s', () => {
    expect([0, 1, 2, 3, 4, 5, 9].map(queryRetryDelayMs)).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
    ]);
  });
});

describe('D4 query responses in memory', () => {
  const KEY = ['evaluation', 'e1'];
  const ana: QueryAccount = { userId: 'ana', branchId: 'bogota' };
  const bea: QueryAccount = { userId: 'bea', branchId: 'bogota' };

  it('the query client keeps responses in memory for the same account and branch', () => {
    queryClientFor(ana).setQueryData(KEY, 'Zoraida');
    accountMock.tell({ ...ana });
    expect(queryClientFor({ ...ana }).getQueryData(KEY)).toBe('Zoraida');
  });

  it("the query client deletes a user's responses when this user signs out or another user signs in", () => {
    const before = queryClientFor(ana);
    before.setQueryData(KEY, 'Zoraida');
    expect(queryClientFor(bea).getQueryData(KEY)).toBeUndefined();
    expect(before.getQueryData(KEY)).toBeUndefined();
    queryClientFor(bea).setQueryData(KEY, 'Zoraida');
    accountMock.tell(null);
    expect(queryClientFor(bea).getQueryData(KEY)).toBeUndefined();
  });

  it('S14 the query client deletes the responses of a branch when the user selects another branch or no branch', () => {
    const before = queryClientFor(ana);
    before.setQueryData(KEY, 'Zoraida');
    const medellin = queryClientFor({ ...ana, branchId: 'medellin' });
    expect([medellin.getQueryData(KEY), before.getQueryData(KEY)]).toEqual([undefined, undefined]);
    medellin.setQueryData(KEY, 'Quirico');
    accountMock.tell({ ...ana, branchId: null });
    expect(medellin.getQueryData(KEY)).toBeUndefined();
  });
});
