import { renderHook, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useRemoteRows } from './use-remote-rows.ts';

function renderHookWithFakeSource() {
  const answers = new Map<string, (rows: readonly string[]) => void>();
  const ask = vi.fn(
    (query: string) => new Promise<readonly string[]>((resolve) => answers.set(query, resolve)),
  );
  const hook = renderHook(({ query, source }) => useRemoteRows({ source, ask }, query), {
    initialProps: { query: null as string | null, source: 'companies' },
  });
  const rerenderWith = (query: string | null, source = 'companies') => hook.rerender({ query, source });
  const requestedQueries = () => ask.mock.calls.map(([query]) => query);
  const respond = (query: string, rows: readonly string[]) => answers.get(query)?.(rows);
  return { hook, ask, wants: rerenderWith, asked: requestedQueries, answer: respond };
}

describe('P9 server requests at pauses in typing', () => {
  it('the search field sends one request at a time, sends only the newest text typed during a request, and ignores outdated responses', async () => {
    const { hook, wants, asked, answer } = renderHookWithFakeSource();
    wants('nue');
    await waitFor(() => expect(asked()).toEqual(['nue']));
    for (const query of ['nuev', 'nueva', null, 'nuevas']) wants(query);
    expect(asked()).toEqual(['nue']);
    answer('nue', ['Nuez']);
    await waitFor(() => expect(asked()).toEqual(['nue', 'nuevas']));
    expect(hook.result.current).toEqual({ rows: [], answered: null });
    answer('nuevas', ['Flores Nuevas']);
    await waitFor(() => expect(hook.result.current).toEqual({ rows: ['Flores Nuevas'], answered: 'nuevas' }));
  });

  it('after a failed request the search field reports the failure, shows no rows and continues with the next search', async () => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    const { hook, ask, wants, asked } = renderHookWithFakeSource();
    ask.mockRejectedValueOnce(new Error('storage'));
    wants('nue');
    await waitFor(() => expect(hook.result.current).toEqual({ rows: [], answered: 'nue' }));
    expect(reported).toHaveBeenCalledOnce();
    wants('nuevas');
    await waitFor(() => expect(asked()).toEqual(['nue', 'nuevas']));
    vi.unstubAllGlobals();
  });

  it('the search field shows no rows of one catalogue for another catalogue', async () => {
    const { hook, wants, asked, answer } = renderHookWithFakeSource();
    wants('nue');
    await waitFor(() => expect(asked()).toEqual(['nue']));
    answer('nue', ['Nuez']);
    await waitFor(() => expect(hook.result.current.rows).toEqual(['Nuez']));
    wants(null, 'exams');
    expect(hook.result.current).toEqual({ rows: [], answered: null });
  });
});
