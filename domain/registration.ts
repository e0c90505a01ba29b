import type { Gender, IdentificationType } from '#contract/vocabulary.ts';
import { normalizeDocumentNumber } from './patient/document.ts';
import type { Identity } from './patient/same-patient.ts';
import { fullName } from './patient/name.ts';

/** Fields of the wizard as the user types them (P3 Patient (form)); empty text means not filled in. */
export interface RegistrationForm {
  readonly identificationType: IdentificationType;
  readonly identificationNumber: string;
  readonly firstName: string;
  readonly middleName: string;
  readonly lastName: string;
  readonly secondLastName: string;
  readonly birthDate: string;
  readonly gender: Gender | '';
  readonly occupationName: string;
  readonly occupationId: string | null;
  readonly evaluationTypeId: string;
  readonly employerCompanyId: string;
  readonly contractorCompanyId: string;
  readonly additionalInfo: string;
  readonly existingPatientId: string | null;
}

export const emptyRegistration: RegistrationForm = {
  identificationType: 'CC',
  identificationNumber: '',
  firstName: '',
  middleName: '',
  lastName: '',
  secondLastName: '',
  birthDate: '',
  gender: '',
  occupationName: '',
  occupationId: null,
  evaluationTypeId: '',
  employerCompanyId: '',
  contractorCompanyId: '',
  additionalInfo: '',
  existingPatientId: null,
};

const FIELDS = Object.keys(emptyRegistration) as (keyof RegistrationForm)[];

const isEmptyForm = (form: RegistrationForm): boolean =>
  FIELDS.every((field) => form[field] === emptyRegistration[field]);

export const nameOfForm = (form: RegistrationForm): string =>
  fullName({
    first_name: form.firstName,
    middle_name: form.middleName,
    last_name: form.lastName,
    second_last_name: form.secondLastName,
  });

/** Fields that the user does not type directly, or that are compared separately. */
const NOT_TYPED: ReadonlySet<keyof RegistrationForm> = new Set([
  'identificationType',
  'identificationNumber',
  'occupationId',
  'existingPatientId',
]);

/** Compares two forms with the same document. Returns true when every filled field of `form` has the same value in `other`. */
export const addsNothingToForm = (form: RegistrationForm, other: RegistrationForm): boolean =>
  FIELDS.every(
    (field) =>
      NOT_TYPED.has(field) || form[field] === emptyRegistration[field] || form[field] === other[field],
  );

/** Returns type and number of the document in the form; empty without a number. */
export const documentOfForm = ({ identificationType, identificationNumber }: RegistrationForm): string =>
  identificationNumber.trim() && `${identificationType} ${identificationNumber.trim()}`;

/** Returns true when the form names another document than before, and therefore another patient. */
export const isOtherPatient = (before: RegistrationForm, form: RegistrationForm): boolean =>
  before.identificationType !== form.identificationType ||
  normalizeDocumentNumber(before.identificationType, before.identificationNumber) !==
    normalizeDocumentNumber(form.identificationType, form.identificationNumber);

/** Returns the identity of the patient in the form. */
export const identityOfForm = (form: RegistrationForm): Identity => ({
  identificationType: form.identificationType,
  identificationNumber: form.identificationNumber.trim(),
  name: nameOfForm(form),
});

/** Catalogue rows that are chosen for a visit; an empty id means no choice. */
export type VisitChoices = Pick<
  RegistrationForm,
  'evaluationTypeId' | 'employerCompanyId' | 'contractorCompanyId'
>;

/**
 * Joins the choices of a visit to one id; `visitOfId` splits it again. Without a choice, the part between the blanks is empty.
 */
export const visitId = ({ evaluationTypeId, employerCompanyId, contractorCompanyId }: VisitChoices): string =>
  [evaluationTypeId, employerCompanyId, contractorCompanyId].join(' ');

export function visitOfId(id: string): VisitChoices {
  const [evaluationTypeId = '', employerCompanyId = '', contractorCompanyId = ''] = id.split(' ');
  return { evaluationTypeId, employerCompanyId, contractorCompanyId };
}

/** Labels of the chosen catalogue rows, stored with their ids so that an entry can be shown without a request. */
export interface RegistrationLabels {
  readonly evaluationType: string;
  readonly employerCompany: string;
  readonly contractorCompany: string | null;
}

/**
 * Patient with the data that this device knows; `id` is null until the server has sent it. Fields have wire names, as in
 * `Patient`.
 */
export interface KnownPatient {
  readonly id: string | null;
  readonly identification_type: IdentificationType;
  readonly identification_number: string;
  readonly first_name: string;
  readonly middle_name: string | null;
  readonly last_name: string;
  readonly second_last_name: string | null;
  readonly birth_date: string | null;
  readonly gender: Gender | null;
  readonly occupation_name: string | null;
  readonly occupation_id: string | null;
  readonly last_evaluation: LastVisit | null;
}

export interface LastVisit {
  /** Id of the evaluation; null or absent when the server has not reported it. */
  readonly id?: string | null;
  readonly started_at: string;
  readonly evaluation_type_name: string;
  /** True if the visit was open in the server's last response; false for a visit that only this device knows. */
  readonly isOpen: boolean;
  /** Choices of the visit; null when the server does not report them. */
  readonly chosen: VisitChoices | null;
}

/** Text in a company field when no company was chosen, such as the name of a company that is not in the catalogue. */
export type TypedCompanies = Readonly<Record<'employerCompanyId' | 'contractorCompanyId', string>>;

export const NO_TYPED_COMPANIES: TypedCompanies = { employerCompanyId: '', contractorCompanyId: '' };

/** Starting point of a correction in progress (S30). */
export interface CorrectionBasis {
  /** Registration when the correction was opened. Only fields that differ from this registration are sent. */
  readonly before: RegistrationForm;
  readonly labels: RegistrationLabels;
  /** Entries of earlier corrections that this correction includes and replaces. */
  readonly replaces: readonly string[];
  /** Reason as typed so far. */
  readonly reason: string;
  /** True when the user states that the images already sent show the new patient of the registration. */
  readonly arePicturesRight: boolean;
  /** User's statement whether a changed document belongs to the same person, with that document; null before the statement. */
  readonly moved: { readonly document: string; readonly person: 'same' | 'other' } | null;
}

/**
 * Content of an unfinished registration or correction, without its images. `linked` is the patient whose data filled the form.
 */
export interface DraftContent {
  readonly form: RegistrationForm;
  readonly step: 0 | 1 | 2;
  readonly linked: KnownPatient | null;
  /** Identity in the form when photo or signature was captured; null without an image, or in a draft of an older version. */
  readonly picturesOf: Identity | null;
  readonly typedCompanies: TypedCompanies;
  /** Correction that the draft contains; null for a new registration. */
  readonly correcting: CorrectionBasis | null;
}

/** Returns true when the user has typed and chosen nothing; images are ignored. */
export const isEmptyDraftContent = ({
  form,
  typedCompanies,
}: Pick<DraftContent, 'form' | 'typedCompanies'>): boolean =>
  isEmptyForm(form) && Object.values(typedCompanies).every((text) => text.trim() === '');
