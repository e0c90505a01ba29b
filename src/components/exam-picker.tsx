import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
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

/**
 * Adds exams of the catalogue on the device (R1) to a list, each as soon as the user picks it. Text that is accepted when the
 * focus leaves the field adds nothing until the button is pressed, because the user may have changed their mind.
 */
export function ExamPicker({ ownerId, problemOf, onAdd }: ExamPickerProps) {
  const [examId, setExamId] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [addedName, setAddedName] = useState<string | null>(null);
  const field = useRef<HTMLDivElement>(null);
  const typed = useRef('');
  const isAdding = useRef(false);
  const findAndAdd = async (id: string) => {
    const row = id === '' ? null : await findCatalogRow('exams', id);
    if (!row) return setError('Selecciona un examen válido para agregarlo.');
    const exam = { id: row.id, name: row.name, code: row.code };
    const problem = problemOf(exam);
    setError(problem);
    if (problem !== null) return;
    onAdd(exam);
    setExamId('');
    setAddedName(exam.name);
  };
  /** Adds the exam, unless one is being added: the user may pick it and press the button at once. */
  const add = (id: string) => {
    if (isAdding.current) return;
    isAdding.current = true;
    findAndAdd(id)
      .catch(reportError)
      .finally(() => (isAdding.current = false));
  };
  const choose = (id: string) => {
    setExamId(id);
    setError(null);
    setAddedName(null);
    if (id !== '' && field.current?.contains(document.activeElement)) add(id);
  };
  const press = () => {
    // After a pick nothing is left to add, so the button does not report a missing choice.
    if (addedName !== null && typed.current === '') return;
    add(examId);
  };
  return (
    <div className="exam-picker">
      <div ref={field}>
        <SearchSelect
          {...createCatalogSource('exams', ownerId)}
          label="Agregar un examen"
          placeholder="Busca por nombre o código"
          value={examId}
          onChange={choose}
          onTyped={(text) => {
            typed.current = text;
          }}
          error={error}
        />
        {/* A screen reader announces only changes of an element that exists before them. */}
        <p aria-live="polite" className="exam-picker-added">
          {addedName !== null && `Agregado: ${addedName}.`}
        </p>
      </div>
      <Button onClick={press}>Agregar examen</Button>
    </div>
  );
}
