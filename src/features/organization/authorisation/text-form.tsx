import { Button, Checkbox, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { type AuthorisationText, AuthorisationTextBody } from '#contract/records/authorisation-text.ts';
import { AUTHORISATION_MAX_LENGTH } from '#contract/limits.ts';
import { numberText } from '#domain/text/number.ts';
import { setAuthorisationText } from '#sync/administration/clinic/authorisation-text.ts';
import { toFormOutcome } from '#sync/changes/form-outcome.ts';
import { useRecordForm } from '#components/records/use-record-form.ts';
import { LeavePrompt } from '#ui/dialogs/leave-prompt.tsx';
import { ConflictNotice } from '#ui/notices/conflict-notice.tsx';
import { NotSavedNotice } from '#ui/notices/not-saved-notice.tsx';
import { toast } from '#ui/notices/toast.ts';
import { PatientPreview } from './patient-preview.tsx';
import { ButtonRow } from '#ui/display/button-row.tsx';
import { MISSING_NAME, proposedAuthorisationText } from './proposed-text.ts';
import './text-form.css';

export const SAVE_TEXT_FAILED = 'No se pudo cambiar el texto.';

interface TextValues {
  readonly text: string;
  readonly approved: boolean;
}

const toTextValues = (row: AuthorisationText | null): TextValues => ({
  text: row?.text ?? '',
  approved: false,
});

function textErrors(values: TextValues): Readonly<Record<string, string>> {
  const { error } = AuthorisationTextBody.safeParse(values);
  return {
    ...Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []),
    ...(values.text.includes(MISSING_NAME) && { text: `Reemplaza ${MISSING_NAME} por el nombre.` }),
  };
}

interface AuthorisationTextFormProps {
  /** Company of the active branch; null if the branch has none. */
  companyName: string | null;
  present: AuthorisationText;
  /** Reads the present text again; null if it cannot be read. */
  reread: () => Promise<AuthorisationText | null>;
  onSaved: (row: AuthorisationText) => void;
  onCancel: () => void;
}

const useTextForm = ({ present, reread, onSaved }: AuthorisationTextFormProps) =>
  useRecordForm<AuthorisationText, TextValues>({
    row: present,
    valuesOf: toTextValues,
    validate: textErrors,
    save: async (read, values) =>
      toFormOutcome(await setAuthorisationText(read ?? present, values), reread, SAVE_TEXT_FAILED),
    onSaved: (row) => {
      toast('ok', 'Texto guardado. Las tabletas con red lo muestran en unos 15 minutos.');
      onSaved(row);
    },
  });

function TextFormProblem({ state }: { state: ReturnType<typeof useTextForm> }) {
  const { problem, base, busy, keepMine, takeTheirs } = state;
  if (!problem) return null;
  if (problem.type === 'failed')
    return <NotSavedNotice text={problem.trouble.text} unplaced={problem.unplaced} />;
  const values = [{ label: 'Texto', now: base?.text ?? 'Sin texto' }];
  return (
    <ConflictNotice what="este texto" {...{ values, busy }} onKeepMine={keepMine} onTakeTheirs={takeTheirs} />
  );
}

/** Form for the text that patients sign. It is in use only after the user states that the clinic has approved it. */
export function AuthorisationTextForm(props: AuthorisationTextFormProps) {
  const state = useTextForm(props);
  const { form, busy, submit } = state;
  const [isPreviewed, setPreviewed] = useState(false);
  const { text } = form.values;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const isEmpty = text.trim() === '';
  return (
    <form className="authorisation-form" noValidate onSubmit={submit}>
      <LeavePrompt dirty={form.isDirty()} />
      <Textarea
        label="Texto"
        description={`${numberText(text.length)} de ${numberText(AUTHORISATION_MAX_LENGTH)} caracteres`}
        rows={12}
        ref={field}
        {...form.getInputProps('text')}
        onChange={(event) => {
          form.setValues({ text: event.currentTarget.value, approved: false });
          form.clearFieldError('text');
        }}
      />
      {isEmpty && (
        <Button
          onClick={() => {
            form.setFieldValue('text', proposedAuthorisationText(props.companyName));
            field.current?.focus();
          }}
        >
          Usar un texto propuesto
        </Button>
      )}
      <Checkbox
        label="La clínica revisó este texto y lo aprueba"
        {...form.getInputProps('approved', { type: 'checkbox' })}
      />
      <TextFormProblem state={state} />
      <ButtonRow>
        <Button type="submit" variant="filled" loading={busy}>
          Usar desde ahora
        </Button>
        <Button disabled={isEmpty} onClick={() => setPreviewed(true)}>
          Ver como paciente
        </Button>
        <Button variant="subtle" disabled={busy} onClick={props.onCancel}>
          Cancelar
        </Button>
      </ButtonRow>
      <PatientPreview opened={isPreviewed} text={text} onClose={() => setPreviewed(false)} />
    </form>
  );
}
