import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CATALOG_NAME_MAX_LENGTH, CLINICAL_TEXT_MAX_LENGTH, NAME_MAX_LENGTH } from '#contract/limits.ts';
import {
  EvaluationTemplateBody,
  TEMPLATE_RESULTS_MAX,
  type EvaluationTemplate,
} from '#contract/records/evaluation/templates.ts';
import { NOTE_LABELS } from '#contract/vocabulary.ts';
import { DEFAULT_PROGRAMMES } from '#domain/evaluation/decisions.ts';
import { RecordProblem } from '#components/records/record-problem.tsx';
import { useRecordForm } from '#components/records/use-record-form.ts';
import { setEvaluationTemplate } from '#sync/administration/catalogs/evaluation-templates.ts';
import { createCatalogSource } from '#sync/catalogs/catalog-source.ts';
import { toFormOutcome } from '#sync/changes/form-outcome.ts';
import { useDisabledReason } from '#components/connection/use-disabled-reason.ts';
import { LeavePrompt } from '#ui/dialogs/leave-prompt.tsx';
import { Card } from '#ui/display/cards/card.tsx';
import { FieldError } from '#ui/fields/field-error.tsx';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import { hasFormChanged } from '#ui/forms/has-form-changed.ts';
import { ExamList } from '../exam-list.tsx';
import { useDecisionOptions } from '../queries.ts';
import type { RecordFormProps } from '../record-list-page.tsx';
import { SaveBar } from '../save-bar.tsx';
import { TemplateDecisionFields } from './template-decisions.tsx';
import {
  templateProblems,
  templateSummary,
  toTemplateBody,
  toTemplateValues,
  type TemplateForm,
  type TemplateValues,
} from './template-values.ts';
import './template-form.css';

const CLINICAL_TEXT_PROPS = {
  autosize: true,
  minRows: 1,
  maxRows: 8,
  maxLength: CLINICAL_TEXT_MAX_LENGTH,
};

function ScopeFields({ form, ownerId }: { form: TemplateForm; ownerId: string }) {
  return (
    <div className="template-fields">
      <TextInput
        label="Nombre"
        required
        autoComplete="off"
        maxLength={CATALOG_NAME_MAX_LENGTH}
        {...form.getInputProps('name')}
      />
      <SearchSelect
        {...createCatalogSource('evaluation-types', ownerId)}
        label="Tipo de evaluación"
        noneLabel="Todos los tipos"
        {...form.getInputProps('evaluation_type_id')}
        value={form.values.evaluation_type_id}
      />
      <TextInput
        label="Cargo"
        description="Vacío: para todos los cargos."
        autoComplete="off"
        maxLength={NAME_MAX_LENGTH}
        {...form.getInputProps('job')}
      />
      <Checkbox
        label="Activa: se ofrece a los médicos"
        {...form.getInputProps('is_active', { type: 'checkbox' })}
      />
    </div>
  );
}

/** Rows of the form with the text of each result. */
const TemplateResults = ({ form, ownerId }: { form: TemplateForm; ownerId: string }) => (
  <ExamList
    ownerId={ownerId}
    label="Resultados de la plantilla"
    exams={form.values.results.map(({ exam }) => exam)}
    max={TEMPLATE_RESULTS_MAX}
    problems={{
      duplicate: 'Este examen ya está en la plantilla.',
      full: `Máximo ${TEMPLATE_RESULTS_MAX} resultados.`,
    }}
    detailOf={({ code, is_active: isActive }) => (isActive ? code : `${code} · inactivo: no se llena`)}
    onAdd={(exam) => form.insertListItem('results', { exam: { ...exam, is_active: true }, result_notes: '' })}
    onRemove={(nth) => form.removeListItem('results', nth)}
  >
    {({ name }, nth) => (
      <Textarea
        {...CLINICAL_TEXT_PROPS}
        flex="1 1 100%"
        aria-label={`Resultado de ${name}`}
        {...form.getInputProps(`results.${nth}.result_notes`)}
      />
    )}
  </ExamList>
);

export function EvaluationTemplateForm(props: RecordFormProps<EvaluationTemplate>) {
  const { account, read, reread, onSaved, onClose } = props;
  // The device chooses the id of a new template, so that a repeated request creates it once.
  const [id] = useState(() => read?.id ?? crypto.randomUUID());
  const { data: options } = useDecisionOptions(account.userId);
  const reason = useDisabledReason(account);
  const state = useRecordForm<EvaluationTemplate, TemplateValues>({
    row: read,
    valuesOf: toTemplateValues,
    validate: templateProblems,
    save: async (base, values) => {
      const body = EvaluationTemplateBody.parse(toTemplateBody(values));
      const result = await setEvaluationTemplate(base ?? { id, revision: 0 }, body);
      const rereadTemplate = async () => (await reread())?.find((one) => one.id === id) ?? null;
      return toFormOutcome(result, rereadTemplate, 'No se pudo guardar la plantilla.');
    },
    onSaved: () => onSaved('Plantilla guardada.'),
  });
  const { form, base, busy, submit } = state;
  return (
    <form className="template-form" noValidate onSubmit={submit}>
      <Card title={read?.name ?? 'Nueva plantilla'}>
        <ScopeFields form={form} ownerId={account.userId} />
      </Card>
      <Card title="Resultados">
        <TemplateResults form={form} ownerId={account.userId} />
        {form.errors['results'] && <FieldError id="template-results">{form.errors['results']}</FieldError>}
      </Card>
      <Card title="Elecciones">
        <div className="template-fields">
          <TemplateDecisionFields form={form} programmes={options?.programmes ?? DEFAULT_PROGRAMMES} />
        </div>
      </Card>
      <Card title="Textos de las notas">
        <div className="template-fields">
          {form.values.notes.map(({ note_type: type }, nth) => (
            <Textarea
              key={type}
              label={`Texto: ${NOTE_LABELS[type]}`}
              {...CLINICAL_TEXT_PROPS}
              {...form.getInputProps(`notes.${nth}.content`)}
            />
          ))}
        </div>
        {form.errors['notes'] && <FieldError id="template-notes">{form.errors['notes']}</FieldError>}
      </Card>
      <RecordProblem
        state={state}
        what="esta plantilla"
        differences={base && base !== read ? [{ label: base.name, now: templateSummary(base) }] : []}
      />
      <SaveBar label="Guardar plantilla" busy={busy} reason={reason}>
        <Button disabled={busy} onClick={onClose}>
          Cancelar
        </Button>
      </SaveBar>
      <LeavePrompt dirty={hasFormChanged(form)} />
    </form>
  );
}
