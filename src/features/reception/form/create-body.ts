import { CreateEvaluationBody } from '#contract/records/evaluation/capture.ts';
import {
  CLEARABLE,
  type Clearable,
  PATIENT_DATA,
  type PatientField,
} from '#contract/records/evaluation/patients.ts';
import {
  emptyRegistration,
  type KnownPatient,
  type LastVisit,
  type RegistrationForm,
  type VisitChoices,
} from '#domain/registration.ts';
import { formerTypeOf } from '#domain/patient/document.ts';
import { foldText } from '#domain/text/fold.ts';
import { PERSON_FIELDS } from './registration-schema.ts';

type Person = Omit<KnownPatient, 'id' | 'last_evaluation'>;

const orNull = (text: string): string | null => text.trim() || null;

/** The patient as typed, under wire names; null for an empty field. */
export const typedPerson = (form: RegistrationForm): Person => ({
  identification_type: form.identificationType,
  identification_number: form.identificationNumber.trim(),
  first_name: form.firstName.trim(),
  middle_name: orNull(form.middleName),
  last_name: form.lastName.trim(),
  second_last_name: orNull(form.secondLastName),
  birth_date: orNull(form.birthDate),
  gender: form.gender === '' ? null : form.gender,
  occupation_name: orNull(form.occupationName),
  occupation_id: form.occupationName.trim() === '' ? null : form.occupationId,
});

const isSame = (field: PatientField, a: Person, b: Person): boolean => {
  const [one, other] = [a[field] ?? '', b[field] ?? ''];
  return field === 'occupation_name' ? foldText(one) === foldText(other) : one === other;
};

/** The form was filled with a person that the provider knows, and is still about them. */
const isKnown = (
  form: RegistrationForm,
  linked: KnownPatient | null,
): linked is KnownPatient & { id: string } =>
  typeof linked?.id === 'string' && linked.id === form.existingPatientId;

/** Nothing of them was edited since. */
const isUnchanged = (typed: Person, linked: KnownPatient): boolean =>
  PATIENT_DATA.every((field) => isSame(field, typed, linked));

/** A name that was typed is not the found person's (S15); capitals, accents and what either leaves out aside. */
export const namesDiffer = (form: RegistrationForm, patient: KnownPatient): boolean =>
  (
    [
      [form.firstName, patient.first_name],
      [form.middleName, patient.middle_name],
      [form.lastName, patient.last_name],
      [form.secondLastName, patient.second_last_name],
    ] as const
  ).some(([typed, known]) => typed.trim() !== '' && known && foldText(typed) !== foldText(known));

/** Values of the found person that the user emptied; undefined for none, because a server may reject a field that it does not know. */
function clearedIn(form: RegistrationForm, linked: KnownPatient | null): Clearable[] | undefined {
  if (linked?.id !== form.existingPatientId) return undefined;
  const typed = typedPerson(form);
  const cleared = CLEARABLE.filter((field) => typed[field] === null && linked?.[field]);
  return cleared.length > 0 ? cleared : undefined;
}

/** The linked patient, and the type of document that the form's replaces; nothing where it is the known one. */
const renewalIn = (form: RegistrationForm, linked: KnownPatient | null) => {
  const former = formerTypeOf(form.identificationType);
  const isRenewed = linked?.id === form.existingPatientId && linked?.identification_type === former;
  return isRenewed ? { former_type: former, id: linked?.id ?? undefined } : {};
};

/** The patient as typed, with the values of the found person that the user emptied, and the type that the document replaces. */
export const typedPatient = (form: RegistrationForm, linked: KnownPatient | null) => ({
  ...typedPerson(form),
  cleared: clearedIn(form, linked),
  ...renewalIn(form, linked),
});

