import { useEffect, useMemo, useRef, useState } from 'react';
import type { DraftContent } from '#domain/registration.ts';
import { saveDraft } from '#storage/drafts.ts';
import { StorageProblem, type StorageProblemKind } from '#storage/problem.ts';
import { createDraftSaver, type DraftSaver } from '#sync/draft-saver.ts';
import { useBeforeLeaving } from '#ui/use-before-leaving.ts';

export interface DraftPlace {
  readonly ownerId: string;
  /** The entry that is being corrected; null for a new registration. */
  readonly entryId: string | null;
}

export interface DraftKeeping {
  readonly saver: DraftSaver<DraftContent>;
  readonly savedAt: number | null;
  readonly problem: StorageProblemKind | null;
}

/** Saves the content as it changes; what was loaded is not written again. */
export function useDraft({ ownerId, entryId }: DraftPlace, content: DraftContent): DraftKeeping {
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const [problem, setProblem] = useState<StorageProblemKind | null>(null);
  const [bug, setBug] = useState<unknown>(null);
  const saver = useMemo(
    () =>
      createDraftSaver<DraftContent>((next) => saveDraft(ownerId, entryId, next), {
        onSaved: () => {
          setSavedAt(Date.now());
          setProblem(null);
        },
        onFailure: (error) => (error instanceof StorageProblem ? setProblem(error.kind) : setBug({ error })),
      }),
    [ownerId, entryId],
  );
  useBeforeLeaving(saver.flush);

  const loaded = useRef(JSON.stringify(content));
  useEffect(() => {
    const text = JSON.stringify(content);
    if (text === loaded.current) return;
    loaded.current = text;
    saver.change(content);
  }, [content, saver]);

  if (bug !== null) throw (bug as { error: unknown }).error;
  return { saver, savedAt, problem };
}
