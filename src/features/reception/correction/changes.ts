import { changedParts } from '#domain/correction.ts';
import { GENDER_LABELS } from '#contract/vocabulary.ts';
import { calendarDay } from '#domain/time/calendar.ts';
import { documentIn, type RegistrationForm, type RegistrationLabels } from '#domain/registration.ts';
import { LABELS } from '../form/field-details.ts';

/** A changed field with its value before and after as users read it; empty for no value. */
export interface ShownChange {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

interface Version {
  readonly form: RegistrationForm;
  readonly labels: RegistrationLabels;
}

type Part = ReturnType<typeof changedParts>[number];

function shown(part: Part, { form, labels }: Version): string {
  switch (part) {
    case 'document':
      return documentIn(form);
    case 'gender':
      return form.gender === '' ? '' : GENDER_LABELS[form.gender];
    case 'birthDate':
      return calendarDay(form.birthDate) ?? form.birthDate;
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
export const shownChanges = (before: Version, now: Version): readonly ShownChange[] =>
  changedParts({ before: before.form, form: now.form })
    .toSorted((one, other) => Number(other === 'document') - Number(one === 'document'))
    .map((part) => ({
      label: part === 'document' ? 'Documento' : LABELS[part],
      before: shown(part, before),
      after: shown(part, now),
    }));
