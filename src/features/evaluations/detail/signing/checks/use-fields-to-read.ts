import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import {
  addUnseenMarks,
  fieldsWrittenElsewhere,
  unsavedFields,
  unseenFields,
  type UnseenField,
} from '#domain/evaluation/worksheet/template-marks.ts';
import type { TemplateField } from '#domain/evaluation/worksheet/worksheet.ts';
import { isPermanentlyUnreadable } from '#storage/base/problem.ts';
import { readStoredMarks } from '#storage/drafts/clinical-drafts.ts';
import { useEvaluationTemplates } from '../../../queries.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';

export interface FieldsToRead {
  /** Fields of templates that the doctor has not seen, also those that another window of the device has filled. */
  readonly unseen: readonly UnseenField[];
  /** Other fields that were not written on this page; empty in a clinic without templates. */
  readonly writtenElsewhere: readonly TemplateField[];
}

/** Returns the fields that the doctor has changed while the page was open. */
function useWrittenFields({ typing: { sheet }, evaluation }: EvaluationContext): ReadonlySet<TemplateField> {
  const [written, setWritten] = useState<ReadonlySet<TemplateField>>(new Set());
  const added = unsavedFields(sheet, evaluation).filter((field) => !written.has(field));
  if (added.length > 0) setWritten(new Set([...written, ...added]));
  return written;
}

/** Returns the fields that the signing dialog lists completely; null until the stored marks are read. */
export function useFieldsToRead(context: EvaluationContext): FieldsToRead | null {
  const { reader, typing, evaluation } = context;
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
  const written = useWrittenFields(context);
  const hasTemplates = useEvaluationTemplates(reader).length > 0;
  if (!stored) return null;
  const sheet = addUnseenMarks(typing.sheet, stored.marks);
  return {
    unseen: unseenFields(sheet, evaluation),
    writtenElsewhere: hasTemplates ? fieldsWrittenElsewhere(sheet, evaluation, written) : [],
  };
}
