import { Button, Textarea } from '@mantine/core';
import { CLINICAL_TEXT_MAX_LENGTH } from '#contract/limits.ts';
import {
  addExamToWorksheet,
  isExamAddedOrOrdered,
  removeAddedExam,
  setAddedExamNotes,
  type AddedExam,
} from '#domain/evaluation/worksheet.ts';
import { ExamPicker } from '#components/exam-picker.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { textLengthProblem } from '../../messages.ts';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';
import { ExamHeading } from './order-head.tsx';
import { templateMarkOf } from './template-mark.tsx';
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

function AddedExamFields({ context, exam }: { context: EvaluationContext; exam: AddedExam }) {
  const { change } = context.typing;
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
        onChange={({ currentTarget: { value } }) =>
          change((sheet) => setAddedExamNotes(sheet, exam.examId, value))
        }
      />
    </li>
  );
}

export function AddedExams({ context }: { context: EvaluationContext }) {
  const { added } = context.typing.sheet;
  if (added.length === 0) return null;
  return (
    <section className="added" aria-labelledby="added-title">
      <h3 id="added-title">Exámenes por agregar</h3>
      <ul>
        {added.map((exam) => (
          <AddedExamFields key={exam.examId} context={context} exam={exam} />
        ))}
      </ul>
    </section>
  );
}
