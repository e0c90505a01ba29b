import {
  buildPerPatientField,
  PATIENT_DATA_FIELD_NAMES,
  type StoredPatientData,
  type PatientFormData,
} from '#contract/records/evaluation/patient-fields.ts';
import type { ProposedCompany } from '#contract/records/evaluation/capture.ts';
import type { IdentificationType } from '#contract/vocabulary.ts';
import { findDifferingValues, type AdditionalValues } from './additional/values.ts';
import { normalizeDocumentNumber } from './patient/document.ts';
import type { Identity } from './patient/same-patient.ts';
import { fullName } from './patient/name.ts';

/** Fields of the wizard as the user typed them (P3 Patient (form)); an empty text means an empty field. */
export interface RegistrationForm extends PatientFormData {
  readonly identification_type: IdentificationType;
  readonly identification_number: string;
  readonly occupation_id: string | null;
  readonly evaluation_type_id: string;
  readonly employer_company_id: string;
  readonly contractor_company_id: string;
  readonly additional_info: string;
  /** Values of the clinic's own fields about the patient, which belong to the person in the form. */
  readonly patient_additional: AdditionalValues;
  readonly visit_additional: AdditionalValues;
  /** Chosen companies that the server's catalogue may lack; set when the registration is confirmed. */
  readonly proposed_companies: readonly ProposedCompany[];
  /** Id of the patient whose data fill the form; null for a new patient. */
  readonly patient_id: string | null;
  /** Id of the expected person whose announcement the user has used; null without one. */
  readonly expected_person_id: string | null;
  /** Data of the used announcement; null without one, and in a draft of an earlier version. */
  readonly announced: UsedAnnouncement | null;
}

/** Announced data that filled a form. The device may no longer have the day from which they come. */
export interface UsedAnnouncement extends StoredPatientData {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly identification_type: IdentificationType;
  readonly identification_number: string;
  readonly package_job: string | null;
  readonly additional_fields: AdditionalValues;
}

export const emptyRegistration: RegistrationForm = {
  identification_type: 'CC',
  identification_number: '',
  ...(buildPerPatientField(() => '') as PatientFormData),
  occupation_id: null,
  evaluation_type_id: '',
  employer_company_id: '',
  contractor_company_id: '',
  additional_info: '',
  patient_additional: [],
  visit_additional: [],
  proposed_companies: [],
  patient_id: null,
  expected_person_id: null,
  announced: null,
};

/** Fields of the visit, in the order of the screen. */
export const VISIT_FIELDS = [
  'evaluation_type_id',
  'employer_company_id',
  'contractor_company_id',
  'additional_info',
] as const satisfies readonly (keyof RegistrationForm)[];

/** Returns the values of all additional fields, those about the patient first. */
export const additionalValuesIn = ({
  patient_additional,
  visit_additional,
}: Pick<RegistrationForm, 'patient_additional' | 'visit_additional'>): AdditionalValues => [
  ...patient_additional,
  ...visit_additional,
];

const REGISTRATION_FIELD_NAMES = Object.keys(emptyRegistration) as (keyof RegistrationForm)[];

const isEmptyForm = (form: RegistrationForm): boolean =>
  // The values are compared as JSON texts, because two empty lists are different objects.
  REGISTRATION_FIELD_NAMES.every(
    (field) => JSON.stringify(form[field]) === JSON.stringify(emptyRegistration[field]),
  );

/**
 * Returns true when every filled field of `form` has the same value in `other`. Must be called only for forms with the same
 * document.
 */
export const isContainedInForm = (form: RegistrationForm, other: RegistrationForm): boolean =>
  [...PATIENT_DATA_FIELD_NAMES, ...VISIT_FIELDS].every(
    (field) => form[field] === '' || form[field] === other[field],
  ) && findDifferingValues(additionalValuesIn(form), additionalValuesIn(other)).length === 0;

export const documentTextOfForm = ({
  identification_type,
  identification_number,
}: RegistrationForm): string =>
  identification_number.trim() && `${identification_type} ${identification_number.trim()}`;

