import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { findCatalogRow } from '#storage/cache/catalogs.ts';
import { createCatalogSource } from '#sync/catalogs/catalog-source.ts';
import { Icon } from '#ui/display/icon.tsx';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import { RowList } from './row-list.tsx';
import './exam-list.css';

export interface ListedExam {
  readonly id: string;
  readonly name: string;
  readonly code: string;
}

interface ExamListProps<Exam extends ListedExam> {
  ownerId: string;
  label: string;
  exams: readonly Exam[];
  max: number;
  problems: { readonly duplicate: string; readonly full: string };
  detailOf?: (exam: Exam) => string;
  /** Renders a further input of the exam. */
  children?: (exam: Exam, nth: number) => ReactNode;
  onAdd: (exam: ListedExam) => void;
  onRemove: (nth: number) => void;
}

/** List of exams, to which the user adds exams of the catalogue. */
export function ExamList<Exam extends ListedExam>(props: ExamListProps<Exam>) {
  const { ownerId, label, exams, max, problems, detailOf = ({ code }) => code, children } = props;
  const [examId, setExamId] = useState('');
  const [error, setError] = useState<string | null>(null);
  const choose = (id: string) => {
    setExamId(id);
    setError(null);
  };
  const add = async () => {
    const exam = examId === '' ? null : await findCatalogRow('exams', examId);
    if (!exam) return setError('Selecciona un examen válido para agregarlo.');
    if (exams.some(({ id }) => id === exam.id)) return setError(problems.duplicate);
    if (exams.length >= max) return setError(problems.full);
    props.onAdd({ id: exam.id, name: exam.name, code: exam.code });
    choose('');
  };
  return (
    <>
      <RowList label={label}>
        {exams.map((exam, nth) => (
          <li key={exam.id}>
            <span>
              {exam.name} <small>{detailOf(exam)}</small>
            </span>
            <Button
              variant="subtle"
              color="bad"
              leftSection={<Icon name="trash" />}
              aria-label={`Quitar ${exam.name}`}
              onClick={() => props.onRemove(nth)}
            >
              Quitar
            </Button>
            {children?.(exam, nth)}
          </li>
        ))}
      </RowList>
      <div className="exam-picker">
        <SearchSelect
          {...createCatalogSource('exams', ownerId)}
          label="Agregar un examen"
          placeholder="Busca por nombre o código"
          value={examId}
          onChange={choose}
          error={error}
        />
        <Button onClick={() => void add().catch(reportError)}>Agregar examen</Button>
      </div>
    </>
  );
}
