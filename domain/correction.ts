import type { CorrectionBody } from '#contract/records/evaluation/corrections.ts';
import type { AdditionalValueChange } from '#contract/records/evaluation/additional-values.ts';
import { PATIENT_DATA_FIELD_NAMES, type PatientField } from '#contract/records/evaluation/patient-fields.ts';
import type { PatientInput } from '#contract/records/evaluation/patients.ts';
import type { MEDIA_TYPES } from '#contract/vocabulary.ts';
import { trimmedAdditionalValue, findDifferingValues, setAdditionalValue } from './additional/values.ts';
import {
  additionalValuesIn,
  isOtherPatient,
  VISIT_FIELDS,
  type RegistrationForm,
  type RegistrationLabels,
} from './registration.ts';

/** Field of the registration form that a correction may change, except the identity document, which has separate rules. */
export type CorrectableField = PatientField | (typeof VISIT_FIELDS)[number];

/** Returns the fields whose values differ; blanks at the ends of a text are ignored. */
const filterChangedFields = <Field extends CorrectableField>(
  fields: readonly Field[],
  before: RegistrationForm,
  form: RegistrationForm,
): readonly Field[] => fields.filter((field) => before[field].trim() !== form[field].trim());

/** Returns the values of the changed fields; null for a field that the user emptied, so that the server removes its value. */
const changedValues = (
  fields: readonly CorrectableField[],
  before: RegistrationForm,
  form: RegistrationForm,
): Record<string, string | null> =>
  Object.fromEntries(
    filterChangedFields(fields, before, form).map((field) => [field, form[field].trim() || null]),
  );

/** Returns the additional fields whose values differ; null for a value that the user removed. */
export function additionalValueChanges(
  before: RegistrationForm,
  form: RegistrationForm,
): AdditionalValueChange[] {
  const [then, now] = [additionalValuesIn(before), additionalValuesIn(form)];
  const removed = then.filter(({ field_id }) => trimmedAdditionalValue(now, field_id) === '');
  return [
    ...findDifferingValues(now, then).map((set) => ({ ...set, value: set.value.trim() })),
    ...removed.map((value) => ({ ...value, value: null })),
  ];
}

const isPatientValueChange = ({ subject }: AdditionalValueChange): boolean => subject === 'patient';

/** Returns the id of the corrected patient; an empty object while the device does not know the id. */
const toPatientIdProperty = ({ patient_id: id }: RegistrationForm): { id?: string } =>
  id === null ? {} : { id };

export interface CorrectionInput {
  readonly before: RegistrationForm;
  readonly form: RegistrationForm;
  readonly reason: string;
  /** Patient in the form. When the document has changed, the registration moves to this patient. */
  readonly patient: PatientInput;
}

/**
 * Returns the body of a correction: fields that differ from the displayed registration, and the retaken images. Returns null
 * when nothing differs.
 */
export function correctionBody(
  { before, form, reason, patient }: CorrectionInput,
  pictures: readonly (typeof MEDIA_TYPES)[number][],
): CorrectionBody | null {
  const isMoved = isOtherPatient(before, form);
  const person = changedValues(PATIENT_DATA_FIELD_NAMES, before, form);
  const visit = changedValues(VISIT_FIELDS, before, form);
  const proposed = form.proposed_companies.filter(({ id }) => Object.values(visit).includes(id));
  const hasPerson = Object.keys(person).length > 0;
  const additional = additionalValueChanges(before, form);
  // The id tells the server whose data these are, if the registration belongs to another patient by now.
  const isAboutPatient = hasPerson || (before.patient_id !== null && additional.some(isPatientValueChange));
  const isVisitSame = Object.keys(visit).length === 0 && additional.length === 0;
  if (!isMoved && !hasPerson && isVisitSame && pictures.length === 0) return null;
  return {
    reason: reason.trim(),
    ...(isMoved
      ? { other_patient: patient }
      : isAboutPatient && { patient: { ...toPatientIdProperty(before), ...person } }),
    ...visit,
    ...(proposed.length > 0 && { proposed_companies: proposed }),
    ...(additional.length > 0 && { additional_fields: additional }),
    pictures: [...pictures],
  };
}

