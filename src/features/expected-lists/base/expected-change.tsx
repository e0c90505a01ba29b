import { saveFailureOf, saveFailureReasonText, type SaveFailure } from '#sync/messages/failure-text.ts';
import type { SaveResult } from '#sync/requests/saving.ts';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { toast } from '#ui/notices/toast.ts';

interface ExpectedChange {
  readonly send: () => Promise<SaveResult<unknown>>;
  readonly done: string;
  readonly failed: string;
  readonly onSaved?: () => void;
}

/**
 * Runs a user's changes one at a time. `refetch` reads the lists again, also after a failed change, which may be outdated or
 * executed.
 */
export function useExpectedChange(refetch: () => Promise<void>) {
  const { busy, trouble, run, forget } = useChangeRunner<SaveFailure>();
  const change = ({ send, done, failed, onSaved }: ExpectedChange): void =>
    void run(async () => {
      const result = await send();
      await refetch();
      if (result.type === 'saved') {
        toast('ok', done);
        onSaved?.();
      }
      return saveFailureOf(result, failed);
    });
  return { busy, trouble, change, forget };
}

export const ChangeFailure = ({ trouble }: { trouble: SaveFailure | null }) =>
  trouble && (
    <Notice kind="error" supportCode={trouble.supportCode}>
      {saveFailureReasonText(trouble)}
    </Notice>
  );
