import { CreateEvaluationBody } from '#contract/records/evaluation/capture.ts';
import {
  CLEARABLE_PATIENT_FIELDS,
  type ClearablePatientField,
  eachField,
  type KnownPatientData,
  NAME_FIELDS,
  PATIENT_DATA_FIELDS,
} from '#contract/records/evaluation/patient-fields.ts';
import {
  emptyRegistration,
  type KnownPatient,
  type LastVisit,
  type RegistrationForm,
  type VisitChoices,
} from '#domain/registration.ts';
import { formerDocumentTypeOf } from '#domain/patient/document.ts';
import { formDataOf, isSameValue } from '#domain/patient/patient-data.ts';
import { foldText } from '#domain/text/fold.ts';

type Person = Omit<KnownPatient, 'id' | 'last_evaluation'>;

const orNull = (text: string): string | null => text.trim() || null;

/** Returns the patient as typed; null for an empty field. */
export const typedPerson = (form: RegistrationForm): Person => ({
  identification_type: form.identification_type,
  identification_number: form.identification_number.trim(),
  ...(eachField(({ isRequired }, field) =>
    isRequired ? form[field].trim() : orNull(form[field]),
  ) as KnownPatientData),
  occupation_id: form.occupation_name.trim() === '' ? null : form.occupation_id,
});

/** Returns true if the form still has the id of the linked patient, who is known to the server. */
const isKnown = (
  form: RegistrationForm,
  linked: KnownPatient | null,
): linked is KnownPatient & { id: string } => typeof linked?.id === 'string' && linked.id === form.patient_id;

/** Returns true if no data of the patient were edited. */
const isUnchanged = (typed: Person, linked: KnownPatient): boolean =>
  PATIENT_DATA_FIELDS.every((field) => isSameValue(field, typed[field], linked[field]));

/**
 * Returns true if a typed name is not the found patient's (S15), ignoring capitals, accents, and names that either leaves out.
 */
export const namesDiffer = (form: RegistrationForm, patient: KnownPatient): boolean =>
  NAME_FIELDS.some((field) => {
    const [typed, known] = [form[field], patient[field]];
    return typed.trim() !== '' && known && foldText(typed) !== foldText(known);
  });

/**
 * Returns the names of the found patient's fields that the user emptied. Returns undefined, not an empty list, because a server
 * may reject an unknown field.
 */
function clearedIn(form: RegistrationForm, linked: KnownPatient | null): ClearablePatientField[] | undefined {
  if (linked?.id !== form.patient_id) return undefined;
  const typed = typedPerson(form);
  const cleared = CLEARABLE_PATIENT_FIELDS.filter((field) => typed[field] === null && linked?.[field]);
  return cleared.length > 0 ? cleared : undefined;
}

/**
 * Returns the patient's id and the former document type if the form's document replaces the known one; otherwise an empty
 * object.
 */
const renewalIn = (form: RegistrationForm, linked: KnownPatient | null) => {
  const former = formerDocumentTypeOf(form.identification_type);
  const isRenewed = linked?.id === form.patient_id && linked?.identification_type === former;
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
    evaluation_type_id: form.evaluation_type_id,
    employer_company_id: form.employer_company_id,
    contractor_company_id: form.contractor_company_id || undefined,
    additional_info: form.additional_info,
    ...patientReference(form, linked),
  });

/**
 * Returns the patient as this device stores them; `visit` is their last evaluation. An emptied value is null. A base-contract
 * server ignores `cleared` and keeps the value, so the next lookup on the server brings it back.
 */
export const patientToStore = (form: RegistrationForm, visit: LastVisit): KnownPatient => ({
  ...typedPerson(form),
  id: form.patient_id,
  last_evaluation: visit,
});

/** Fills the form with a found patient; the document as typed and the visit stay. */
export const fillFormFromPatient = (form: RegistrationForm, patient: KnownPatient): RegistrationForm => ({
  ...form,
  ...formDataOf(patient),
  occupation_id: patient.occupation_id,
  patient_id: patient.id,
});

/** Fills the form with a found patient, but keeps the form's own values where the found patient has none. */
export function fillEmptyFieldsFrom(form: RegistrationForm, patient: KnownPatient): RegistrationForm {
  const filled = fillFormFromPatient(form, patient);
  const left = PATIENT_DATA_FIELDS.filter((field) => filled[field] === '');
  const kept = Object.fromEntries(left.map((field) => [field, form[field]]));
  return {
    ...filled,
    ...kept,
    occupation_id: left.includes('occupation_name') ? form.occupation_id : filled.occupation_id,
  };
}

export const visitChoicesOf = ({
  evaluation_type_id,
  employer_company_id,
  contractor_company_id,
}: VisitChoices): VisitChoices => ({ evaluation_type_id, employer_company_id, contractor_company_id });

/** Returns true if the form has no data of a patient except the document. */
export const isPersonEmpty = (form: RegistrationForm): boolean =>
  PATIENT_DATA_FIELDS.every((field) => form[field] === '');

/** Returns the form with the patient's data of another form; document and visit stay. */
export const withPatientDataOf = (form: RegistrationForm, other: RegistrationForm): RegistrationForm => ({
  ...form,
  ...Object.fromEntries(PATIENT_DATA_FIELDS.map((field) => [field, other[field]])),
  occupation_id: other.occupation_id,
  patient_id: other.patient_id,
});

/**
 * Returns the form after its document was changed: removes the values that the lookup filled in for the previous patient, and
 * keeps typed values (P4).
 */
export function withoutLookupValues(form: RegistrationForm, patient: KnownPatient): RegistrationForm {
  const filled = fillFormFromPatient(form, patient);
  const lookedUp = PATIENT_DATA_FIELDS.filter((field) => form[field] === filled[field]);
  const emptied = Object.fromEntries(lookedUp.map((field) => [field, '']));
  const occupation_id = lookedUp.includes('occupation_name') ? null : form.occupation_id;
  return { ...form, ...emptied, occupation_id, patient_id: null };
}

/** Returns the form after 'Registrar nuevo': no patient's data, except the document. */
export const withoutPatientData = (form: RegistrationForm): RegistrationForm =>
  withPatientDataOf(form, emptyRegistration);
