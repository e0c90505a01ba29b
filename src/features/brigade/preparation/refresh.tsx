import { useState } from 'react';
import type { BrigadeRefresh } from '#sync/brigade/preparation.ts';
import { failureText, supportCodeOfError } from '#sync/messages/failure-text.ts';
import { Notice } from '#ui/notices/notice.tsx';

export const FailedRefreshNotice = ({ result }: { result: BrigadeRefresh }) =>
  result.type === 'not_fetched' && (
    <Notice kind="error" supportCode={supportCodeOfError(result.error)}>
      {failureText(result.error, 'No se descargó todo.')}
    </Notice>
  );

/** Runs the downloads of the page one at a time. Returns the result of the last one, and whether one is running. */
export function useBrigadeRefresh() {
  const [state, setState] = useState<{ busy: boolean; result: BrigadeRefresh | null }>({
    busy: false,
    result: null,
  });
  const run = async (work: () => Promise<BrigadeRefresh>) => {
    setState({ busy: true, result: null });
    let result: BrigadeRefresh | null = null;
    try {
      result = await work();
    } finally {
      setState({ busy: false, result });
    }
  };
  return { ...state, run: (work: () => Promise<BrigadeRefresh>) => void run(work).catch(reportError) };
}

export type BrigadeRefreshRun = ReturnType<typeof useBrigadeRefresh>;
