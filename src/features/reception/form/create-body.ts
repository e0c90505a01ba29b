import { CreateEvaluationBody } from '#contract/records/evaluation/capture.ts';
import {
  CLEARABLE_PATIENT_FIELDS,
  type ClearablePatientField,
  PATIENT_DATA_FIELDS,
  type PatientField,
} from '#contract/records/evaluation/patients.ts';
import {
  emptyRegistration,
  type KnownPatient,
  type LastVisit,
  type RegistrationForm,
  type VisitChoices,
} from '#domain/registration.ts';
import { formerDocumentTypeOf } from '#domain/patient/document.ts';
import { foldText } from '#domain/text/fold.ts';
import { PERSON_FIELDS } from './registration-schema.ts';

type Person = Omit<KnownPatient, 'id' | 'last_evaluation'>;

const orNull = (text: string): string | null => text.trim() || null;

/** Returns the patient as typed, with the field names of the API; null for an empty field. */
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

/** Returns true if the form still has the id of the linked patient, who is known to the server. */
const isKnown = (
  form: RegistrationForm,
  linked: KnownPatient | null,
): linked is KnownPatient & { id: string } =>
  typeof linked?.id === 'string' && linked.id === form.existingPatientId;

/** Returns true if no data of the patient were edited. */
const isUnchanged = (typed: Person, linked: KnownPatient): boolean =>
  PATIENT_DATA_FIELDS.every((field) => isSame(field, typed, linked));

/**
 * Returns true if a typed name is not the found patient's (S15), ignoring capitals, accents, and names that either leaves out.
 */
export const namesDiffer = (form: RegistrationForm, patient: KnownPatient): boolean =>
  (
    [
      [form.firstName, patient.first_name],
      [form.middleName, patient.middle_name],
      [form.lastName, patient.last_name],
      [form.secondLastName, patient.second_last_name],
    ] as const
  ).some(([typed, known]) => typed.trim() !== '' && known && foldText(typed) !== foldText(known));

/**
 * Returns the names of the found patient's fields that the user emptied. Returns undefined, not an empty list, because a server
 * may reject an unknown field.
 */
function clearedIn(form: RegistrationForm, linked: KnownPatient | null): ClearablePatientField[] | undefined {
  if (linked?.id !== form.existingPatientId) return undefined;
  const typed = typedPerson(form);
  const cleared = CLEARABLE_PATIENT_FIELDS.filter((field) => typed[field] === null && linked?.[field]);
  return cleared.length > 0 ? cleared : undefined;
}

/**
 * Returns the patient's id and the former document type if the form's document replaces the known one; otherwise an empty
 * object.
 */
const renewalIn = (form: RegistrationForm, linked: KnownPatient | null) => {
  const former = formerDocumentTypeOf(form.identificationType);
  const isRenewed = linked?.id === form.existingPatientId && linked?.identification_type === former;
  return isRenewed ? { former_type: former, id: linked?.id ?? undefined } : {};
};

/**
 * Returns the patient as typed, with `cleared` (emptied values of the found patient) and `former_type` (replaced document
 * type).
 */
export const typedPatient = (form: RegistrationForm, linked: KnownPatient | null) => ({
  ...typedPerson(form),
  cleared: clearedIn(form, linked),
  ...renewalIn(form, linked),
});

/**
 * Returns the id of a known, unedited patient; the id with the data of a patient who was renamed or has a new document on
 * purpose (S15); the typed data of any other patient.
 */
function patientReference(form: RegistrationForm, linked: KnownPatient | null) {
  const patient = typedPatient(form, linked);
  if (!isKnown(form, linked) || 'former_type' in patient) return { patient };
  if (isUnchanged(patient, linked)) return { patient_id: linked.id };
  return { patient: namesDiffer(form, linked) ? { ...patient, id: linked.id } : patient };
}

/**
 * Creates the request body of a complete form (P3): a known patient by id, any other as typed. A known patient who was edited
 * is also sent as typed, so that the server's record is updated.
 * @throws ZodError for a form that does not pass `formErrors`
 */
export const createEvaluationBody = (
  form: RegistrationForm,
  linked: KnownPatient | null,
): CreateEvaluationBody =>
  CreateEvaluationBody.parse({
    evaluation_type_id: form.evaluationTypeId,
    employer_company_id: form.employerCompanyId,
    contractor_company_id: form.contractorCompanyId || undefined,
    additional_info: form.additionalInfo,
    ...patientReference(form, linked),
  });

/**
 * Returns the patient as this device stores them; `visit` is their last evaluation. An emptied value is null. A base-contract
 * server ignores `cleared` and keeps the value, so the next lookup on the server brings it back.
 */
export const patientToStore = (form: RegistrationForm, visit: LastVisit): KnownPatient => ({
  ...typedPerson(form),
  id: form.existingPatientId,
  last_evaluation: visit,
});

/** Fills the form with a found patient; the document as typed and the visit stay. */
export const fillFormFromPatient = (form: RegistrationForm, patient: KnownPatient): RegistrationForm => ({
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

/** Fills the form with a found patient, but keeps the form's own values where the found patient has none. */
export function fillEmptyFieldsFrom(form: RegistrationForm, patient: KnownPatient): RegistrationForm {
  const filled = fillFormFromPatient(form, patient);
  const left = PERSON_FIELDS.filter((field) => filled[field] === '');
  const kept = Object.fromEntries(left.map((field) => [field, form[field]]));
  return {
    ...filled,
    ...kept,
    occupationId: left.includes('occupationName') ? form.occupationId : filled.occupationId,
  };
}

export const visitChoicesOf = ({
  evaluationTypeId,
  employerCompanyId,
  contractorCompanyId,
}: VisitChoices): VisitChoices => ({ evaluationTypeId, employerCompanyId, contractorCompanyId });

/** Returns true if the form has no data of a patient except the document. */
export const isPersonEmpty = (form: RegistrationForm): boolean =>
  PERSON_FIELDS.every((field) => form[field] === '');

/** Returns the form with the patient's data of another form; document and visit stay. */
export const withPatientDataOf = (form: RegistrationForm, other: RegistrationForm): RegistrationForm => ({
  ...form,
  ...Object.fromEntries(PERSON_FIELDS.map((field) => [field, other[field]])),
  occupationId: other.occupationId,
  existingPatientId: other.existingPatientId,
});

/**
 * Returns the form after its document was changed: removes the values that the lookup filled in for the previous patient, and
 * keeps typed values (P4).
 */
export function withoutLookupValues(form: RegistrationForm, patient: KnownPatient): RegistrationForm {
  const filled = fillFormFromPatient(form, patient);
  const lookedUp = PERSON_FIELDS.filter((field) => form[field] === filled[field]);
  const emptied = Object.fromEntries(lookedUp.map((field) => [field, '']));
  const occupationId = lookedUp.includes('occupationName') ? null : form.occupationId;
  return { ...form, ...emptied, occupationId, existingPatientId: null };
}

/** Returns the form after 'Registrar nuevo': no patient's data, except the document. */
export const withoutPatientData = (form: RegistrationForm): RegistrationForm =>
  withPatientDataOf(form, emptyRegistration);
