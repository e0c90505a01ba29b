import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { TYPE_ID } from '#tests/support/screens/expected/new-list.tsx';
import { createTable } from '#domain/roster/table.ts';
import type { RosterCatalogs } from '../../base/queries.ts';
import { useRows } from './use-rows.ts';
import type { BroughtSheet } from './use-sheet.ts';

const sheet: BroughtSheet = {
  id: 'x',
  source: { type: 'text', text: '' },
  label: 'lo pegado',
  book: { table: createTable([[1, ['1020304050', 'Ana Gil', 'Ingreso']]]), sheets: [], sheet: 0 },
  headerIndex: null,
  chosen: {},
  origin: 'last_list',
  mapping: new Map([
    [0, 'identification_number'],
    [1, 'full_name'],
    [2, 'evaluation_type'],
  ]),
};
const defaults = { identification_type: 'CC', evaluation_type_id: '', package_job: '' } as const;
const NO_TYPES: RosterCatalogs = { evaluationTypes: [], additionalFields: [] };

it('P11.24 reads all rows again after a change of the catalogues', async () => {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result, rerender } = renderHook(
    (catalogs: RosterCatalogs) => useRows({ sheet, defaults, catalogs, today: '2026-12-01' }),
    { wrapper, initialProps: NO_TYPES },
  );
  await waitFor(() => expect(result.current.allRows?.[0]?.type).toBe('invalid'));
  rerender({ ...NO_TYPES, evaluationTypes: [{ id: TYPE_ID, name: 'Ingreso', code: 'ING' }] });
  await waitFor(() => expect(result.current.allRows?.[0]?.type).toBe('person'));
});
