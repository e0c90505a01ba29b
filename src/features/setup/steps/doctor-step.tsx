import { schemaResolver } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DoctorBody, doctors, type Doctor } from '#contract/catalogs/doctors.ts';
import type { User } from '#contract/records/people/users.ts';
import { failedFormOutcome } from '#sync/changes/form-outcome.ts';
import { CATALOG_TEXTS } from '#sync/messages/catalog-texts.ts';
import { failureText } from '#sync/messages/failure-text.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { SkeletonCard } from '#ui/display/skeleton-card.tsx';
import { LineInput } from '#components/line-input.tsx';
import { RecordProblem } from '#components/record-problem.tsx';
import { useRecordForm } from '#components/use-record-form.ts';
import type { UnlinkedUsersAndDoctors } from '#sync/administration/doctor-links.ts';
import { catalogsQueryKey } from '#components/catalogs-query-key.ts';
import { useUnlinkedUsersAndDoctors } from '../state/queries.ts';
import { findDoctorWithoutSignature, saveDoctor } from './doctor-form.ts';
import { LinkSelect, userIdToLink, userOptions } from './doctor-link.tsx';
import { DoctorSignatureField, useDoctorSignature } from './doctor-signature-field.tsx';
import { StepFoot, StepForm } from './step-form.tsx';
import type { StepProps } from './step.ts';

const { name, license_number, specialty, registration_number } = doctors.fields;
/** Fields of the form. The licence's expiry date is set in the catalogue. */
const DOCTOR_FIELDS = {
  name: { ...name, label: 'Nombre y apellidos' },
  license_number,
  specialty,
  registration_number,
} as const;
type FieldName = keyof typeof DOCTOR_FIELDS;
const FIELD_NAMES = Object.keys(DOCTOR_FIELDS) as FieldName[];

/** `user_id`: see doctor-link.tsx. */
type DoctorFormValues = Record<FieldName | 'user_id', string>;

const doctorFormValuesOf = (doctor: Doctor | null) =>
  ({
    ...Object.fromEntries(FIELD_NAMES.map((field) => [field, doctor?.[field] ?? ''])),
    user_id: '',
  }) as DoctorFormValues;

/** Result of saving without a signature. Its text is empty, because the signature field shows the problem. */
const UNSIGNED_OUTCOME = failedFormOutcome('');

interface DoctorFormProps extends StepProps {
  /** Existing doctor without a signature; null to create a doctor. */
  unsigned: Doctor | null;
  unlinked: UnlinkedUsersAndDoctors | null;
  onLinkTried: () => void;
}

/** Returns the users to choose from; none if the doctor is already linked or the server does not support the link. */
function selectLinkableUsers({ unlinked, unsigned }: DoctorFormProps): readonly User[] {
  const isLinked = unsigned !== null && !unlinked?.doctors.some(({ id }) => id === unsigned.id);
  return isLinked ? [] : (unlinked?.users ?? []);
}

function DoctorForm(props: DoctorFormProps) {
  const { account, draft, disabledReason, onDone, onSkip, onLinkTried, unsigned } = props;
  const users = selectLinkableUsers(props);
  const signature = useDoctorSignature(draft.found.drawing, (drawing) => draft.keep({ drawing }));
  const state = useRecordForm<Doctor, DoctorFormValues>({
    row: null,
    valuesOf: (row) => ({ ...doctorFormValuesOf(row ?? unsigned), ...(!row && draft.found.texts) }),
    validate: schemaResolver(DoctorBody, { sync: true }),
    save: async (_none, values) => {
      const file = await signature.toFile();
      if (!file) return UNSIGNED_OUTCOME;
      const chosen = userIdToLink(values.user_id, values.name, users);
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
  const { form, busy, problem, submit } = state;
  const isUnsigned = problem?.type === 'failed' && problem.trouble === UNSIGNED_OUTCOME.trouble;
  // This form only adds the signature to an existing doctor, because the doctor is edited in the catalogue.
  const [isFixed] = useState(unsigned !== null && Object.keys(draft.found.texts).length === 0);
  return (
    <StepForm onSubmit={submit}>
      {FIELD_NAMES.map((field) => (
        <LineInput
          key={field}
          field={DOCTOR_FIELDS[field]}
          readOnly={isFixed}
          {...form.getInputProps(field)}
        />
      ))}
      {users.length > 0 && (
        <LinkSelect
          {...form.getInputProps('user_id')}
          label="Usuario con el que firma"
          description="Con su propio usuario firma sin escribir la contraseña cada vez."
          data={userOptions(users, account.userId)}
          value={userIdToLink(form.values.user_id, form.values.name, users)}
        />
      )}
      <DoctorSignatureField field={signature} name={form.values.name} />
      {!isUnsigned && <RecordProblem state={state} what={CATALOG_TEXTS.doctors.it} />}
      <StepFoot busy={busy} disabledReason={disabledReason} onSkip={onSkip} />
    </StepForm>
  );
}

export function DoctorStep(props: StepProps) {
  const { account, facts } = props;
  const links = useUnlinkedUsersAndDoctors(account);
  const { data, error, isPending } = useQuery({
    queryKey: [...catalogsQueryKey(account.userId), 'unsigned'],
    queryFn: findDoctorWithoutSignature,
    enabled: facts.doctors === 'unsigned',
    staleTime: 0,
  });
  const form = { ...props, unlinked: links.data ?? null, onLinkTried: () => void links.refetch() };
  if (facts.doctors !== 'unsigned') return <DoctorForm {...form} unsigned={null} />;
  if (error) return <Notice kind="error">{failureText(error, CATALOG_TEXTS.doctors.couldNotList)}</Notice>;
  return isPending ? <SkeletonCard lines={4} /> : <DoctorForm {...form} unsigned={data} />;
}
