import { changedFormFields } from '#domain/correction.ts';
import { GENDER_LABELS } from '#contract/vocabulary.ts';
import { formatCalendarDay } from '#domain/time/calendar.ts';
import { documentOfForm, type RegistrationForm, type RegistrationLabels } from '#domain/registration.ts';
import { FIELD_LABELS } from '../form/field-details.ts';

/** A changed field with its value before and after as users read it; empty for no value. */
export interface DisplayedChange {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

interface Version {
  readonly form: RegistrationForm;
  readonly labels: RegistrationLabels;
}

type Part = ReturnType<typeof changedFormFields>[number];

function shown(part: Part, { form, labels }: Version): string {
  switch (part) {
    case 'document':
      return documentOfForm(form);
    case 'gender':
      return form.gender === '' ? '' : GENDER_LABELS[form.gender];
    case 'birthDate':
      return formatCalendarDay(form.birthDate) ?? form.birthDate;
    case 'evaluationTypeId':
      return labels.evaluationType;
    case 'employerCompanyId':
      return labels.employerCompany;
    case 'contractorCompanyId':
      return labels.contractorCompany ?? '';
    case 'firstName':
    case 'middleName':
    case 'lastName':
    case 'secondLastName':
    case 'occupationName':
    case 'additionalInfo':
      return form[part].trim();
  }
}

/** Returns the changed fields, the document first. */
export const displayedChanges = (before: Version, now: Version): readonly DisplayedChange[] =>
  changedFormFields({ before: before.form, form: now.form })
    .toSorted((one, other) => Number(other === 'document') - Number(one === 'document'))
    .map((part) => ({
      label: part === 'document' ? 'Documento' : FIELD_LABELS[part],
      before: shown(part, before),
      after: shown(part, now),
    }));
