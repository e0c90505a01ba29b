import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useListFilters } from './use-list-filters.ts';

interface Filters {
  readonly page: number;
  readonly from: string;
  readonly company: string;
}
const defaultFilters: Filters = { page: 1, from: '', company: '' };
const readFilters = (params: URLSearchParams): Filters => ({
  page: Number(params.get('page') ?? 1),
  from: params.get('from') ?? '',
  company: params.get('company') ?? '',
});
const writeFilters = ({ page, from, company }: Filters) =>
  new URLSearchParams({ page: String(page), from, company });

const queryClient = new QueryClient();
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    <MemoryRouter initialEntries={['/?page=3']}>{children}</MemoryRouter>
  </QueryClientProvider>
);

it('P2.16 the page’s address contains both of two filter changes that are made before the router renders', () => {
  const { result } = renderHook(
    () => ({
      ...useListFilters({
        list: 'test',
        wait: 0,
        read: readFilters,
        write: writeFilters,
        usual: defaultFilters,
      }),
      at: useLocation().search,
    }),
    { wrapper },
  );
  const { change } = result.current;
  act(() => {
    change({ from: '2026-11-01' });
    change({ company: 'flores' });
  });
  expect(result.current.address).toEqual({ page: 1, from: '2026-11-01', company: 'flores' });
  expect(result.current.at).toBe('?page=1&from=2026-11-01&company=flores');
});
