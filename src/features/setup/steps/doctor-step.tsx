import { TextInput } from '@mantine/core';
import { schemaResolver } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Doctor } from '#contract/records/catalogs.ts';
import { DoctorBody } from '#contract/records/catalog-writes.ts';
import { CATALOG_NAME_MAX_LENGTH } from '#contract/limits.ts';
import { failureText } from '#sync/words/failure-text.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { SkeletonCard } from '#ui/display/skeleton-card.tsx';
import { RecordProblem } from '#components/record-problem.tsx';
import { useRecordForm } from '#components/use-record-form.ts';
import { findUnsigned, saveDoctor } from './doctor-form.ts';
import { DoctorSignatureField, useSignatureField } from './doctor-signature-field.tsx';
import { StepFoot } from './step-foot.tsx';
import type { StepProps } from './step.ts';
import './doctor-step.css';

/** The licence's last day is written in the catalogue. */
type Values = Record<Exclude<keyof DoctorBody, 'license_valid_until'>, string>;

const valuesOf = (doctor: Doctor | null): Values => ({
  name: doctor?.name ?? '',
  specialty: doctor?.specialty ?? '',
  license_number: doctor?.license_number ?? '',
  registration_number: doctor?.registration_number ?? '',
});

/** Without a signature nobody can close an evaluation. It is said at the pad, and nowhere else. */
const UNSIGNED = {
  type: 'failed',
  trouble: { type: 'refused', code: 'unsigned', text: '', details: [] },
  errors: {},
} as const;

function useDoctorForm({ draft, onDone, unsigned }: DoctorFormProps) {
  const signature = useSignatureField(draft.found.drawing, (drawing) => draft.keep({ drawing }));
  const state = useRecordForm<Doctor, Values>({
    row: null,
    valuesOf: (row) => (row ? valuesOf(row) : { ...valuesOf(unsigned), ...draft.found.texts }),
    validate: schemaResolver(DoctorBody, { sync: true }),
    save: async (_none, values) => {
      const file = await signature.toFile();
      return file ? saveDoctor(DoctorBody.parse(values), file) : UNSIGNED;
    },
    onSaved: () => {
      draft.forget();
      void onDone();
    },
    onTyped: (texts) => draft.keep({ texts }),
  });
  return { signature, ...state };
}

interface DoctorFormProps extends StepProps {
  /** Who is there already, without a signature. */
  unsigned: Doctor | null;
}

function DoctorForm(props: DoctorFormProps) {
  const { signature, ...state } = useDoctorForm(props);
  const { form, busy, problem, submit } = state;
  const isUnsigned = problem?.type === 'failed' && problem.trouble.code === UNSIGNED.trouble.code;
  // Who is there is changed in the catalogue; what is missing is the signature.
  const [isFixed] = useState(props.unsigned !== null && Object.keys(props.draft.found.texts).length === 0);
  const field = (name: keyof Values, label: string) => ({
    label,
    maxLength: CATALOG_NAME_MAX_LENGTH,
    autoComplete: 'off',
    readOnly: isFixed,
    ...form.getInputProps(name),
  });
  return (
    <form className="setup-doctor" noValidate data-kept onSubmit={submit}>
      <TextInput {...field('name', 'Nombre y apellidos')} required />
      <TextInput
        {...field('license_number', 'Licencia')}
        required
        description="La licencia en salud ocupacional con que firma."
      />
      <TextInput {...field('specialty', 'Especialidad')} />
      <TextInput {...field('registration_number', 'Registro médico')} />
      <DoctorSignatureField field={signature} name={form.values.name} />
      {!isUnsigned && <RecordProblem state={state} what="este médico" />}
      <StepFoot
        main="Guardar y seguir"
        busy={busy}
        disabledReason={props.disabledReason}
        onSkip={props.onSkip}
      />
    </form>
  );
}

/** Whoever closes evaluations, with the signature that documents show. */
export function DoctorStep(props: StepProps) {
  const { account, facts } = props;
  const { data, error, isPending } = useQuery({
    queryKey: ['catalogs', account.userId, 'unsigned'],
    queryFn: findUnsigned,
    enabled: facts.doctors === 'unsigned',
    staleTime: 0,
  });
  if (facts.doctors !== 'unsigned') return <DoctorForm {...props} unsigned={null} />;
  if (error) return <Notice kind="error">{failureText(error, 'No se pudieron cargar los médicos.')}</Notice>;
  return isPending ? <SkeletonCard lines={4} /> : <DoctorForm {...props} unsigned={data} />;
}
