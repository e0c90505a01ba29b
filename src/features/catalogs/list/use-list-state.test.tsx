import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { useRef, type ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { ANA_ID } from '#tests/support/device/device.ts';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { holdSearches } from '#ui/hooks/search-hold.ts';
import {
  INITIAL_LIST_STATE,
  useCatalogListState,
  useListFilterControls,
  useListStateInAddress,
} from './use-list-state.ts';

const saveCatalogFiltersMock = vi.hoisted(() => vi.fn((..._call: unknown[]) => Promise.resolve()));
vi.mock('#storage/cache/catalog-filters.ts', async () => {
  const { defaultCatalogFilters: allRows } = await import('#domain/catalog/filters.ts');
  return { readCatalogFilters: () => Promise.resolve(allRows), saveCatalogFilters: saveCatalogFiltersMock };
});

function createQueryWrapper() {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <MemoryRouter>{children}</MemoryRouter>
    </QueryClientProvider>
  );
  return { client, wrapper };
}

it('P9.17 the catalogue list applies and stores both of two filter changes that happen before a render', async () => {
  const { wrapper } = createQueryWrapper();
  const { result } = renderHook(() => useCatalogListState(ANA_ID, { key: 'companies', keeps: 'companies' }), {
    wrapper,
  });
  await waitFor(() => expect(result.current.listState).toBeDefined());
  const { change } = result.current;
  act(() => {
    change({ includeInactive: false });
    change({ search: 'flores' });
  });
  const filters = { search: 'flores', includeInactive: false, companyId: '' };
  await waitFor(() => expect(result.current.listState).toMatchObject(filters));
  expect(saveCatalogFiltersMock).toHaveBeenLastCalledWith(ANA_ID, 'companies', filters);
});

it('P8 the catalogue list keeps the open row and the page number when all queries are fetched again', async () => {
  const { client, wrapper } = createQueryWrapper();
  const { result } = renderHook(() => useCatalogListState(ANA_ID, { key: 'exams', keeps: null }), {
    wrapper,
  });
  await waitFor(() => expect(result.current.listState).toBeDefined());
  act(() => void result.current.change({ selectedId: 'audiometry', page: 2 }));
  await waitFor(() => expect(result.current.listState?.page).toBe(2));
  await act(() => client.invalidateQueries({ type: 'active' }));
  const places = client.getQueryCache().findAll({ queryKey: ['catalog-list-state'] });
  expect(places.map(({ state }) => state.data)).toMatchObject([{ selectedId: 'audiometry', page: 2 }]);
});

it("P10.224 the catalogue list follows the browser's back and forward buttons, and the device stores the filters that are shown", async () => {
  const { wrapper } = createQueryWrapper();
  const { result } = renderHook(
    () => ({
      ...useListStateInAddress(useCatalogListState(ANA_ID, { key: 'companies', keeps: 'companies' })),
      go: useNavigate(),
      at: useLocation().search,
    }),
    { wrapper },
  );
  await waitFor(() => expect(result.current.listState).toBeDefined());
  const expectState = (page: number, includeInactive: boolean, at: string) =>
    waitFor(() => {
      expect(result.current.listState).toMatchObject({ page, includeInactive });
      expect(result.current.at).toBe(at);
    });
  act(() => result.current.change({ page: 2 }));
  await expectState(2, true, '?page=2');
  act(() => {
    result.current.change({ includeInactive: false, page: 1 });
    result.current.change({ companyId: '', page: 1 });
  });
  await expectState(1, false, '?inactive=no');
  await act(async () => result.current.go(-1));
  await expectState(1, true, '');
  expect(saveCatalogFiltersMock.mock.lastCall).toMatchObject([
    ANA_ID,
    'companies',
    { includeInactive: true },
  ]);
  await act(async () => result.current.go(1));
  await expectState(1, false, '?inactive=no');
  act(() => result.current.change({ selectedId: 'flores' }));
  await expectState(1, false, '?inactive=no');
});

it('P10.31 the catalogue list searches for no text that is taken back while searches are held', async () => {
  const { wrapper } = createQueryWrapper();
  const { result, unmount } = renderHook(
    () => {
      const { listState, change } = useCatalogListState(ANA_ID, { key: 'exams', keeps: null });
      const searches = useRef<string[]>([]);
      const record: typeof change = (patch) => {
        if (patch.search !== undefined) searches.current.push(patch.search);
        return change(patch);
      };
      const controls = useListFilterControls(listState ?? INITIAL_LIST_STATE, record, 10);
      return { searches: searches.current, controls, isLoaded: listState !== undefined };
    },
    { wrapper },
  );
  await waitFor(() => expect(result.current.isLoaded).toBe(true));
  const type = (text: string) => act(() => result.current.controls.type(text));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  holdSearches(200);
  type('03123');
  await wait(60);
  expect(result.current.searches).toEqual([]);
  type('');
  await wait(60);
  expect(result.current.searches).toEqual(['']);
  type('audio');
  await wait(250);
  expect(result.current.searches).toEqual(['', 'audio']);
  holdSearches(200);
  type('visio');
  unmount();
  expect(result.current.searches, 'the last text is applied at once when the list closes').toEqual([
    '',
    'audio',
    'visio',
  ]);
  vi.useRealTimers();
});
