import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { CLINICAL_TEXT_MAX_LENGTH } from '#contract/limits.ts';
import {
  addExamToWorksheet,
  isExamAddedOrOrdered,
  removeAddedExam,
  setAddedExamNotes,
  type AddedExam,
} from '#domain/evaluation/worksheet.ts';
import { findCatalogRow } from '#storage/cache/catalogs.ts';
import { createCatalogSource } from '#sync/catalogs/catalog-source.ts';
import { Icon } from '#ui/display/icon.tsx';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import { textLengthProblem } from '../../messages.ts';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';
import { ExamHeading } from './order-head.tsx';
import { templateMarkOf } from './template-mark.tsx';
import './add-exam.css';

const NO_EXAM_CHOSEN_TEXT = 'Selecciona un examen válido para agregarlo.';
const EXAM_ALREADY_ADDED_TEXT = 'Este examen ya está asociado a la evaluación.';

function useAddExam({ typing, evaluation }: EvaluationContext) {
  const [examId, setExamId] = useState('');
  const [error, setError] = useState<string | null>(null);
  const add = async () => {
    const exam = examId === '' ? null : await findCatalogRow('exams', examId);
    if (!exam) return setError(NO_EXAM_CHOSEN_TEXT);
    if (isExamAddedOrOrdered(typing.sheet, evaluation, exam.id)) return setError(EXAM_ALREADY_ADDED_TEXT);
    const { id, name, code } = exam;
    typing.change((sheet) => addExamToWorksheet(sheet, { examId: id, name, code, notes: '', base: '' }));
    setExamId('');
    setError(null);
  };
  const choose = (id: string) => {
    setExamId(id);
    setError(null);
  };
  return { examId, error, add, choose };
}

/** Adds exams from the catalogue cache (R1) to the evaluation; 'Guardar resultados' saves them. */
export function AddExam({ context }: { context: EvaluationContext }) {
  const { examId, error, add, choose } = useAddExam(context);
  return (
    <div className="add-exam">
      <SearchSelect
        {...createCatalogSource('exams', context.reader.ownerId)}
        label="Agregar un examen"
        placeholder="Busca por nombre o código"
        value={examId}
        onChange={choose}
        error={error}
      />
      <Button onClick={() => void add().catch(reportError)}>Agregar examen</Button>
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
