import { useEffect, useMemo, useRef, useState } from 'react';
import type { DraftContent } from '#domain/registration.ts';
import { StorageProblem, type StorageProblemKind } from '#storage/base/problem.ts';
import { createDraftSaver, type DraftSaver } from '#sync/changes/draft-saver.ts';
import { saveDraft } from '#sync/changes/on-device.ts';
import { useUnsaved } from '#ui/dialogs/unsaved.ts';
import { useBeforeLeaving } from '#ui/dialogs/use-before-leaving.ts';
import { type DraftKey, hearOtherWindows, tellOtherWindows } from './draft-channel.ts';
import { SavedMoment } from './saved-moment.ts';

export interface DraftKeeping {
  readonly saver: DraftSaver<DraftContent>;
  readonly saved: SavedMoment;
  /** The content is not the one that was loaded. */
  readonly changed: boolean;
  readonly problem: StorageProblemKind | null;
  /** Another window wrote, confirmed or threw away this draft: what is shown here is not what is on the device. */
  readonly elsewhere: boolean;
}

/** From the moment on that another window changed the draft, this one writes nothing over it. */
function useElsewhere({ ownerId, entryId }: DraftKey, saver: DraftSaver<DraftContent>): boolean {
  const [elsewhere, setElsewhere] = useState(false);
  useEffect(
    () =>
      hearOtherWindows({ ownerId, entryId }, () => {
        saver.stop();
        setElsewhere(true);
      }),
    [ownerId, entryId, saver],
  );
  return elsewhere;
}

/** Saves the content as it changes; what was loaded is not written again. */
export function useDraft({ ownerId, entryId }: DraftKey, content: DraftContent): DraftKeeping {
  const saved = useMemo(() => new SavedMoment(), []);
  const [problem, setProblem] = useState<StorageProblemKind | null>(null);
  const [bug, setBug] = useState<unknown>(null);
  const saver = useMemo(
    () =>
      createDraftSaver<DraftContent>((next) => saveDraft(ownerId, entryId, next), {
        onSaved: () => {
          saved.note(Date.now());
          tellOtherWindows({ ownerId, entryId });
          setProblem(null);
        },
        onFailure: (error) => (error instanceof StorageProblem ? setProblem(error.kind) : setBug({ error })),
      }),
    [ownerId, entryId, saved],
  );
  useBeforeLeaving(saver.flush);
  useUnsaved(saver.isDue);
  const elsewhere = useElsewhere({ ownerId, entryId }, saver);

  const text = JSON.stringify(content);
  const [loaded] = useState(text);
  const known = useRef(text);
  useEffect(() => {
    if (text === known.current) return;
    known.current = text;
    saver.change(content);
  }, [text, content, saver]);

  if (bug !== null) throw (bug as { error: unknown }).error;
  return { saver, saved, changed: text !== loaded, problem, elsewhere };
}
