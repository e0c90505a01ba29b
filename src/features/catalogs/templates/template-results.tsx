import { Button, Textarea } from '@mantine/core';
import { CLINICAL_TEXT_MAX_LENGTH } from '#contract/limits.ts';
import { TEMPLATE_RESULTS_MAX } from '#contract/records/evaluation/templates.ts';
import { Icon } from '#ui/display/icon.tsx';
import { ExamPicker } from '../packages/exam-picker.tsx';
import { RowList } from '../row-list.tsx';
import type { TemplateForm } from './template-values.ts';
import './template-results.css';

/** Exams of a template with the text of each result. */
export function TemplateResults({ form, ownerId }: { form: TemplateForm; ownerId: string }) {
  const { results } = form.values;
  const problemOf = ({ id }: { readonly id: string }): string | null => {
    if (results.some(({ exam }) => exam.id === id)) return 'Este examen ya está en la plantilla.';
    return results.length >= TEMPLATE_RESULTS_MAX ? `Máximo ${TEMPLATE_RESULTS_MAX} resultados.` : null;
  };
  return (
    <>
      <RowList label="Resultados de la plantilla">
        {results.map(({ exam }, nth) => (
          <li key={exam.id}>
            <span>
              {exam.name} <small>{exam.is_active ? exam.code : `${exam.code} · inactivo: no se llena`}</small>
            </span>
            <Button
              variant="subtle"
              color="bad"
              leftSection={<Icon name="trash" />}
              aria-label={`Quitar ${exam.name}`}
              onClick={() => form.removeListItem('results', nth)}
            >
              Quitar
            </Button>
            <Textarea
              className="template-text"
              aria-label={`Resultado de ${exam.name}`}
              autosize
              minRows={1}
              maxRows={8}
              maxLength={CLINICAL_TEXT_MAX_LENGTH}
              {...form.getInputProps(`results.${nth}.result_notes`)}
            />
          </li>
        ))}
      </RowList>
      <ExamPicker
        ownerId={ownerId}
        problemOf={problemOf}
        onAdd={(exam) =>
          form.insertListItem('results', { exam: { ...exam, is_active: true }, result_notes: '' })
        }
      />
    </>
  );
}