/** Returns true when the form has another document than before, and therefore another patient. */
export const isOtherPatient = (before: RegistrationForm, form: RegistrationForm): boolean =>
  before.identification_type !== form.identification_type ||
  normalizeDocumentNumber(before.identification_type, before.identification_number) !==
    normalizeDocumentNumber(form.identification_type, form.identification_number);

export const identityOfForm = (form: RegistrationForm): Identity => ({
  identification_type: form.identification_type,
  identification_number: form.identification_number.trim(),
  name: fullName(form),
});

/** Catalogue rows chosen for a visit; an empty id means no choice. */
export type RegistrationChoices = Pick<
  RegistrationForm,
  'evaluation_type_id' | 'employer_company_id' | 'contractor_company_id'
>;

/**
 * Joins the ids of a visit's choices to one id, separated by blanks; `visitChoicesOfKey` splits it. A missing choice is an empty part.
 */
export const visitChoicesKey = ({
  evaluation_type_id,
  employer_company_id,
  contractor_company_id,
}: RegistrationChoices): string => [evaluation_type_id, employer_company_id, contractor_company_id].join(' ');

export function visitChoicesOfKey(id: string): RegistrationChoices {
  const [evaluation_type_id = '', employer_company_id = '', contractor_company_id = ''] = id.split(' ');
  return { evaluation_type_id, employer_company_id, contractor_company_id };
}

/** Labels of the chosen catalogue rows, stored with the ids so that the device can show an entry without a request. */
export interface RegistrationLabels {
  readonly evaluationType: string;
  readonly employerCompany: string;
  readonly contractorCompany: string | null;
}

/** Patient with the data that this device knows; `id` is null until the server has sent it. */
export interface LocalPatient extends StoredPatientData {
  readonly id: string | null;
  readonly identification_type: IdentificationType;
  readonly identification_number: string;
  readonly occupation_id: string | null;
  readonly last_evaluation: LastVisit | null;
  /** Newest values of the clinic's own fields about the patient; absent from rows of earlier versions. */
  readonly additional_fields?: AdditionalValues | undefined;
}

export interface LastVisit {
  /** Id of the visit's evaluation; null or absent when the device does not know it. */
  readonly id?: string | null;
  readonly started_at: string;
  readonly evaluation_type_name: string;
  /** True if the visit was open according to the server's last response; false for a visit that only this device knows. */
  readonly isOpen: boolean;
  readonly chosen: RegistrationChoices | null;
}

/** Typed text of a company field in which no company was chosen, such as a company that is not in the catalogue. */
export type TypedCompanies = Readonly<Record<'employer_company_id' | 'contractor_company_id', string>>;

export const NO_TYPED_COMPANIES: TypedCompanies = { employer_company_id: '', contractor_company_id: '' };

/** Data of a correction in progress that the form of the correction does not contain (S30). */
export interface CorrectionBasis {
  /**
   * Registration as it was when the correction was opened; the correction sends only fields that differ from this registration.
   */
  readonly before: RegistrationForm;
  readonly labels: RegistrationLabels;
  /** Entries of earlier corrections whose changes this correction contains, so that it replaces them. */
  readonly replaces: readonly string[];
  readonly reason: string;
  /** True when the user confirms that the images on the server show the new patient. */
  readonly arePicturesRight: boolean;
  /** User's answer whether a changed document belongs to the same person, stored with this document; null before the answer. */
  readonly moved: { readonly document: string; readonly person: 'same' | 'other' } | null;
}

/**
 * Content of an unfinished registration or correction without its images. `linked` is the patient whose data filled the form.
 */
export interface DraftContent {
  readonly form: RegistrationForm;
  readonly step: 0 | 1 | 2;
  readonly linked: LocalPatient | null;
  /**
   * Identity in the form when the photo or signature was captured; null without an image, or in a draft of an older version.
   */
  readonly picturesOf: Identity | null;
  readonly typedCompanies: TypedCompanies;
  readonly correcting: CorrectionBasis | null;
}

/** Returns true when the user has typed and chosen nothing; images are ignored. */
export const isEmptyDraftContent = ({
  form,
  typedCompanies,
}: Pick<DraftContent, 'form' | 'typedCompanies'>): boolean =>
  isEmptyForm(form) && Object.values(typedCompanies).every((text) => text.trim() === '');
