import { useEffect, useMemo, useRef, useState } from 'react';
import type { DraftContent } from '#domain/registration.ts';
import { StorageProblem, type StorageProblemKind } from '#storage/base/problem.ts';
import { createDraftSaver, type DraftSaver } from '#sync/changes/draft-saver.ts';
import { saveDraftContent } from '#sync/changes/on-device.ts';
import { useUnsavedCheck } from '#ui/dialogs/unsaved.ts';
import { useFlushOnHideOrUnmount } from '#ui/dialogs/use-before-leaving.ts';
import { type DraftKey, observeDraftInOtherWindows, notifyOtherWindows } from './draft-channel.ts';

/** Store for the time of the last save, so that a save renders only the components that show the time. */
class LastSaveTimeStore {
  private at: number | null = null;
  private readonly listeners = new Set<() => void>();

  /** Returns the time, ms since the epoch; null if nothing was saved since the draft was loaded. */
  readonly read = (): number | null => this.at;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  note(at: number): void {
    this.at = at;
    for (const listener of this.listeners) listener();
  }
}

export interface DraftSaving {
  readonly saver: DraftSaver<DraftContent>;
  readonly saved: LastSaveTimeStore;
  readonly changed: boolean;
  readonly problem: StorageProblemKind | null;
  /** True once another window saved, confirmed or discarded this draft. The content of this window is then outdated. */
  readonly elsewhere: boolean;
}

/**
 * Stops saving as soon as another window changes the draft, so that nothing is overwritten. Returns true from that change on.
 */
function useStopSavingOnOtherWindow(
  { ownerId, entryId }: DraftKey,
  saver: DraftSaver<DraftContent>,
): boolean {
  const [isOtherWindow, setOtherWindow] = useState(false);
  useEffect(
    () =>
      observeDraftInOtherWindows({ ownerId, entryId }, () => {
        saver.stop();
        setOtherWindow(true);
      }),
    [ownerId, entryId, saver],
  );
  return isOtherWindow;
}

export function useDraftSaving({ ownerId, entryId }: DraftKey, content: DraftContent): DraftSaving {
  const saved = useMemo(() => new LastSaveTimeStore(), []);
  const [problem, setProblem] = useState<StorageProblemKind | null>(null);
  const [bug, setBug] = useState<unknown>(null);
  const saver = useMemo(
    () =>
      createDraftSaver<DraftContent>((next) => saveDraftContent(ownerId, entryId, next), {
        onSaved: () => {
          saved.note(Date.now());
          notifyOtherWindows({ ownerId, entryId });
          setProblem(null);
        },
        onFailure: (error) => (error instanceof StorageProblem ? setProblem(error.kind) : setBug({ error })),
      }),
    [ownerId, entryId, saved],
  );
  useFlushOnHideOrUnmount(saver.flush);
  useUnsavedCheck(saver.isDue);
  const isOtherWindow = useStopSavingOnOtherWindow({ ownerId, entryId }, saver);

  const text = JSON.stringify(content);
  const [loaded] = useState(text);
  const known = useRef(text);
  useEffect(() => {
    if (text === known.current) return;
    known.current = text;
    saver.change(content);
  }, [text, content, saver]);

  if (bug !== null) throw (bug as { error: unknown }).error;
  return { saver, saved, changed: text !== loaded, problem, elsewhere: isOtherWindow };
}
