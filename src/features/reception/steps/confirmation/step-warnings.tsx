import { Button } from '@mantine/core';
import { findMissingConceptData } from '#domain/evaluation/signing/certificate.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { typedPatientFields } from '../../form/create-body.ts';
import { bogotaToday } from '../../form/dates/bogota-day.ts';
import { toFormField } from '../../form/field-details.ts';
import { softWarnings } from '../../form/soft-warnings.ts';
import { StepNotices } from '../notices.tsx';
import type { WizardState } from '../use-wizard.ts';
import './step-warnings.css';

/**
 * Lists data that the concept prints and the form lacks, with a button for each field, and the warnings about the data. Does
 * not block the confirmation.
 */
export function StepWarnings({ wizard }: { wizard: WizardState }) {
  const form = wizard.form.values;
  const missing = findMissingConceptData(typedPatientFields(form));
  const { document, birth_date } = softWarnings(form, bogotaToday());
  const warnings = [...document, ...birth_date];
  return (
    <>
      {missing.length > 0 && (
        <Notice
          kind="warn"
          className="missing-data"
          title="Falta para el certificado:"
          action={missing.map(({ field, label }) => (
            <Button key={field} size="compact-md" onClick={() => wizard.edit(0, toFormField(field))}>
              {label}
            </Button>
          ))}
        />
      )}
      {warnings.length > 0 && (
        <StepNotices className="summary-warnings">
          <Notice kind="warn">{warnings.join(' ')}</Notice>
        </StepNotices>
      )}
    </>
  );
}
