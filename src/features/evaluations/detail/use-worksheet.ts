import { useEffect, useMemo, useState } from 'react';
import type { Evaluation } from '#contract/evaluations.ts';
import { emptyWorksheet, isEmptySheet, rebase, type Worksheet } from '#domain/evaluation/worksheet.ts';
import { discardWorksheet, loadWorksheet, saveWorksheet } from '#storage/clinical-drafts.ts';
import { StorageProblem, type StorageProblemKind } from '#storage/problem.ts';
import { createDraftSaver, type DraftSaver } from '#sync/draft-saver.ts';
import { useBeforeLeaving } from '#ui/use-before-leaving.ts';

export interface Typing {
  /** What is typed, over the newest state of the evaluation. */
  readonly sheet: Worksheet;
  /** It was found on the device when the screen opened. */
  readonly restored: boolean;
  readonly problem: StorageProblemKind | null;
  readonly change: (edit: (sheet: Worksheet) => Worksheet) => void;
}

/** Where the typing lies while the device's draft is being read: nothing is typed yet. */
type Loaded = { readonly sheet: Worksheet; readonly restored: boolean } | null;

interface Place {
  readonly ownerId: string;
  readonly evaluationId: string;
}

const write = ({ ownerId, evaluationId }: Place, sheet: Worksheet): Promise<void> =>
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
  return { problem, report, recovered: () => setProblem(null) };
}

function useSaver({ ownerId, evaluationId }: Place, trouble: ReturnType<typeof useTrouble>) {
  const [saver] = useState<DraftSaver<Worksheet>>(() =>
    createDraftSaver((sheet) => write({ ownerId, evaluationId }, sheet), {
      onSaved: trouble.recovered,
      onFailure: trouble.report,
    }),
  );
  useBeforeLeaving(saver.flush);
  return saver;
}

/**
 * What the doctor types on one evaluation, kept sealed as it is typed, so that reload, crash and 401 lose nothing. Null
 * while the device is being asked. The owner and the evaluation stay the same for the hook's life.
 */
export function useWorksheet(place: Place, evaluation: Evaluation): Typing | null {
  const { ownerId, evaluationId } = place;
  const [loaded, setLoaded] = useState<Loaded>(null);
  const trouble = useTrouble();
  const saver = useSaver(place, trouble);
  const { report } = trouble;
  useEffect(() => {
    loadWorksheet(ownerId, evaluationId).then(
      (sheet) => setLoaded({ sheet: sheet ?? emptyWorksheet, restored: sheet !== null }),
      (error: unknown) => {
        report(error);
        setLoaded({ sheet: emptyWorksheet, restored: false });
      },
    );
  }, [ownerId, evaluationId, report]);
  const sheet = useMemo(() => loaded && rebase(loaded.sheet, evaluation), [loaded, evaluation]);
  useEffect(() => {
    // What the provider's newer state has settled is no longer typed text; the device's copy follows.
    if (loaded && sheet && sheet !== loaded.sheet) saver.change(sheet);
  }, [loaded, sheet, saver]);
  if (!loaded || !sheet) return null;
  return {
    sheet,
    restored: loaded.restored,
    problem: trouble.problem,
    change: (edit) =>
      setLoaded((before) => {
        const next = edit(rebase(before?.sheet ?? emptyWorksheet, evaluation));
        saver.change(next);
        return { sheet: next, restored: before?.restored ?? false };
      }),
  };
}
