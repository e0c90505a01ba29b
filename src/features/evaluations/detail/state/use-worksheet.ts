import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { emptyWorksheet, isEmptySheet, rebase, type Worksheet } from '#domain/evaluation/worksheet.ts';
import { loadWorksheet } from '#storage/drafts/clinical-drafts.ts';
import { StorageProblem, isBeyondReading, type StorageProblemKind } from '#storage/base/problem.ts';
import { createDraftSaver, type DraftSaver } from '#sync/changes/draft-saver.ts';
import { discardWorksheet, saveWorksheet } from '#sync/changes/on-device-aside.ts';
import { useUnsaved } from '#ui/dialogs/unsaved.ts';
import { useBeforeLeaving } from '#ui/dialogs/use-before-leaving.ts';

export interface WorksheetDraft {
  /** What is typed, over the newest state of the evaluation. */
  readonly sheet: Worksheet;
  /** It was found on the device when the screen opened. */
  readonly restored: boolean;
  /** All of it is written on this device. */
  readonly kept: boolean;
  readonly problem: StorageProblemKind | null;
  readonly change: (edit: (sheet: Worksheet) => Worksheet) => void;
}

/** Where the typing lies while the device's draft is being read: nothing is typed yet. */
type Loaded = { readonly sheet: Worksheet; readonly restored: boolean } | null;

interface WorksheetKey {
  readonly ownerId: string;
  readonly evaluationId: string;
}

const write = ({ ownerId, evaluationId }: WorksheetKey, sheet: Worksheet): Promise<void> =>
  isEmptySheet(sheet) ? discardWorksheet(ownerId, evaluationId) : saveWorksheet(ownerId, evaluationId, sheet);

/** Storage trouble is shown beside the text, which goes on being typed; anything else is a bug for the boundary. */
function useTrouble() {
  const [problem, setProblem] = useState<StorageProblemKind | null>(null);
  const [bug, setBug] = useState<{ error: unknown } | null>(null);
  if (bug) throw bug.error;
  const [report] = useState(() => (error: unknown) => {
    if (error instanceof StorageProblem) setProblem(error.kind);
    else setBug({ error });
  });
  const [giveUp] = useState(() => (error: unknown) => setBug({ error }));
  return { problem, report, giveUp, recovered: () => setProblem(null) };
}

function useSaver({ ownerId, evaluationId }: WorksheetKey, trouble: ReturnType<typeof useTrouble>) {
  const [kept, setKept] = useState(true);
  const [saver] = useState<DraftSaver<Worksheet>>(() =>
    createDraftSaver((sheet) => write({ ownerId, evaluationId }, sheet), {
      onSaved: () => {
        trouble.recovered();
        setKept(true);
      },
      onFailure: trouble.report,
    }),
  );
  useBeforeLeaving(saver.flush);
  useUnsaved(saver.isDue);
  const keep = useCallback(
    (sheet: Worksheet) => {
      setKept(false);
      saver.change(sheet);
    },
    [saver],
  );
  return { kept, keep };
}

/** What was typed before, once the device has been asked; and the newest of it at any time, whoever asks. */
function useLoaded(
  { ownerId, evaluationId }: WorksheetKey,
  { report, giveUp }: ReturnType<typeof useTrouble>,
) {
  const [loaded, setLoaded] = useState<Loaded>(null);
  const latest = useRef<Loaded>(null);
  const [set] = useState(() => (next: Loaded) => {
    latest.current = next;
    setLoaded(next);
  });
  useEffect(() => {
    loadWorksheet(ownerId, evaluationId).then(
      (sheet) => set({ sheet: sheet ?? emptyWorksheet, restored: sheet !== null }),
      (error: unknown) => {
        // What a lost connection keeps away is still there, and the next key would be written over it.
        if (!isBeyondReading(error)) return giveUp(error);
        report(error);
        set({ sheet: emptyWorksheet, restored: false });
      },
    );
  }, [ownerId, evaluationId, report, giveUp, set]);
  return { loaded, latest, set };
}

/**
 * What the doctor types on one evaluation, kept sealed as it is typed, so that reload, crash and 401 lose nothing. Null
 * while the device is being asked. The owner and the evaluation stay the same for the hook's life.
 */
export function useWorksheet(key: WorksheetKey, evaluation: Evaluation): WorksheetDraft | null {
  const trouble = useTrouble();
  const { kept, keep } = useSaver(key, trouble);
  const { loaded, latest, set } = useLoaded(key, trouble);
  const sheet = useMemo(() => loaded && rebase(loaded.sheet, evaluation), [loaded, evaluation]);
  useEffect(() => {
    // What the provider's newer state has settled is no longer typed text; the device's copy follows.
    if (loaded && sheet && sheet !== loaded.sheet) keep(sheet);
  }, [loaded, sheet, keep]);
  if (!loaded || !sheet) return null;
  return {
    sheet,
    restored: loaded.restored,
    kept,
    problem: trouble.problem,
    change: (edit) => {
      // An answer may come back to a screen that has gone on: it changes what is typed by now.
      const next = edit(rebase(latest.current?.sheet ?? emptyWorksheet, evaluation));
      keep(next);
      set({ sheet: next, restored: loaded.restored });
    },
  };
}
