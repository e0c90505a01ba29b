import { Button } from '@mantine/core';
import { PACKAGE_EXAMS_MAX, type ExamPackage } from '#contract/records/exam-packages.ts';
import { Icon } from '#ui/display/icon.tsx';
import { RowList } from '../row-list.tsx';
import { ExamPicker } from './exam-picker.tsx';

export type ChosenExam = ExamPackage['exams'][number];

interface PackageExamsProps {
  ownerId: string;
  exams: readonly ChosenExam[];
  onChange: (exams: readonly ChosenExam[]) => void;
}

export function PackageExams({ ownerId, exams, onChange }: PackageExamsProps) {
  const problemOf = (exam: ChosenExam): string | null => {
    if (exams.some(({ id }) => id === exam.id)) return 'Este examen ya está en el paquete.';
    return exams.length >= PACKAGE_EXAMS_MAX ? `Máximo ${PACKAGE_EXAMS_MAX} exámenes.` : null;
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
      <ExamPicker ownerId={ownerId} problemOf={problemOf} onAdd={(exam) => onChange([...exams, exam])} />
    </>
  );
}
