import type { CorrectionBody } from '#contract/records/evaluation/corrections.ts';
import type { PatientInput } from '#contract/records/evaluation/patients.ts';
import type { MEDIA_TYPES } from '#contract/vocabulary.ts';
import { isOtherPatient, type RegistrationForm, type RegistrationLabels } from './registration.ts';

/** Field of the registration form that a correction may change, except the document. */
export type CorrectableField = Exclude<
  keyof RegistrationForm,
  'identificationType' | 'identificationNumber' | 'occupationId' | 'existingPatientId'
>;

/** Fields in the order of the screen. */
const CORRECTABLE = [
  'firstName',
  'middleName',
  'lastName',
  'secondLastName',
  'birthDate',
  'gender',
  'occupationName',
  'evaluationTypeId',
  'employerCompanyId',
  'contractorCompanyId',
  'additionalInfo',
] as const satisfies readonly CorrectableField[];

/** Returns the fields whose values differ; blanks around a text do not count. */
const changedFields = (before: RegistrationForm, form: RegistrationForm): readonly CorrectableField[] =>
  CORRECTABLE.filter((field) => before[field].trim() !== form[field].trim());

const PATIENT = {
  firstName: 'first_name',
  middleName: 'middle_name',
  lastName: 'last_name',
  secondLastName: 'second_last_name',
  birthDate: 'birth_date',
  gender: 'gender',
  occupationName: 'occupation_name',
} as const;
const VISIT = {
  evaluationTypeId: 'evaluation_type_id',
  employerCompanyId: 'employer_company_id',
  contractorCompanyId: 'contractor_company_id',
  additionalInfo: 'additional_info',
} as const;

/**
 * Returns the changed fields under their wire names; null for a field that the user emptied, so that the server removes its
 * value.
 */
function valuesOf(
  names: Readonly<Partial<Record<CorrectableField, string>>>,
  changed: readonly CorrectableField[],
  form: RegistrationForm,
): Record<string, string | null> {
  const pairs = changed.flatMap((field) => {
    const name = names[field];
    return name === undefined ? [] : [[name, form[field].trim() || null] as const];
  });
  return Object.fromEntries(pairs);
}

/** Returns the id of the corrected patient; nothing while the server has not sent the id. */
const idOf = ({ existingPatientId: id }: RegistrationForm): { id?: string } => (id === null ? {} : { id });

export interface CorrectionInput {
  readonly before: RegistrationForm;
  readonly form: RegistrationForm;
  readonly reason: string;
  /** Patient in the form; when the document has changed, the registration moves to this patient. */
  readonly patient: PatientInput;
}

/**
 * Returns the body of a correction: the fields that differ from the displayed registration, and the kinds of images that will
 * be sent. Returns null when nothing differs.
 */
export function correctionBody(
  { before, form, reason, patient }: CorrectionInput,
  pictures: readonly (typeof MEDIA_TYPES)[number][],
): CorrectionBody | null {
  const changed = changedFields(before, form);
  const isMoved = isOtherPatient(before, form);
  const person = valuesOf(PATIENT, changed, form);
  const visit = valuesOf(VISIT, changed, form);
  const hasPerson = Object.keys(person).length > 0;
  if (!isMoved && !hasPerson && Object.keys(visit).length === 0 && pictures.length === 0) return null;
  return {
    reason: reason.trim(),
    ...(isMoved ? { other_patient: patient } : hasPerson && { patient: { ...idOf(before), ...person } }),
    ...visit,
    pictures: [...pictures],
  };
}

/** Registration form before and after a correction, or after a part of one. */
export interface FormChange {
  readonly before: RegistrationForm;
  readonly form: RegistrationForm;
  readonly labels: RegistrationLabels;
}

/** Registration form with the labels of the chosen values. */
export type LabelledForm = Pick<FormChange, 'form' | 'labels'>;

type Part = CorrectableField | 'document';

const LABELS = {
  evaluationTypeId: 'evaluationType',
  employerCompanyId: 'employerCompany',
  contractorCompanyId: 'contractorCompany',
} as const satisfies Partial<Record<Part, keyof RegistrationLabels>>;

const hasLabel = (part: Part): part is keyof typeof LABELS => part in LABELS;

/** Returns the parts that a correction changed: fields, and the document. */
export const changedFormFields = ({ before, form }: Pick<FormChange, 'before' | 'form'>): readonly Part[] => [
  ...changedFields(before, form),
  ...(isOtherPatient(before, form) ? (['document'] as const) : []),
];

function withPart(known: LabelledForm, part: Part, { form, labels }: FormChange): LabelledForm {
  const { identificationType, identificationNumber, existingPatientId, occupationId } = form;
  if (part === 'document')
    return {
      ...known,
      form: { ...known.form, identificationType, identificationNumber, existingPatientId },
    };
  const value = { [part]: form[part], ...(part === 'occupationName' && { occupationId }) };
  return {
    form: { ...known.form, ...value },
    labels: hasLabel(part) ? { ...known.labels, [LABELS[part]]: labels[LABELS[part]] } : known.labels,
  };
}

/** Returns the registration after a correction, without the parts that a later correction (`except`) has replaced. */
export const applyFormChange = (
  known: LabelledForm,
  change: FormChange,
  except: ReadonlySet<Part>,
): LabelledForm =>
  changedFormFields(change)
    .filter((part) => !except.has(part))
    .reduce((now, part) => withPart(now, part, change), known);

const EVALUATION = 'evaluation:';

/** Returns the key of the draft that corrects an evaluation which this device did not register. */
export const correctionDraftKey = (evaluationId: string): string => `${EVALUATION}${evaluationId}`;

/** Returns the evaluation id in a key of `correctionDraftKey`; null for the key of an entry. */
export const evaluationIdOfDraftKey = (key: string): string | null =>
  key.startsWith(EVALUATION) ? key.slice(EVALUATION.length) : null;
