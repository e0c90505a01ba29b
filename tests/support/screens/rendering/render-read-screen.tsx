import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { useEffect, useState, type ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation, type MemoryRouterProps } from 'react-router-dom';
import type { Permission } from '#contract/vocabulary.ts';
import type { Account } from '#sync/session/session.ts';
import { theme } from '#ui/theme/theme.ts';
import { ANA_ID, BRANCH_ID } from '../../device/device.ts';

/** Shows the current path, query and hash: `screen.getByTestId('where').textContent`. */
function CurrentLocation() {
  const { pathname, search, hash } = useLocation();
  return (
    <output data-testid="where">
      {pathname}
      {search}
      {hash}
    </output>
  );
}

export const createAccount = (actions: Permission[], patch: Partial<Account> = {}): Account => ({
  userId: ANA_ID,
  email: 'ana@clinica.test',
  displayName: 'Ana',
  branchId: BRANCH_ID,
  gate: 'open',
  actions,
  ...patch,
});

type RouterEntry = NonNullable<MemoryRouterProps['initialEntries']>[number];

/** Renders a screen that reads from the server, with theme, queries without retries, and in-memory router. */
export function renderReadScreen(screen: ReactNode, pattern: string, path: RouterEntry = pattern) {
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
          <CurrentLocation />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const askAgain = () => act(() => client.refetchQueries());
  return { ...view, askAgain };
}

/**
 * Replaces `useLiveQuery` of dexie-react-hooks when the storage is mocked: runs the query once whenever a dependency changes.
 */
export function useQueryOnChange<Value>(query: () => Value | Promise<Value>, deps: unknown[] = []) {
  const [value, setValue] = useState<Value>();
  useEffect(() => {
    let gone = false;
    void Promise.resolve(query()).then((response) => !gone && setValue(() => response));
    return () => {
      gone = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps
  }, deps);
  return value;
}
