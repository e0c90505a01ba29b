import { additionalValueText } from '#domain/additional/value-text.ts';
import { trimmedAdditionalValue } from '#domain/additional/values.ts';
import {
  additionalValueChanges,
  changedFieldNames,
  hasCatalogRowLabel,
  isAdditionalFieldKey,
  LABEL_NAME_BY_FIELD,
  type LabelledForm,
} from '#domain/correction.ts';
import { PATIENT_FIELDS, type PatientField } from '#contract/records/evaluation/patient-fields.ts';
import { patientFieldText } from '#domain/patient/patient-data.ts';
import { additionalValuesIn, documentTextOfForm } from '#domain/registration.ts';
import { FIELD_LABELS } from '../form/field-details.ts';

type CorrectedFieldKey = Exclude<ReturnType<typeof changedFieldNames>[number], `additional.${string}`>;

const isPatientField = (part: CorrectedFieldKey): part is PatientField => Object.hasOwn(PATIENT_FIELDS, part);

function formatFieldValue(part: CorrectedFieldKey, { form, labels }: LabelledForm): string {
  if (isPatientField(part)) return patientFieldText(part, form[part]);
  if (hasCatalogRowLabel(part)) return labels[LABEL_NAME_BY_FIELD[part]] ?? '';
  return part === 'document' ? documentTextOfForm(form) : form[part].trim();
}

/** Returns the changed fields, each with its old and new value as shown to users; '' for no value. */
export const displayedChanges = (before: LabelledForm, now: LabelledForm) => [
  ...changedFieldNames({ before: before.form, form: now.form })
    .filter((part) => !isAdditionalFieldKey(part))
    .toSorted((one, other) => Number(other === 'document') - Number(one === 'document'))
    .map((part) => ({
      label: part === 'document' ? 'Documento' : FIELD_LABELS[part],
      before: formatFieldValue(part, before),
      after: formatFieldValue(part, now),
    })),
  ...additionalValueChanges(before.form, now.form).map(({ field_id: id, name, kind, value }) => ({
    label: name,
    before: additionalValueText(kind, trimmedAdditionalValue(additionalValuesIn(before.form), id)),
    after: additionalValueText(kind, value ?? ''),
  })),
];
