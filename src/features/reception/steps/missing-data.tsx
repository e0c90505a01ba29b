import { Button } from '@mantine/core';
import { findMissingConceptData } from '#domain/evaluation/certificate.ts';
import type { RegistrationForm } from '#domain/registration.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { typedPatientFields } from '../form/create-body.ts';
import { toFormField } from '../form/field-details.ts';
import type { RegistrationFieldName } from '../form/registration-schema.ts';
import './missing-data.css';

interface MissingDataProps {
  form: RegistrationForm;
  onEdit: (step: 0, field?: RegistrationFieldName) => void;
}

/** Lists data that the certificate prints and the form lacks, with a button for each field. Does not block the confirmation. */
export function MissingData({ form, onEdit }: MissingDataProps) {
  const missing = findMissingConceptData(typedPatientFields(form));
  if (missing.length === 0) return null;
  return (
    <Notice
      kind="warn"
      className="missing-data"
      title="Falta para el certificado:"
      action={missing.map(({ field, label }) => (
        <Button key={field} size="compact-md" onClick={() => onEdit(0, toFormField(field))}>
          {label}
        </Button>
      ))}
    />
  );
}
