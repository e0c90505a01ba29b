import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { useEffect, useState, type ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation, type MemoryRouterProps } from 'react-router-dom';
import type { Permission } from '#contract/vocabulary.ts';
import type { Account } from '#sync/session/session.ts';
import { theme } from '#ui/theme/theme.ts';
import { ANA, BRANCH } from '../device/device.ts';

/** Shows where the router is, query and hash included: `screen.getByTestId('where').textContent`. */
function Where() {
  const { pathname, search, hash } = useLocation();
  return (
    <output data-testid="where">
      {pathname}
      {search}
      {hash}
    </output>
  );
}

export const account = (actions: Permission[], patch: Partial<Account> = {}): Account => ({
  userId: ANA,
  email: 'ana@clinica.test',
  displayName: 'Ana',
  branchId: BRANCH,
  gate: 'open',
  actions,
  ...patch,
});

/** An address, or one with what the browser's history carries along. */
type Entry = NonNullable<MemoryRouterProps['initialEntries']>[number];

/** A screen that reads from the provider: theme, queries without retries, and a router in memory. */
export function renderReading(screen: ReactNode, pattern: string, path: Entry = pattern) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(
    <MantineProvider theme={theme} env="test" forceColorScheme="light">
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[path]}>
          <main>
            <Routes>
              <Route path={pattern} element={screen} />
              <Route path="*" element={null} />
            </Routes>
          </main>
          <Where />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  /** Asks for everything on the screen once more. */
  const askAgain = () => act(() => client.refetchQueries());
  return { ...view, askAgain };
}

/** Stands for dexie-react-hooks where the storage is mocked: asks once for each set of dependencies. */
export function useQueryOnce<Value>(query: () => Value | Promise<Value>, deps: unknown[] = []) {
  const [value, setValue] = useState<Value>();
  useEffect(() => {
    let gone = false;
    void Promise.resolve(query()).then((answer) => !gone && setValue(() => answer));
    return () => {
      gone = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps
  }, deps);
  return value;
}
