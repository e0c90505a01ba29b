import type { BrigadeRefresh } from '#sync/brigade/preparation.ts';
import { failureText, supportCodeOfError } from '#sync/messages/failure-text.ts';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { Notice } from '#ui/notices/notice.tsx';

type FailedRefresh = Extract<BrigadeRefresh, { type: 'not_fetched' }>;

export const FailedRefreshNotice = ({ failure }: { failure: FailedRefresh | null }) =>
  failure && (
    <Notice kind="error" supportCode={supportCodeOfError(failure.error)}>
      {failureText(failure.error, 'No se descargó todo.')}
    </Notice>
  );

/** Runs the downloads of the page one at a time. */
export function useBrigadeRefresh() {
  const { busy, trouble, run } = useChangeRunner<FailedRefresh>();
  return {
    busy,
    failure: trouble,
    run: (work: () => Promise<BrigadeRefresh>): void =>
      void run(async () => {
        const result = await work();
        return result.type === 'not_fetched' ? result : null;
      }),
  };
}

export type BrigadeRefreshRun = ReturnType<typeof useBrigadeRefresh>;
