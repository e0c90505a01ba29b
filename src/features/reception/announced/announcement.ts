import type { ExpectedDayList } from '#contract/records/evaluation/expected-day.ts';
import type { ExpectedPerson } from '#contract/records/evaluation/expected-lists.ts';
import {
  PATIENT_DATA_FIELD_NAMES,
  PATIENT_LASTING_FIELDS,
  PATIENT_NAME_FIELDS,
  type PatientField,
} from '#contract/records/evaluation/patient-fields.ts';
import { addMissingValues } from '#domain/additional/values.ts';
import { fullName } from '#domain/patient/name.ts';
import {
  isSamePatientFieldValue,
  patientFieldText,
  patientFormDataOf,
  toStoredPatientData,
} from '#domain/patient/patient-data.ts';
import { haveSameNames, mayBeSamePatient, type Identity } from '#domain/patient/same-patient.ts';
import {
  identityOfForm,
  isOtherPatient,
  type LocalPatient,
  type RegistrationForm,
  type UsedAnnouncement,
} from '#domain/registration.ts';
import { foldText } from '#domain/text/fold.ts';
import { findCatalogRows } from '#storage/cache/catalogs.ts';
import { FIELD_LABELS } from '../form/field-details.ts';

/** Person that a company announced for today, with the list. */
export interface Announcement {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly person: ExpectedPerson;
  readonly list: ExpectedDayList;
}

const VISIT_CHOICE_FIELDS = ['evaluation_type_id', 'employer_company_id'] as const;
type AnnouncedField = PatientField | (typeof VISIT_CHOICE_FIELDS)[number];
type AnnouncedValues = Pick<RegistrationForm, AnnouncedField>;

const ANNOUNCED_FIELDS: readonly AnnouncedField[] = [...PATIENT_DATA_FIELD_NAMES, ...VISIT_CHOICE_FIELDS];
const isIn = (fields: readonly string[], field: string): boolean => fields.includes(field);

const valuesOf = ({ person, list }: Announcement): AnnouncedValues => ({
  ...patientFormDataOf(person),
  evaluation_type_id: person.evaluation_type?.id ?? '',
  employer_company_id: list.company.id,
});

/** Returns what a form keeps of the announcement that it uses. */
export const announcedPartOf = (
  person: ExpectedPerson,
  day: string,
): Pick<RegistrationForm, 'expected_person_id' | 'announced'> => ({
  expected_person_id: person.id,
  announced: {
    ...toStoredPatientData(person),
    day,
    package_job: person.package_job,
    additional_fields: person.additional_fields,
  },
});

/** Returns the values without type and company that the device's catalogue lacks or that are inactive. */
async function withKnownChoices(values: AnnouncedValues): Promise<AnnouncedValues> {
  const [type, company] = await findCatalogRows([
    ['evaluation-types', values.evaluation_type_id],
    ['companies', values.employer_company_id],
  ]);
  return {
    ...values,
    evaluation_type_id: type?.active ? values.evaluation_type_id : '',
    employer_company_id: company?.active ? values.employer_company_id : '',
  };
}

/** Announced person, or what a form keeps of one. */
type Announced = ExpectedPerson | UsedAnnouncement;

const identityOfExpected = (person: Announced): Identity => ({
  identification_type: person.identification_type,
  identification_number: person.identification_number,
  name: fullName(person),
});

const documentOf = ({ identification_type, identification_number }: Announced) => ({
  identification_type,
  identification_number,
});

const hasOtherDocument = (form: RegistrationForm, person: Announced): boolean =>
  form.identification_number.trim() !== '' && isOtherPatient(form, { ...form, ...documentOf(person) });

/** Returns true if document and names of the form do not contradict those of the announced person; also for an empty form. */
export const mayBeExpected = (form: RegistrationForm, person: Announced): boolean =>
  mayBeSamePatient(identityOfForm(form), identityOfExpected(person));

/**
 * Returns true if the form may be about the announced person: it is empty, or has the document or the names. Another document
 * with the same names is an error of one side.
 */
export const isFormOfExpected = (form: RegistrationForm, person: Announced): boolean =>
  mayBeExpected(form, person) ||
  haveSameNames(identityOfForm(form), identityOfExpected(person)) ||
  (form.identification_number.trim() !== '' && !hasOtherDocument(form, person));

