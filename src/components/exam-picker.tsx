import { Button } from '@mantine/core';
import { useState } from 'react';
import { findCatalogRow } from '#storage/cache/catalogs.ts';
import { createCatalogSource } from '#sync/catalogs/catalog-source.ts';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import './exam-picker.css';

export interface PickedExam {
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

/** Adds exams of the catalogue on the device (R1) to a list. */
export function ExamPicker({ ownerId, problemOf, onAdd }: ExamPickerProps) {
  const [examId, setExamId] = useState('');
  const [error, setError] = useState<string | null>(null);
  const choose = (id: string) => {
    setExamId(id);
    setError(null);
  };
  const add = async () => {
    const row = examId === '' ? null : await findCatalogRow('exams', examId);
    if (!row) return setError('Selecciona un examen válido para agregarlo.');
    const exam = { id: row.id, name: row.name, code: row.code };
    const problem = problemOf(exam);
    if (problem !== null) return setError(problem);
    onAdd(exam);
    choose('');
  };
  return (
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
  );
}
