import type { Registration } from '#contract/records/evaluation/corrections.ts';
import { emptyRegistration, type RegistrationForm } from '#domain/registration.ts';
import type { KnownForm } from '#domain/correction.ts';
import { catalogRow, keepCatalogRow } from '#storage/cache/catalogs.ts';
import { noteCorrections } from '#storage/database/provider-traits.ts';
import { lacksCorrections } from '../outbox/unknown-call.ts';
import { ask } from '../requests/api-request.ts';
import { openEvaluation, type Reader } from './evaluations.ts';
import { tolerateFullDisk } from '../api/tolerate-full-disk.ts';

/** Response of the server about a registration to be corrected. */
export type FetchedRegistration =
  | { readonly type: 'known'; readonly registration: KnownForm }
  /** The evaluation is signed and accepts no correction. */
  | { readonly type: 'closed' }
  /** The server has no call for corrections. */
  | { readonly type: 'lacking' }
  | { readonly type: 'not_found' }
  | { readonly type: 'unreachable' };

/** Fields that the API's registration and evaluation have in common. */
type Told = Pick<
  Registration,
  'status' | 'patient' | 'evaluation_type' | 'employer_company' | 'contractor_company' | 'additional_info'
>;

const formOf = ({ patient, ...registration }: Told): RegistrationForm => ({
  ...emptyRegistration,
  identificationType: patient.identification_type,
  identificationNumber: patient.identification_number,
  firstName: patient.first_name,
  middleName: patient.middle_name ?? '',
  lastName: patient.last_name,
  secondLastName: patient.second_last_name ?? '',
  birthDate: patient.birth_date ?? '',
  gender: patient.gender ?? '',
  occupationName: patient.occupation_name ?? '',
  occupationId: patient.occupation_id ?? null,
  evaluationTypeId: registration.evaluation_type.id,
  employerCompanyId: registration.employer_company.id,
  contractorCompanyId: registration.contractor_company?.id ?? '',
  additionalInfo: registration.additional_info ?? '',
  existingPatientId: patient.id,
});

/** Stores rows that the registration names and the device lacks, so that the wizard shows them by name. */
async function keepChosen(told: Told): Promise<void> {
  const companies = [told.employer_company, ...(told.contractor_company ? [told.contractor_company] : [])];
  const rows = [
    ['evaluation-types', told.evaluation_type] as const,
    ...companies.map((company) => ['companies', company] as const),
  ];
  for (const [resource, { id, name, code }] of rows) {
    if ((await catalogRow(resource, id)) !== null) continue;
    const row = { id, name, code, detail: null, active: true };
    await tolerateFullDisk(true, keepCatalogRow(resource, row, Date.now()));
  }
}

async function knownFrom(told: Told): Promise<FetchedRegistration> {
  if (told.status === 'cerrada') return { type: 'closed' };
  await keepChosen(told);
  const labels = {
    evaluationType: told.evaluation_type.name,
    employerCompany: told.employer_company.name,
    contractorCompany: told.contractor_company?.name ?? null,
  };
  return { type: 'known', registration: { form: formOf(told), labels } };
}

/** Requests a registration as it is now. */
export async function fetchRegistration(evaluationId: string): Promise<FetchedRegistration> {
  const answer = await ask('getRegistration', { params: { id: evaluationId } });
  const isLacking = await lacksCorrections(answer);
  if (isLacking || answer.type === 'ok') await noteCorrections(isLacking, Date.now());
  if (isLacking) return { type: 'lacking' };
  if (answer.type === 'error' && answer.refusal.status === 404) return { type: 'not_found' };
  if (answer.type !== 'ok') return { type: 'unreachable' };
  return knownFrom(answer.body);
}

/** Reads the registration from the cached evaluation of this device, which counts as opening it (R4); null without one. */
export async function openKeptRegistration(
  reader: Reader,
  evaluationId: string,
): Promise<FetchedRegistration | null> {
  const kept = await openEvaluation(reader, evaluationId);
  return kept && knownFrom(kept.evaluation);
}