/**
 * Returns true if the announcement fills the field without a prompt: an empty field, or a changeable value, such as the job,
 * that came from the found patient. Names are filled only if the form lacks a given name or surname.
 */
function isFilledBy(form: RegistrationForm, linked: LocalPatient | null, field: AnnouncedField): boolean {
  const isNamed = form.first_name.trim() !== '' && form.last_name.trim() !== '';
  if (isIn(PATIENT_NAME_FIELDS, field)) return !isNamed && form[field].trim() === '';
  if (form[field].trim() === '') return true;
  const isLasting = isIn(PATIENT_LASTING_FIELDS, field) || !isIn(PATIENT_DATA_FIELD_NAMES, field);
  return !isLasting && linked !== null && form[field] === (linked[field as PatientField] ?? '');
}

const isSameValue = (field: AnnouncedField, one: string, other: string): boolean =>
  isIn(PATIENT_NAME_FIELDS, field)
    ? foldText(one) === foldText(other)
    : isIn(PATIENT_DATA_FIELD_NAMES, field)
      ? isSamePatientFieldValue(field as PatientField, one, other)
      : one === other;

/** Returns the fields in which the form keeps another value than the announced one. */
function findKeptFields(
  form: RegistrationForm,
  linked: LocalPatient | null,
  values: AnnouncedValues,
): readonly AnnouncedField[] {
  return ANNOUNCED_FIELDS.filter(
    (field) =>
      values[field] !== '' &&
      form[field].trim() !== '' &&
      !isFilledBy(form, linked, field) &&
      !isSameValue(field, form[field], values[field]),
  );
}

/**
 * Returns the form with the announced data. What the user typed, read from a card or found stays; `replacesKept` replaces it
 * too, except the document.
 */
export async function fillFormFromAnnouncement(
  form: RegistrationForm,
  linked: LocalPatient | null,
  announcement: Announcement,
  replacesKept: boolean,
): Promise<RegistrationForm> {
  const { person } = announcement;
  const values = await withKnownChoices(valuesOf(announcement));
  const kept = replacesKept ? findKeptFields(form, linked, values) : [];
  const taken = ANNOUNCED_FIELDS.filter(
    (field) => values[field] !== '' && (kept.includes(field) || isFilledBy(form, linked, field)),
  );
  const isUnnumbered = form.identification_number.trim() === '';
  const isOf = (subject: 'patient' | 'visit') =>
    person.additional_fields.filter((one) => one.subject === subject);
  return {
    ...form,
    ...(isUnnumbered && {
      identification_type: person.identification_type,
      identification_number: person.identification_number,
    }),
    ...Object.fromEntries(taken.map((field) => [field, values[field]])),
    // The id of an announced job is found when the registration is confirmed.
    occupation_id: taken.includes('occupation_name') ? null : form.occupation_id,
    patient_additional: addMissingValues(form.patient_additional, isOf('patient')),
    visit_additional: addMissingValues(form.visit_additional, isOf('visit')),
    ...announcedPartOf(person, announcement.day),
  };
}

const documentText = ({ identification_type, identification_number }: Omit<Identity, 'name'>): string =>
  `${identification_type} ${identification_number.trim()}`;

/** Returns the values that the form keeps although the announcement has others, as sentences. */
export function describeKeptValues(
  form: RegistrationForm,
  linked: LocalPatient | null,
  announcement: Announcement,
): { readonly texts: readonly string[]; readonly areReplaceable: boolean } {
  const { person, list } = announcement;
  const values = valuesOf(announcement);
  const fields = findKeptFields(form, linked, values);
  const texts = fields.map((field) => {
    if (field === 'evaluation_type_id')
      return `${FIELD_LABELS[field]}: ${person.evaluation_type?.name} en la citación.`;
    if (field === 'employer_company_id')
      return `${FIELD_LABELS[field]}: ${list.company.name} en la citación.`;
    const [typed, announced] = [form[field], values[field]].map((value) => patientFieldText(field, value));
    return `${FIELD_LABELS[field]}: ${typed} en el formulario, ${announced} en la citación.`;
  });
  const document = `Documento: ${documentText(form)} en el formulario, ${documentText(person)} en la citación.`;
  return {
    texts: hasOtherDocument(form, person) ? [document, ...texts] : texts,
    areReplaceable: texts.length > 0,
  };
}
