import { useLiveQuery } from 'dexie-react-hooks';
import {
  addUnseenMarks,
  unseenFields,
  type UnseenField,
} from '#domain/evaluation/worksheet/template-marks.ts';
import { isPermanentlyUnreadable } from '#storage/base/problem.ts';
import { readStoredMarks } from '#storage/drafts/clinical-drafts.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';

/**
 * Returns the fields of templates that the doctor has not seen, also those that another window of the device has filled; null
 * until the stored marks are read.
 */
export function useUnseenFields({ reader, typing, evaluation }: EvaluationContext): UnseenField[] | null {
  const { ownerId } = reader;
  const stored = useLiveQuery(async () => {
    try {
      return { marks: await readStoredMarks(ownerId, evaluation.id) };
    } catch (error) {
      // The page has already reported that the stored worksheet is damaged. Only the worksheet in this window remains.
      if (isPermanentlyUnreadable(error)) return { marks: undefined };
      throw error;
    }
  }, [ownerId, evaluation.id]);
  return stored ? unseenFields(addUnseenMarks(typing.sheet, stored.marks), evaluation) : null;
}
