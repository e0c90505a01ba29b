import { useEffect, useRef, useState } from 'react';
import { emptySetupDraft, type SetupDraft } from '#domain/setup/draft.ts';
import type { SetupPart } from '#domain/setup/steps.ts';
import { StorageProblem, isPermanentlyUnreadable, type StorageProblemKind } from '#storage/base/problem.ts';
import { loadSetupDraft } from '#storage/drafts/setup-drafts.ts';
import { createDraftSaver } from '#sync/changes/draft-saver.ts';
import { discardWindowSetupDraft, saveSetupDraft } from '#sync/changes/on-device-aside.ts';
import { useUnsavedCheck } from '#ui/dialogs/unsaved.ts';
import { useFlushOnHideOrUnmount } from '#ui/dialogs/use-before-leaving.ts';

export interface StepDraft {
  readonly found: SetupDraft;
  readonly keep: (patch: Partial<SetupDraft>) => void;
  readonly forget: () => void;
}

/**
 * Holds the draft of a part, stored encrypted while the user types, so that a reload or a network failure loses nothing.
 * `draft` is null while it is read. Owner and part must not change while the hook is mounted.
 */
export function useStepDraft(ownerId: string, part: SetupPart) {
  const [found, setFound] = useState<SetupDraft | null>(null);
  const [problem, setProblem] = useState<StorageProblemKind | null>(null);
  const [report] = useState(() => (error: unknown) => {
    if (error instanceof StorageProblem) setProblem(error.kind);
    else reportError(error);
  });
  const [unread, setUnread] = useState<{ error: unknown } | null>(null);
  if (unread) throw unread.error;
  const [saver] = useState(() =>
    createDraftSaver<SetupDraft | null>(
      (draft) =>
        draft === null ? discardWindowSetupDraft(ownerId, part) : saveSetupDraft(ownerId, part, draft),
      { onSaved: () => setProblem(null), onFailure: report },
    ),
  );
  const latest = useRef(emptySetupDraft);
  useFlushOnHideOrUnmount(saver.flush);
  useUnsavedCheck(saver.isDue);
  useEffect(() => {
    const applyDraft = (draft: SetupDraft) => {
      latest.current = draft;
      setFound(draft);
    };
    loadSetupDraft(ownerId, part).then(
      (draft) => applyDraft(draft ?? emptySetupDraft),
      (error: unknown) => {
        // The connection was lost and the draft still exists: an empty form would overwrite the draft at the next key.
        if (!isPermanentlyUnreadable(error)) return setUnread({ error });
        report(error);
        applyDraft(emptySetupDraft);
      },
    );
  }, [ownerId, part, report]);
  const draft: StepDraft | null = found && {
    found,
    keep: (patch) => {
      latest.current = { ...latest.current, ...patch };
      saver.change(latest.current);
    },
    forget: () => {
      latest.current = emptySetupDraft;
      saver.change(null);
    },
  };
  return { draft, problem };
}
