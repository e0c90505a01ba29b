import type { Registration } from '#contract/records/evaluation/corrections.ts';
import type { AdditionalSubject } from '#contract/records/evaluation/additional-values.ts';
import type { AdditionalValues } from '#domain/additional/values.ts';
import { patientFormDataOf } from '#domain/patient/patient-data.ts';
import { emptyRegistration, type RegistrationForm } from '#domain/registration.ts';
import type { LabelledForm } from '#domain/correction.ts';
import { findCatalogRow, storeCatalogRow } from '#storage/cache/catalogs.ts';
import { setCorrectionsUnsupported } from '#storage/database/server-traits.ts';
import { isCorrectionCallMissing } from '../../outbox/sending/unknown-call.ts';
import { sendRequest } from '../../requests/api-request.ts';
import { openCachedEvaluation, type CacheOwner } from './evaluations.ts';
import { tolerateFullDiskIfOpened } from '../../api/tolerate-full-disk.ts';

export type RegistrationFetchResult =
  | { readonly type: 'known'; readonly registration: LabelledForm }
  | { readonly type: 'closed' }
  | { readonly type: 'lacking' }
  | { readonly type: 'not_found' }
  | { readonly type: 'unreachable' };

type RegistrationResponse = Pick<
  Registration,
  | 'status'
  | 'patient'
  | 'evaluation_type'
  | 'employer_company'
  | 'contractor_company'
  | 'additional_info'
  | 'additional_fields'
>;

/** Returns the stored values about the patient or about the visit; a field without a value is left out. */
const pickAdditionalValues = (
  wanted: AdditionalSubject,
  fields: RegistrationResponse['additional_fields'] = [],
): AdditionalValues =>
  fields.flatMap(({ field_id, name, subject, kind, value }) =>
    subject === wanted && value !== null ? [{ field_id, name, subject, kind, value }] : [],
  );

const toRegistrationForm = ({ patient, ...registration }: RegistrationResponse): RegistrationForm => ({
  ...emptyRegistration,
  identification_type: patient.identification_type,
  identification_number: patient.identification_number,
  ...patientFormDataOf(patient),
  occupation_id: patient.occupation_id ?? null,
  evaluation_type_id: registration.evaluation_type.id,
  employer_company_id: registration.employer_company.id,
  contractor_company_id: registration.contractor_company?.id ?? '',
  additional_info: registration.additional_info ?? '',
  patient_additional: pickAdditionalValues('patient', registration.additional_fields),
  visit_additional: pickAdditionalValues('visit', registration.additional_fields),
  patient_id: patient.id,
});

/** Stores the catalogue rows of the registration that the device lacks, so that the wizard can show their names. */
async function cacheRegistrationCatalogRows(response: RegistrationResponse): Promise<void> {
  const companies = [
    response.employer_company,
    ...(response.contractor_company ? [response.contractor_company] : []),
  ];
  const rows = [
    ['evaluation-types', response.evaluation_type] as const,
    ...companies.map((company) => ['companies', company] as const),
  ];
  for (const [resource, { id, name, code }] of rows) {
    if ((await findCatalogRow(resource, id)) !== null) continue;
    const row = { id, name, code, detail: null, active: true };
    await tolerateFullDiskIfOpened(true, storeCatalogRow(resource, row, Date.now()));
  }
}

async function cacheRowsAndCreateResult(response: RegistrationResponse): Promise<RegistrationFetchResult> {
  if (response.status === 'cerrada') return { type: 'closed' };
  await cacheRegistrationCatalogRows(response);
  const labels = {
    evaluationType: response.evaluation_type.name,
    employerCompany: response.employer_company.name,
    contractorCompany: response.contractor_company?.name ?? null,
  };
  return { type: 'known', registration: { form: toRegistrationForm(response), labels } };
}

export async function fetchRegistration(evaluationId: string): Promise<RegistrationFetchResult> {
  const response = await sendRequest('getRegistration', { params: { id: evaluationId } });
  const isUnsupported = await isCorrectionCallMissing(response);
  if (isUnsupported || response.type === 'ok') await setCorrectionsUnsupported(isUnsupported, Date.now());
  if (isUnsupported) return { type: 'lacking' };
  if (response.type === 'error' && response.refusal.status === 404) return { type: 'not_found' };
  if (response.type !== 'ok') return { type: 'unreachable' };
  return cacheRowsAndCreateResult(response.body);
}

/** Reads the registration from the cached evaluation; null if none is cached. Counts as an access (R4). */
export async function openCachedRegistration(
  reader: CacheOwner,
  evaluationId: string,
): Promise<RegistrationFetchResult | null> {
  const cached = await openCachedEvaluation(reader, evaluationId);
  return cached && cacheRowsAndCreateResult(cached.evaluation);
}