/** Somebody known and unedited by their id; with it, who was renamed or has a new document on purpose (S15); anybody else as typed. */
function patientReference(form: RegistrationForm, linked: KnownPatient | null) {
  const patient = typedPatient(form, linked);
  if (!isKnown(form, linked) || 'former_type' in patient) return { patient };
  if (isUnchanged(patient, linked)) return { patient_id: linked.id };
  return { patient: namesDiffer(form, linked) ? { ...patient, id: linked.id } : patient };
}

/**
 * The request of a complete form (P3): a known person by their id, anybody else as typed. A known person who was
 * edited goes as typed too, so that the provider's record is brought up to date.
 * @throws ZodError for a form that does not pass `formErrors`
 */
export const createBody = (form: RegistrationForm, linked: KnownPatient | null): CreateEvaluationBody =>
  CreateEvaluationBody.parse({
    evaluation_type_id: form.evaluationTypeId,
    employer_company_id: form.employerCompanyId,
    contractor_company_id: form.contractorCompanyId || undefined,
    additional_info: form.additionalInfo,
    ...patientReference(form, linked),
  });

/**
 * The person as this device remembers them from now on; `visit` becomes their last evaluation. A removed value is null here at once. A
 * server of the base contract ignores `cleared` and keeps the value: the next lookup that reaches it brings the value back.
 */
export const personOf = (form: RegistrationForm, visit: LastVisit): KnownPatient => ({
  ...typedPerson(form),
  id: form.existingPatientId,
  last_evaluation: visit,
});

/** The form filled with a found person; document as it was typed, and what belongs to the visit stays. */
export const fillFrom = (form: RegistrationForm, patient: KnownPatient): RegistrationForm => ({
  ...form,
  firstName: patient.first_name,
  middleName: patient.middle_name ?? '',
  lastName: patient.last_name,
  secondLastName: patient.second_last_name ?? '',
  birthDate: patient.birth_date ?? '',
  gender: patient.gender ?? '',
  occupationName: patient.occupation_name ?? '',
  occupationId: patient.occupation_id,
  existingPatientId: patient.id,
});

/** The same, but what was typed or read stays where the found person has nothing. */
export function completeFrom(form: RegistrationForm, patient: KnownPatient): RegistrationForm {
  const filled = fillFrom(form, patient);
  const left = PERSON_FIELDS.filter((field) => filled[field] === '');
  const kept = Object.fromEntries(left.map((field) => [field, form[field]]));
  return {
    ...filled,
    ...kept,
    occupationId: left.includes('occupationName') ? form.occupationId : filled.occupationId,
  };
}

export const choicesOf = ({
  evaluationTypeId,
  employerCompanyId,
  contractorCompanyId,
}: VisitChoices): VisitChoices => ({ evaluationTypeId, employerCompanyId, contractorCompanyId });

/** Nothing of a person is typed or filled in but their document. */
export const isPersonEmpty = (form: RegistrationForm): boolean =>
  PERSON_FIELDS.every((field) => form[field] === '');

/** The form with the person of another one; document and visit stay. */
export const withPersonOf = (form: RegistrationForm, other: RegistrationForm): RegistrationForm => ({
  ...form,
  ...Object.fromEntries(PERSON_FIELDS.map((field) => [field, other[field]])),
  occupationId: other.occupationId,
  existingPatientId: other.existingPatientId,
});

/**
 * The form under another document: what the lookup filled in belongs to the person found before, and goes; what was
 * typed over it, or beside it, stays (P4).
 */
export function withoutFilled(form: RegistrationForm, patient: KnownPatient): RegistrationForm {
  const filled = fillFrom(form, patient);
  const lookedUp = PERSON_FIELDS.filter((field) => form[field] === filled[field]);
  const emptied = Object.fromEntries(lookedUp.map((field) => [field, '']));
  const occupationId = lookedUp.includes('occupationName') ? null : form.occupationId;
  return { ...form, ...emptied, occupationId, existingPatientId: null };
}

/** 'Registrar nuevo': nobody's data but the document's. */
export const withoutPerson = (form: RegistrationForm): RegistrationForm =>
  withPersonOf(form, emptyRegistration);