export interface FormChange {
  readonly before: RegistrationForm;
  readonly form: RegistrationForm;
  readonly labels: RegistrationLabels;
}

export type LabelledForm = Pick<FormChange, 'form' | 'labels'>;

type FormFieldName = CorrectableField | 'document';
/** Additional field by its id. */
type AdditionalFieldKey = `additional.${string}`;
type ChangedFieldName = FormFieldName | AdditionalFieldKey;

const ADDITIONAL_PREFIX = 'additional.';
export const isAdditionalFieldKey = (part: ChangedFieldName): part is AdditionalFieldKey =>
  part.startsWith(ADDITIONAL_PREFIX);

export const LABEL_NAME_BY_FIELD = {
  evaluation_type_id: 'evaluationType',
  employer_company_id: 'employerCompany',
  contractor_company_id: 'contractorCompany',
} as const satisfies Partial<Record<FormFieldName, keyof RegistrationLabels>>;

export const hasCatalogRowLabel = (part: FormFieldName): part is keyof typeof LABEL_NAME_BY_FIELD =>
  part in LABEL_NAME_BY_FIELD;

export const changedFieldNames = ({
  before,
  form,
}: Pick<FormChange, 'before' | 'form'>): readonly ChangedFieldName[] => [
  ...filterChangedFields([...PATIENT_DATA_FIELD_NAMES, ...VISIT_FIELDS], before, form),
  ...(isOtherPatient(before, form) ? (['document'] as const) : []),
  ...additionalValueChanges(before, form).map(({ field_id }): AdditionalFieldKey => `additional.${field_id}`),
];

/**
 * Returns the registration `known` with the corrected value of one additional field, or without a value of this field if the
 * user removed the value.
 */
function applyAdditionalFieldChange(
  known: RegistrationForm,
  part: AdditionalFieldKey,
  { before, form }: FormChange,
): RegistrationForm {
  const id = part.slice(ADDITIONAL_PREFIX.length);
  const change = additionalValueChanges(before, form).find(({ field_id }) => field_id === id);
  if (!change) return known;
  const list = change.subject === 'patient' ? 'patient_additional' : 'visit_additional';
  return { ...known, [list]: setAdditionalValue(known[list], { ...change, value: change.value ?? '' }) };
}

function applyFieldChange(known: LabelledForm, part: ChangedFieldName, change: FormChange): LabelledForm {
  if (isAdditionalFieldKey(part))
    return { ...known, form: applyAdditionalFieldChange(known.form, part, change) };
  const { form, labels } = change;
  const { identification_type, identification_number, patient_id, occupation_id } = form;
  if (part === 'document')
    return {
      ...known,
      form: { ...known.form, identification_type, identification_number, patient_id },
    };
  const value = { [part]: form[part], ...(part === 'occupation_name' && { occupation_id }) };
  return {
    form: { ...known.form, ...value },
    labels: hasCatalogRowLabel(part)
      ? { ...known.labels, [LABEL_NAME_BY_FIELD[part]]: labels[LABEL_NAME_BY_FIELD[part]] }
      : known.labels,
  };
}

/** Applies a correction to the registration, without the fields and images (`except`) that a later correction has replaced. */
export const applyFormChange = (
  known: LabelledForm,
  change: FormChange,
  except: ReadonlySet<ChangedFieldName>,
): LabelledForm =>
  changedFieldNames(change)
    .filter((part) => !except.has(part))
    .reduce((now, part) => applyFieldChange(now, part, change), known);

const CORRECTION_DRAFT_KEY_PREFIX = 'evaluation:';

/** Returns the key of the draft that corrects an evaluation that was not registered on this device. */
export const correctionDraftKey = (evaluationId: string): string =>
  `${CORRECTION_DRAFT_KEY_PREFIX}${evaluationId}`;

/** Returns the evaluation id in a key of `correctionDraftKey`; null for the key of an entry. */
export const evaluationIdOfDraftKey = (key: string): string | null =>
  key.startsWith(CORRECTION_DRAFT_KEY_PREFIX) ? key.slice(CORRECTION_DRAFT_KEY_PREFIX.length) : null;
