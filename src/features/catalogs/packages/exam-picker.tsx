import { Button } from '@mantine/core';
import { useState } from 'react';
import { findCatalogRow } from '#storage/cache/catalogs.ts';
import { createCatalogSource } from '#sync/catalogs/catalog-source.ts';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import './exam-picker.css';

interface PickedExam {
  readonly id: string;
  readonly name: string;
  readonly code: string;
}

interface ExamPickerProps {
  ownerId: string;
  /** Returns why the exam cannot be added; null if it can. */
  problemOf: (exam: PickedExam) => string | null;
  onAdd: (exam: PickedExam) => void;
}

/** Adds exams of the catalogue to a list. */
export function ExamPicker({ ownerId, problemOf, onAdd }: ExamPickerProps) {
  const [examId, setExamId] = useState('');
  const [error, setError] = useState<string | null>(null);
  const add = async () => {
    const exam = examId === '' ? null : await findCatalogRow('exams', examId);
    if (!exam) return setError('Selecciona un examen válido para agregarlo.');
    const { id, name, code } = exam;
    const problem = problemOf({ id, name, code });
    if (problem !== null) return setError(problem);
    onAdd({ id, name, code });
    setExamId('');
    setError(null);
  };
  return (
    <div className="exam-picker">
      <SearchSelect
        {...createCatalogSource('exams', ownerId)}
        label="Agregar un examen"
        placeholder="Busca por nombre o código"
        value={examId}
        onChange={(id) => {
          setExamId(id);
          setError(null);
        }}
        error={error}
      />
      <Button onClick={() => void add().catch(reportError)}>Agregar examen</Button>
    </div>
  );
}
