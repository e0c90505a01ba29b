import { TextInput } from '@mantine/core';
import { schemaResolver } from '@mantine/form';
import {
  CATALOG_CODE_MAX_LENGTH,
  CATALOG_NAME_MAX_LENGTH,
  BRANCH_CONTACT_MAX_LENGTH,
} from '#contract/limits.ts';
import { createFirstClinic, type FirstClinicOutcome } from '#sync/administration/first-clinic.ts';
import { toFormOutcome, type FormOutcome } from '#sync/changes/form-outcome.ts';
import { failureText } from '#sync/messages/failure-text.ts';
import { nitWarning } from '#sync/messages/nit-text.ts';
import { RecordProblem } from '#components/record-problem.tsx';
import { useRecordForm } from '#components/use-record-form.ts';
import {
  toFirstClinic,
  clinicSchema,
  emptyClinic,
  mapNameErrorsToForm,
  type ClinicValues,
} from './clinic-form.ts';
import { StepFoot } from './step-foot.tsx';
import type { StepProps } from './step.ts';
import './clinic-step.css';

const resolveToNull = () => Promise.resolve(null);
const SAVE_FAILED_TEXTS = {
  company: 'No se pudo guardar la empresa.',
  branch: 'No se pudo guardar la sede.',
  choice: 'La sede quedó guardada, y no se pudo elegir como la tuya.',
} as const;

type FailedOutcome = Extract<FirstClinicOutcome, { type: 'failed' }>;

async function toClinicFormOutcome({ of, result }: FailedOutcome): Promise<FormOutcome<ClinicValues>> {
  const outcome = await toFormOutcome<ClinicValues>(result, resolveToNull, SAVE_FAILED_TEXTS[of]);
  if (outcome.type !== 'failed' || of === 'choice') return outcome;
  const details = mapNameErrorsToForm(of, outcome.trouble.details);
  const errors = Object.fromEntries(details.map(({ field, message }) => [field, message]));
  return { type: 'failed', trouble: { ...outcome.trouble, details }, errors };
}

const outcomeOfThrownError = (error: unknown): FormOutcome<ClinicValues> => ({
  type: 'failed',
  trouble: {
    type: 'unreachable',
    code: null,
    text: `${failureText(error, SAVE_FAILED_TEXTS.company)} Lo que escribiste sigue aquí.`,
    details: [],
  },
  errors: {},
});

async function saveClinic(values: ClinicValues): Promise<FormOutcome<ClinicValues>> {
  try {
    const outcome = await createFirstClinic(toFirstClinic(values));
    return outcome.type === 'opened' ? { type: 'saved', row: values } : await toClinicFormOutcome(outcome);
  } catch (error) {
    return outcomeOfThrownError(error);
  }
}

function useClinicForm({ draft, onSaving, onDone }: StepProps) {
  return useRecordForm<ClinicValues, ClinicValues>({
    row: null,
    valuesOf: (row) => row ?? { ...emptyClinic, ...draft.found.texts },
    validate: schemaResolver(clinicSchema, { sync: true }),
    save: (_none, values) => {
      onSaving();
      return saveClinic(values);
    },
    onSaved: () => {
      draft.forget();
      void onDone();
    },
    onTyped: (texts) => draft.keep({ texts }),
  });
}

type ClinicForm = ReturnType<typeof useClinicForm>['form'];

const createFieldProps =
  (form: ClinicForm) => (name: keyof ClinicValues, label: string, maxLength: number) => ({
    label,
    maxLength,
    autoComplete: 'off',
    ...form.getInputProps(name),
  });

/** Form for the company and its first branch. Saving makes the branch active. */
export function ClinicStep(props: StepProps) {
  const state = useClinicForm(props);
  const { form, busy, submit } = state;
  const field = createFieldProps(form);
  return (
    <form className="setup-clinic" noValidate data-kept onSubmit={submit}>
      <TextInput {...field('company', 'Nombre de la clínica', CATALOG_NAME_MAX_LENGTH)} required />
      <TextInput
        {...field('code', 'NIT', CATALOG_CODE_MAX_LENGTH)}
        required
        description={nitWarning(form.values.code) ?? 'Con el dígito de verificación: 900123456-8.'}
      />
      <TextInput
        {...field('branch', 'Nombre de la sede', CATALOG_NAME_MAX_LENGTH)}
        required
        description="El lugar donde atienden. Las demás sedes se crean después en Catálogos."
      />
      <TextInput {...field('city', 'Ciudad', CATALOG_NAME_MAX_LENGTH)} />
      <TextInput
        {...field('address', 'Dirección', BRANCH_CONTACT_MAX_LENGTH)}
        description="Sale en el encabezado de los documentos."
      />
      <TextInput {...field('contact_phone', 'Teléfono', BRANCH_CONTACT_MAX_LENGTH)} type="tel" />
      <TextInput {...field('contact_email', 'Correo', BRANCH_CONTACT_MAX_LENGTH)} type="email" />
      <RecordProblem state={state} what="esta empresa" />
      <StepFoot
        main="Guardar y seguir"
        busy={busy}
        disabledReason={props.disabledReason}
        onSkip={props.onSkip}
      />
    </form>
  );
}
