import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { CATALOG_NAME_MAX_LENGTH, CLINICAL_TEXT_MAX_LENGTH, NAME_MAX_LENGTH } from '#contract/limits.ts';
import { EvaluationTemplateBody, type EvaluationTemplate } from '#contract/records/evaluation/templates.ts';
import { NOTE_LABELS } from '#contract/vocabulary.ts';
import { RecordProblem } from '#components/record-problem.tsx';
import { useRecordForm } from '#components/use-record-form.ts';
import { setEvaluationTemplate } from '#sync/administration/evaluation-templates.ts';
import { createCatalogSource } from '#sync/catalogs/catalog-source.ts';
import { toFormOutcome } from '#sync/changes/form-outcome.ts';
import type { Account } from '#sync/session/session.ts';
import { LeavePrompt } from '#ui/dialogs/leave-prompt.tsx';
import { Card } from '#ui/display/card.tsx';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import { useDisabledReason } from '../queries.ts';
import { SaveBar } from '../save-bar.tsx';
import { TemplateDecisionFields } from './template-decisions.tsx';
import { TemplateResults } from './template-results.tsx';
import {
  templateProblems,
  templateSummary,
  toTemplateBody,
  toTemplateValues,
  type TemplateForm,
  type TemplateValues,
} from './template-values.ts';
import './template-form.css';

interface EvaluationTemplateFormProps {
  account: Account;
  /** Template that the form edits; null for a new one. */
  read: EvaluationTemplate | null;
  /** Id of the template, also of a new one. */
  id: string;
  programmes: readonly string[];
  /** Reads the template again; null if it cannot be read. */
  reread: () => Promise<EvaluationTemplate | null>;
  onSaved: () => void;
  onClose: () => void;
}

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

const FieldError = ({ children }: { children: React.ReactNode }) =>
  children ? (
    <p className="template-error" role="alert">
      {children}
    </p>
  ) : null;

export function EvaluationTemplateForm(props: EvaluationTemplateFormProps) {
  const { account, read, id, programmes, reread, onSaved, onClose } = props;
  const reason = useDisabledReason(account);
  const state = useRecordForm<EvaluationTemplate, TemplateValues>({
    row: read,
    valuesOf: toTemplateValues,
    validate: templateProblems,
    save: async (base, values) => {
      const body = EvaluationTemplateBody.parse(toTemplateBody(values));
      const result = await setEvaluationTemplate(base ?? { id, revision: 0 }, body);
      return toFormOutcome(result, reread, 'No se pudo guardar la plantilla.');
    },
    onSaved,
  });
  const { form, base, busy, submit } = state;
  return (
    <form className="template-form" noValidate onSubmit={submit}>
      <Card title={read?.name ?? 'Nueva plantilla'}>
        <ScopeFields form={form} ownerId={account.userId} />
      </Card>
      <Card title="Resultados">
        <TemplateResults form={form} ownerId={account.userId} />
        <FieldError>{form.errors['results']}</FieldError>
      </Card>
      <Card title="Elecciones">
        <div className="template-fields">
          <TemplateDecisionFields form={form} programmes={programmes} />
        </div>
      </Card>
      <Card title="Textos de las notas">
        <div className="template-fields">
          {form.values.notes.map(({ note_type: type }, nth) => (
            <Textarea
              key={type}
              label={`Texto: ${NOTE_LABELS[type]}`}
              autosize
              minRows={1}
              maxRows={8}
              maxLength={CLINICAL_TEXT_MAX_LENGTH}
              {...form.getInputProps(`notes.${nth}.content`)}
            />
          ))}
        </div>
        <FieldError>{form.errors['notes']}</FieldError>
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
      <LeavePrompt dirty={form.isDirty()} />
    </form>
  );
}
