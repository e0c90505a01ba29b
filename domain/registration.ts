import type { Gender, IdentificationType } from '#contract/vocabulary.ts';
import { normalizeDocumentNumber } from './patient/document.ts';
import type { Holder } from './patient/holder.ts';
import { fullName } from './patient/name.ts';

/** The wizard's fields as they are typed (P3 Patient (form)); empty text is a field not filled. */
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

export const nameIn = (form: RegistrationForm): string =>
  fullName({
    first_name: form.firstName,
    middle_name: form.middleName,
    last_name: form.lastName,
    second_last_name: form.secondLastName,
  });

/** What follows from other fields, or is the same by another comparison. */
const NOT_TYPED: ReadonlySet<keyof RegistrationForm> = new Set([
  'identificationType',
  'identificationNumber',
  'occupationId',
  'existingPatientId',
]);

/** Of two forms about one document: whether nothing stands in the first that the other lacks or has otherwise. */
export const addsNothing = (form: RegistrationForm, other: RegistrationForm): boolean =>
  FIELDS.every(
    (field) =>
      NOT_TYPED.has(field) || form[field] === emptyRegistration[field] || form[field] === other[field],
  );

/** Type and number; empty while there is no number. */
export const documentIn = ({ identificationType, identificationNumber }: RegistrationForm): string =>
  identificationNumber.trim() && `${identificationType} ${identificationNumber.trim()}`;

/** Whether the form names another document, and so another patient. */
export const isOtherPatient = (before: RegistrationForm, form: RegistrationForm): boolean =>
  before.identificationType !== form.identificationType ||
  normalizeDocumentNumber(before.identificationType, before.identificationNumber) !==
    normalizeDocumentNumber(form.identificationType, form.identificationNumber);

/** Whom the form is about. */
export const holderIn = (form: RegistrationForm): Holder => ({
  identificationType: form.identificationType,
  identificationNumber: form.identificationNumber.trim(),
  name: nameIn(form),
});

/** What a visit is for: rows of catalogues; an empty id is none. */
export type VisitChoices = Pick<
  RegistrationForm,
  'evaluationTypeId' | 'employerCompanyId' | 'contractorCompanyId'
>;

/** What a visit is for as one id, and back; an empty id of a row stands between the blanks as such. */
export const visitId = ({ evaluationTypeId, employerCompanyId, contractorCompanyId }: VisitChoices): string =>
  [evaluationTypeId, employerCompanyId, contractorCompanyId].join(' ');

export function visitOfId(id: string): VisitChoices {
  const [evaluationTypeId = '', employerCompanyId = '', contractorCompanyId = ''] = id.split(' ');
  return { evaluationTypeId, employerCompanyId, contractorCompanyId };
}

/** Names of what was chosen, kept beside the ids so that an entry can be shown without asking anybody. */
export interface RegistrationLabels {
  readonly evaluationType: string;
  readonly employerCompany: string;
  readonly contractorCompany: string | null;
}

/** A person as this device knows them; `id` is null until the provider has told it. Wire names, as in `Patient`. */
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
  /** Id of the evaluation; null or absent where the server has not reported it. */
  readonly id?: string | null;
  readonly started_at: string;
  readonly evaluation_type_name: string;
  /** As the provider told it last; what this device knows by itself is not said to be open. */
  readonly isOpen: boolean;
  /** Null where the provider does not tell it. */
  readonly chosen: VisitChoices | null;
}

/** Text in a company's field without a choice, such as the name of a company that is not in the catalogue. */
export type TypedCompanies = Readonly<Record<'employerCompanyId' | 'contractorCompanyId', string>>;

export const NO_TYPED_COMPANIES: TypedCompanies = { employerCompanyId: '', contractorCompanyId: '' };

/** What a correction in progress starts from (S30). */
export interface CorrectionBasis {
  /** The registration as it was when the correction was opened: only fields that differ from it are sent. */
  readonly before: RegistrationForm;
  readonly labels: RegistrationLabels;
  /** Entries of earlier corrections whose changes are contained in this one and which it replaces. */
  readonly replaces: readonly string[];
  /** As typed so far. */
  readonly reason: string;
  /** The user says that the pictures which were sent show the patient to whom the registration moves. */
  readonly arePicturesRight: boolean;
  /** What the user says about a changed document, and which one; null before that. */
  readonly moved: { readonly document: string; readonly person: 'same' | 'other' } | null;
}

/** What a wizard in progress is, apart from its pictures. `linked` is the person the form was filled from. */
export interface DraftContent {
  readonly form: RegistrationForm;
  readonly step: 0 | 1 | 2;
  readonly linked: KnownPatient | null;
  /** Whom the form named when photo or signature was captured; null where neither was, or an older version kept none. */
  readonly picturesOf: Holder | null;
  readonly typedCompanies: TypedCompanies;
  /** Null for a new registration. */
  readonly correcting: CorrectionBasis | null;
}

/** Whether nothing was typed or chosen, pictures aside. */
export const isEmptyContent = ({
  form,
  typedCompanies,
}: Pick<DraftContent, 'form' | 'typedCompanies'>): boolean =>
  isEmptyForm(form) && Object.values(typedCompanies).every((text) => text.trim() === '');
