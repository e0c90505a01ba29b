import { useDidUpdate } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import type { DraftContent } from '#domain/registration.ts';
import { StorageProblem, type StorageProblemKind } from '#storage/base/problem.ts';
import { createDraftSaver, type DraftSaver } from '#sync/changes/draft-saver.ts';
import { saveDraftContent } from '#sync/changes/on-device.ts';
import { useUnsavedCheck } from '#ui/dialogs/unsaved.ts';
import { useFlushOnHideOrUnmount } from '#ui/dialogs/use-before-leaving.ts';
import { createStore, type Store } from '#ui/hooks/store.ts';
import { type DraftKey, observeDraftInOtherWindows, notifyOtherWindows } from './draft-channel.ts';

export interface DraftSaving {
  readonly saver: DraftSaver<DraftContent>;
  /** Time of the last save, ms since the epoch; null if nothing was saved since the draft was loaded. */
  readonly saved: Store<number | null>;
  readonly changed: boolean;
  readonly problem: StorageProblemKind | null;
  /** True once another window saved, confirmed or discarded this draft. The content of this window is then outdated. */
  readonly elsewhere: boolean;
}

export function useDraftSaving({ ownerId, entryId }: DraftKey, content: DraftContent): DraftSaving {
  const saved = useMemo(() => createStore<number | null>(null), []);
  const [problem, setProblem] = useState<StorageProblemKind | null>(null);
  const [bug, setBug] = useState<unknown>(null);
  const saver = useMemo(
    () =>
      createDraftSaver<DraftContent>((next) => saveDraftContent(ownerId, entryId, next), {
        onSaved: () => {
          saved.set(Date.now());
          notifyOtherWindows({ ownerId, entryId });
          setProblem(null);
        },
        onFailure: (error) => (error instanceof StorageProblem ? setProblem(error.kind) : setBug({ error })),
      }),
    [ownerId, entryId, saved],
  );
  useFlushOnHideOrUnmount(saver.flush);
  useUnsavedCheck(saver.isDue);
  const [isOtherWindow, setOtherWindow] = useState(false);
  // Stops saving as soon as another window changes the draft, so that nothing is overwritten.
  useEffect(
    () =>
      observeDraftInOtherWindows({ ownerId, entryId }, () => {
        saver.stop();
        setOtherWindow(true);
      }),
    [ownerId, entryId, saver],
  );

  const text = JSON.stringify(content);
  const [loaded] = useState(text);
  useDidUpdate(() => saver.change(content), [text]);

  if (bug !== null) throw (bug as { error: unknown }).error;
  return { saver, saved, changed: text !== loaded, problem, elsewhere: isOtherWindow };
}
