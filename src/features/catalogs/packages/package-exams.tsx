import { Button } from '@mantine/core';
import { useState } from 'react';
import { PACKAGE_EXAMS_MAX, type ExamPackage } from '#contract/records/exam-packages.ts';
import { findCatalogRow } from '#storage/cache/catalogs.ts';
import { createCatalogSource } from '#sync/catalogs/catalog-source.ts';
import { Icon } from '#ui/display/icon.tsx';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import { RowList } from '../row-list.tsx';
import './package-exams.css';

export type ChosenExam = ExamPackage['exams'][number];

interface PackageExamsProps {
  ownerId: string;
  exams: readonly ChosenExam[];
  onChange: (exams: readonly ChosenExam[]) => void;
}

export function PackageExams({ ownerId, exams, onChange }: PackageExamsProps) {
  const [examId, setExamId] = useState('');
  const [error, setError] = useState<string | null>(null);
  const add = async () => {
    const exam = examId === '' ? null : await findCatalogRow('exams', examId);
    if (!exam) return setError('Selecciona un examen válido para agregarlo.');
    if (exams.some(({ id }) => id === exam.id)) return setError('Este examen ya está en el paquete.');
    if (exams.length >= PACKAGE_EXAMS_MAX) return setError(`Máximo ${PACKAGE_EXAMS_MAX} exámenes.`);
    onChange([...exams, { id: exam.id, name: exam.name, code: exam.code }]);
    setExamId('');
    setError(null);
  };
  return (
    <>
      <RowList label="Exámenes del paquete">
        {exams.map(({ id, name, code }) => (
          <li key={id}>
            <span>
              {name} <small>{code}</small>
            </span>
            <Button
              variant="subtle"
              color="bad"
              leftSection={<Icon name="trash" />}
              aria-label={`Quitar ${name}`}
              onClick={() => onChange(exams.filter((one) => one.id !== id))}
            >
              Quitar
            </Button>
          </li>
        ))}
      </RowList>
      <div className="package-add">
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
    </>
  );
}
