import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import {
  emptyWorksheet,
  isDiscardableWorksheet,
  rebaseWorksheet,
  type Worksheet,
} from '#domain/evaluation/worksheet/worksheet.ts';
import { removeMarks } from '#domain/evaluation/worksheet/template-marks.ts';
import { loadWorksheet } from '#storage/drafts/clinical-drafts.ts';
import { StorageProblem, isPermanentlyUnreadable, type StorageProblemKind } from '#storage/base/problem.ts';
import { createDraftSaver, type DraftSaver } from '#sync/changes/draft-saver.ts';
import { discardWindowWorksheet, saveWorksheet } from '#sync/changes/on-device-aside.ts';
import { useUnsavedCheck } from '#ui/dialogs/unsaved.ts';
import { useFlushOnHideOrUnmount } from '#ui/dialogs/use-before-leaving.ts';

export interface WorksheetHandle {
  readonly sheet: Worksheet;
  /** True if the worksheet was already on the device when the page opened. */
  readonly restored: boolean;
  /** True if the device has stored all changes. */
  readonly kept: boolean;
  readonly problem: StorageProblemKind | null;
  readonly change: (edit: (sheet: Worksheet) => Worksheet) => void;
}

/** Worksheet from the device; null while it is being read. The doctor cannot type until then. */
type LoadedWorksheet = { readonly sheet: Worksheet; readonly restored: boolean } | null;

interface WorksheetKey {
  readonly ownerId: string;
  readonly evaluationId: string;
}

const saveOrDiscardWorksheet = ({ ownerId, evaluationId }: WorksheetKey, sheet: Worksheet): Promise<void> =>
  isDiscardableWorksheet(sheet)
    ? discardWindowWorksheet(ownerId, evaluationId)
    : saveWorksheet(ownerId, evaluationId, sheet);

/**
 * Shows storage problems next to the text, in which the doctor can continue to type. Other errors are bugs and go to the error
 * boundary.
 */
function useStorageProblem() {
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

function useWorksheetSaver(
  { ownerId, evaluationId }: WorksheetKey,
  trouble: ReturnType<typeof useStorageProblem>,
) {
  const [stored, setStored] = useState(true);
  const [saver] = useState<DraftSaver<Worksheet>>(() =>
    createDraftSaver((sheet) => saveOrDiscardWorksheet({ ownerId, evaluationId }, sheet), {
      onSaved: () => {
        trouble.recovered();
        setStored(true);
      },
      onFailure: trouble.report,
    }),
  );
  useFlushOnHideOrUnmount(saver.flush);
  useUnsavedCheck(saver.isDue);
  const keep = useCallback(
    (sheet: Worksheet) => {
      setStored(false);
      saver.change(sheet);
    },
    [saver],
  );
  return { kept: stored, keep };
}

/** Loads the worksheet from the device. `latest` always holds the newest worksheet, also between renders. */
function useLoadedWorksheet(
  { ownerId, evaluationId }: WorksheetKey,
  { report, giveUp }: ReturnType<typeof useStorageProblem>,
) {
  const [loaded, setLoaded] = useState<LoadedWorksheet>(null);
  const latest = useRef<LoadedWorksheet>(null);
  const [set] = useState(() => (next: LoadedWorksheet) => {
    latest.current = next;
    setLoaded(next);
  });
  useEffect(() => {
    loadWorksheet(ownerId, evaluationId).then(
      (sheet) => set({ sheet: sheet ?? emptyWorksheet, restored: sheet !== null }),
      (error: unknown) => {
        // The worksheet may still exist after a lost database connection. The doctor must not type, because the next key would
        // overwrite it.
        if (!isPermanentlyUnreadable(error)) return giveUp(error);
        report(error);
        set({ sheet: emptyWorksheet, restored: false });
      },
    );
  }, [ownerId, evaluationId, report, giveUp, set]);
  return { loaded, latest, set };
}

/**
 * Returns the worksheet merged with the newest state of the evaluation. Removes the marks of templates once the evaluation is
 * signed.
 */
function rebaseOnEvaluation(sheet: Worksheet, evaluation: Evaluation): Worksheet {
  const rebased = rebaseWorksheet(sheet, evaluation);
  return evaluation.status === 'cerrada' ? removeMarks(rebased) : rebased;
}

/**
 * Manages the doctor's unsaved changes of one evaluation. The device stores them encrypted while the doctor types, so that a
 * reload, crash or 401 loses nothing.
 *
 * Returns null while the changes are being read. Owner and evaluation must not change while the component is mounted.
 */
export function useWorksheet(key: WorksheetKey, evaluation: Evaluation): WorksheetHandle | null {
  const trouble = useStorageProblem();
  const { kept: stored, keep } = useWorksheetSaver(key, trouble);
  const { loaded, latest, set } = useLoadedWorksheet(key, trouble);
  const sheet = useMemo(() => loaded && rebaseOnEvaluation(loaded.sheet, evaluation), [loaded, evaluation]);
  const newest = useRef(evaluation);
  useEffect(() => {
    newest.current = evaluation;
  }, [evaluation]);
  useEffect(() => {
    // Removes the texts that the server has saved from the worksheet on the device.
    if (loaded && sheet && sheet !== loaded.sheet) keep(sheet);
  }, [loaded, sheet, keep]);
  if (!loaded || !sheet) return null;
  return {
    sheet,
    restored: loaded.restored,
    kept: stored,
    problem: trouble.problem,
    change: (edit) => {
      // Edits the newest worksheet for the newest evaluation, because responses may change both while the doctor types or while
      // another section is being saved.
      const next = edit(rebaseOnEvaluation(latest.current?.sheet ?? emptyWorksheet, newest.current));
      keep(next);
      set({ sheet: next, restored: loaded.restored });
    },
  };
}
