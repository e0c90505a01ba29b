import { TextInput } from '@mantine/core';
import { schemaResolver } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Doctor } from '#contract/catalogs/doctors.ts';
import type { User } from '#contract/records/people/users.ts';
import { DoctorBody } from '#contract/catalogs/doctors.ts';
import { CATALOG_NAME_MAX_LENGTH } from '#contract/limits.ts';
import { failureText } from '#sync/messages/failure-text.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { SkeletonCard } from '#ui/display/skeleton-card.tsx';
import { RecordProblem } from '#components/record-problem.tsx';
import { useRecordForm } from '#components/use-record-form.ts';
import type { UnlinkedUsersAndDoctors } from '#sync/administration/doctor-links.ts';
import { useUnlinkedAccounts } from '../state/queries.ts';
import { userChoice, userOptions } from './doctor-choice.ts';
import { findDoctorWithoutSignature, saveDoctor } from './doctor-form.ts';
import { LinkSelect } from './link-select.tsx';
import { DoctorSignatureField, useDoctorSignature } from './doctor-signature-field.tsx';
import { StepFoot } from './step-foot.tsx';
import type { StepProps } from './step.ts';
import './doctor-step.css';

/**
 * Values of the form. It has no field for the licence's expiry date, which is set in the catalogue. `user_id`: see
 * doctor-choice.ts.
 */
type DoctorFormValues = Record<Exclude<keyof DoctorBody, 'license_valid_until'> | 'user_id', string>;

const doctorFormValuesOf = (doctor: Doctor | null): DoctorFormValues => ({
  name: doctor?.name ?? '',
  specialty: doctor?.specialty ?? '',
  license_number: doctor?.license_number ?? '',
  registration_number: doctor?.registration_number ?? '',
  user_id: '',
});

/** Result of saving without a signature. Its text is empty, because the signature field shows the problem. */
const UNSIGNED_OUTCOME = {
  type: 'failed',
  trouble: { type: 'refused', code: 'unsigned', text: '', details: [] },
  errors: {},
} as const;

/** Returns the users to choose from; none if the doctor is already linked or the server does not support the link. */
function selectLinkableUsers({ unlinked, unsigned }: DoctorFormProps): readonly User[] {
  const isLinked = unsigned !== null && !unlinked?.doctors.some(({ id }) => id === unsigned.id);
  return isLinked ? [] : (unlinked?.users ?? []);
}

function useDoctorForm(props: DoctorFormProps) {
  const { draft, onDone, onLinkTried, unsigned } = props;
  const users = selectLinkableUsers(props);
  const signature = useDoctorSignature(draft.found.drawing, (drawing) => draft.keep({ drawing }));
  const state = useRecordForm<Doctor, DoctorFormValues>({
    row: null,
    valuesOf: (row) =>
      row ? doctorFormValuesOf(row) : { ...doctorFormValuesOf(unsigned), ...draft.found.texts },
    validate: schemaResolver(DoctorBody, { sync: true }),
    save: async (_none, values) => {
      const file = await signature.toFile();
      if (!file) return UNSIGNED_OUTCOME;
      const chosen = userChoice(values.user_id, values.name, users);
      const user = users.find(({ id }) => id === chosen) ?? null;
      const outcome = await saveDoctor(DoctorBody.parse(values), file, user);
      onLinkTried();
      return outcome;
    },
    onSaved: () => {
      draft.forget();
      void onDone();
    },
    onTyped: (texts) => draft.keep({ texts }),
  });
  return { signature, users, ...state };
}

interface DoctorFormProps extends StepProps {
  /** Existing doctor without a signature; null to create a doctor. */
  unsigned: Doctor | null;
  unlinked: UnlinkedUsersAndDoctors | null;
  onLinkTried: () => void;
}

function DoctorForm(props: DoctorFormProps) {
  const { signature, users, ...state } = useDoctorForm(props);
  const { form, busy, problem, submit } = state;
  const isUnsigned = problem?.type === 'failed' && problem.trouble.code === UNSIGNED_OUTCOME.trouble.code;
  // This form only adds the signature to an existing doctor, because the doctor is edited in the catalogue.
  const [isFixed] = useState(props.unsigned !== null && Object.keys(props.draft.found.texts).length === 0);
  const field = (name: keyof DoctorFormValues, label: string) => ({
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
      {users.length > 0 && (
        <LinkSelect
          {...form.getInputProps('user_id')}
          label="Usuario con el que firma"
          description="Con su propio usuario firma sin escribir la contraseña cada vez."
          data={userOptions(users, props.account.userId)}
          value={userChoice(form.values.user_id, form.values.name, users)}
          onChange={(id) => form.setFieldValue('user_id', id)}
        />
      )}
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

export function DoctorStep(props: StepProps) {
  const { account, facts } = props;
  const links = useUnlinkedAccounts(account);
  const { data, error, isPending } = useQuery({
    queryKey: ['catalogs', account.userId, 'unsigned'],
    queryFn: findDoctorWithoutSignature,
    enabled: facts.doctors === 'unsigned',
    staleTime: 0,
  });
  const form = { ...props, unlinked: links.data ?? null, onLinkTried: () => void links.refetch() };
  if (facts.doctors !== 'unsigned') return <DoctorForm {...form} unsigned={null} />;
  if (error) return <Notice kind="error">{failureText(error, 'No se pudieron cargar los médicos.')}</Notice>;
  return isPending ? <SkeletonCard lines={4} /> : <DoctorForm {...form} unsigned={data} />;
}
