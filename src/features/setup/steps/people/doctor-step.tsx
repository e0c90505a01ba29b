import { Button } from '@mantine/core';
import { schemaResolver } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DoctorBody, doctors, type Doctor } from '#contract/catalogs/doctors.ts';
import { failedFormOutcome } from '#sync/changes/form-outcome.ts';
import { CATALOG_TEXTS } from '#sync/messages/catalog-texts.ts';
import { failureText, type SaveFailure } from '#sync/messages/failure-text.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { LineInput } from '#components/records/line-input.tsx';
import { catalogsQueryKey } from '#components/records/catalogs-query-key.ts';
import { createDoctor, findDoctorWithoutSignature } from './doctor-form.ts';
import { DoctorSignatureField, useDoctorSignature } from './doctor-signature-field.tsx';
import { EmailInput } from './email-input.tsx';
import { personSchema } from './people.ts';
import { PartFields } from '../part-fields.tsx';
import type { PartProps } from '../step.ts';
import { usePartForm } from '../use-part-form.tsx';

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

type DoctorFormValues = Record<FieldName | 'email', string>;

const doctorFormValuesOf = (doctor: Doctor | null) =>
  ({
    ...Object.fromEntries(FIELD_NAMES.map((field) => [field, doctor?.[field] ?? ''])),
    email: '',
  }) as DoctorFormValues;

const validateDoctor = schemaResolver(DoctorBody, { sync: true });

/** Returns the message for a wrong address or the receptionist's one; an empty one is allowed. */
function findEmailProblem(email: string, receptionistEmail: string): string | undefined {
  if (email.trim() === '') return undefined;
  if (email.trim().toLowerCase() === receptionistEmail.trim().toLowerCase())
    return 'Es el mismo correo de recepción. Escribe otro.';
  return personSchema.shape.email.safeParse(email).error?.issues[0]?.message;
}

function validateDoctorForm(values: DoctorFormValues, receptionistEmail: string) {
  const email = findEmailProblem(values.email, receptionistEmail);
  return { ...validateDoctor(values), ...(email !== undefined && { email }) };
}

interface DoctorFormProps extends PartProps {
  /** Existing doctor without a signature; null to create a doctor. */
  unsigned: Doctor | null;
}

function DoctorForm({ unsigned, ...props }: DoctorFormProps) {
  const { account, draft } = props;
  const signature = useDoctorSignature(account.userId, draft.found.drawing, (drawing) =>
    draft.keep({ drawing }),
  );
  const create = async (values: DoctorFormValues, branchId: string | null): Promise<SaveFailure | null> => {
    const file = await signature.toFile();
    if (!file) return failedFormOutcome('No pudimos guardar la firma. Limpia y vuelve a intentarlo.').trouble;
    const doctor = { body: DoctorBody.parse(values), signature: file, email: values.email.trim() };
    return createDoctor(account, doctor, branchId);
  };
  const { form, notice } = usePartForm<DoctorFormValues>(props, {
    part: 'doctor',
    empty: doctorFormValuesOf(unsigned),
    validate: (values) => validateDoctorForm(values, props.runners.get('people')?.textOf?.('email') ?? ''),
    check: signature.check,
    create,
  });
  // This form only adds signature and user to an existing doctor, because the doctor is edited in the catalogue.
  const { license_number: keptLicence } = draft.found.texts;
  const [isFixed] = useState(
    unsigned !== null && (keptLicence === undefined || keptLicence === unsigned.license_number),
  );
  return (
    <PartFields>
      {FIELD_NAMES.map((field) => (
        <LineInput
          key={field}
          field={DOCTOR_FIELDS[field]}
          readOnly={isFixed}
          {...form.getInputProps(field)}
        />
      ))}
      <EmailInput
        label="Correo del médico"
        description="Con su usuario firma sin escribir la contraseña cada vez. Si eres tú, escribe tu correo."
        {...form.getInputProps('email')}
      />
      <DoctorSignatureField field={signature} name={form.values.name} />
      {notice}
    </PartFields>
  );
}

/** Form for the first doctor, with signature and user. */
export function DoctorStep(props: PartProps) {
  // Fixed, because a doctor whose signature was not saved must not replace the form that shows the failure.
  const [hasUnsigned] = useState(props.facts.doctors === 'unsigned');
  const { data, error, refetch } = useQuery({
    queryKey: [...catalogsQueryKey(props.account.userId), 'unsigned'],
    queryFn: findDoctorWithoutSignature,
    enabled: hasUnsigned,
    staleTime: 0,
  });
  if (!hasUnsigned) return <DoctorForm {...props} unsigned={null} />;
  if (data !== undefined) return <DoctorForm {...props} unsigned={data} />;
  if (!error) return <SkeletonCard lines={4} />;
  return (
    <Notice kind="error" action={<Button onClick={() => void refetch()}>Reintentar</Button>}>
      {failureText(error, CATALOG_TEXTS.doctors.couldNotList)}
    </Notice>
  );
}
