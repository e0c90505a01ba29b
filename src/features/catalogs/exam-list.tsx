import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ExamPicker, type PickedExam } from '#components/exam-picker.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { RowList } from './row-list.tsx';

interface ExamListProps<Exam extends PickedExam> {
  ownerId: string;
  label: string;
  exams: readonly Exam[];
  max: number;
  problems: { readonly duplicate: string; readonly full: string };
  detailOf?: (exam: Exam) => string;
  /** Renders a further input of the exam. */
  children?: (exam: Exam, nth: number) => ReactNode;
  onAdd: (exam: PickedExam) => void;
  onRemove: (nth: number) => void;
}

/** List of exams, to which the user adds exams of the catalogue. */
export function ExamList<Exam extends PickedExam>(props: ExamListProps<Exam>) {
  const { ownerId, label, exams, max, problems, detailOf = ({ code }) => code, children } = props;
  const problemOf = ({ id }: PickedExam): string | null => {
    if (exams.some((exam) => exam.id === id)) return problems.duplicate;
    return exams.length >= max ? problems.full : null;
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
      <ExamPicker ownerId={ownerId} problemOf={problemOf} onAdd={props.onAdd} />
    </>
  );
}
