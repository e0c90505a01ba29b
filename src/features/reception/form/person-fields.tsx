import { NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  PATIENT_DATA_FIELD_NAMES,
  PATIENT_FIELDS,
  type PatientField,
} from '#contract/records/evaluation/patient-fields.ts';
import { NO_SURNAME } from '#domain/patient/name.ts';
import { patientFieldText } from '#domain/patient/patient-data.ts';
import { BirthDateField } from './birth-date-field.tsx';
import { NAME_INPUT_PROPS, PRIVATE_INPUT_PROPS } from './no-autofill.ts';
import { OccupationField } from './occupation-field.tsx';
import type { WizardForm } from './step-props.ts';
import './person-fields.css';

interface PersonFieldsProps {
  readonly form: WizardForm;
  readonly labelOf: (field: PatientField) => ReactNode;
  readonly birthDateWarning: string | undefined;
}

function PatientFieldInput({
  field,
  form,
  labelOf,
  birthDateWarning,
}: PersonFieldsProps & { readonly field: PatientField }) {
  const definition = PATIENT_FIELDS[field];
  switch (definition.kind) {
    case 'text':
      return (
        <TextInput
          label={labelOf(field)}
          required={definition.isRequired}
          maxLength={definition.maxLength}
          {...('isName' in definition ? NAME_INPUT_PROPS : PRIVATE_INPUT_PROPS)}
          {...form.getInputProps(field)}
          // Shown below the error of an empty surname, because the patient may have no surname.
          description={field === 'last_name' && form.errors[field] && `Si no tiene, escribe: ${NO_SURNAME}`}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
        />
      );
    case 'day':
      return (
        <BirthDateField
          value={form.values[field]}
          label={labelOf(field)}
          error={form.errors[field]}
          warning={birthDateWarning}
          onChange={(day) => form.setFieldValue(field, day)}
        />
      );
    case 'choice':
      return (
        <NativeSelect
          label={labelOf(field)}
          data={[
            { value: '', label: 'Sin indicar' },
            ...definition.values.map((value) => ({ value, label: patientFieldText(field, value) })),
          ]}
          {...form.getInputProps(field)}
        />
      );
    case 'occupation':
      return <OccupationField form={form} />;
  }
}

/** Inputs of the patient's data after the document, in the order of `PATIENT_FIELDS`. */
export const PersonFields = (props: PersonFieldsProps) =>
  PATIENT_DATA_FIELD_NAMES.map((field) => (
    <div
      key={field}
      className={`patient-data-${PATIENT_FIELDS[field].width}`}
      data-kind={PATIENT_FIELDS[field].kind}
    >
      <PatientFieldInput field={field} {...props} />
    </div>
  ));
