import { Button, Textarea } from '@mantine/core';
import { markSeen } from '#domain/evaluation/worksheet/template-marks.ts';
import { CLINICAL_TEXT_MAX_LENGTH } from '#contract/limits.ts';
import {
  addExamToWorksheet,
  isExamAddedOrOrdered,
  removeAddedExam,
  setAddedExamNotes,
  type AddedExam,
} from '#domain/evaluation/worksheet/worksheet.ts';
import { ExamPicker } from '#components/exam-picker.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { textLengthProblem } from '../../../messages.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';
import { NormalResultButton } from './normal-result.tsx';
import { ExamHeading } from './order-head.tsx';
import { WithPreviousResult } from './previous-result.tsx';
import type { usePreviousResults } from './use-previous-results.ts';
import { templateMarkOf } from '../template-mark.tsx';
import './add-exam.css';

const EXAM_ALREADY_ADDED_TEXT = 'Este examen ya está asociado a la evaluación.';

/** Adds exams to the evaluation; 'Guardar resultados' saves them. */
export function AddExam({ context }: { context: EvaluationContext }) {
  const { typing, evaluation, reader } = context;
  return (
    <div className="add-exam">
      <ExamPicker
        ownerId={reader.ownerId}
        problemOf={({ id }) =>
          isExamAddedOrOrdered(typing.sheet, evaluation, id) ? EXAM_ALREADY_ADDED_TEXT : null
        }
        onAdd={({ id, ...exam }) =>
          typing.change((sheet) => addExamToWorksheet(sheet, { ...exam, examId: id, notes: '', base: '' }))
        }
      />
    </div>
  );
}

interface AddedExamProps {
  context: EvaluationContext;
  exam: AddedExam;
  /** Result of the same exam at the previous visit; null without one. */
  previous: string | null;
}

function AddedExamFields({ context, exam, previous }: AddedExamProps) {
  const { change } = context.typing;
  const setResult = (result: string) => change((sheet) => setAddedExamNotes(sheet, exam.examId, result));
  return (
    <li data-added={exam.examId}>
      <ExamHeading name={exam.name} code={exam.code}>
        <Button
          variant="subtle"
          color="bad"
          className="added-remove"
          leftSection={<Icon name="trash" />}
          aria-label={`Quitar ${exam.name}`}
          onClick={() => change((sheet) => removeAddedExam(sheet, exam.examId))}
        >
          Quitar
        </Button>
      </ExamHeading>
      <WithPreviousResult context={context} previous={previous}>
        <Textarea
          aria-label={`Resultado de ${exam.name}`}
          placeholder="Resultado (puede quedar para después)"
          autosize
          autoComplete="off"
          minRows={2}
          maxRows={14}
          maxLength={CLINICAL_TEXT_MAX_LENGTH}
          value={exam.notes}
          error={textLengthProblem(exam.notes)}
          {...templateMarkOf(context, `exam:${exam.examId}`)}
          onChange={({ currentTarget: { value } }) => setResult(value)}
        />
      </WithPreviousResult>
      <div className="added-actions">
        <NormalResultButton
          examName={exam.name}
          result={exam.notes}
          onChange={(result) =>
            change((sheet) =>
              markSeen(setAddedExamNotes(sheet, exam.examId, result), [`exam:${exam.examId}`]),
            )
          }
        />
      </div>
    </li>
  );
}

export function AddedExams({
  context,
  previous,
}: {
  context: EvaluationContext;
  previous: ReturnType<typeof usePreviousResults>;
}) {
  const { added } = context.typing.sheet;
  if (added.length === 0) return null;
  return (
    <section className="added" aria-labelledby="added-title">
      <h3 id="added-title">Exámenes por agregar</h3>
      <ul>
        {added.map((exam) => (
          <AddedExamFields
            key={exam.examId}
            context={context}
            exam={exam}
            previous={previous.resultOf(exam.examId)}
          />
        ))}
      </ul>
    </section>
  );
}
