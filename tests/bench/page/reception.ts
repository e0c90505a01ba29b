import type { CreateEvaluationBody } from '#contract/records/evaluation/capture.ts';
import { buildPerPatientField } from '#contract/records/evaluation/patient-fields.ts';
import { searchCatalog } from '#storage/cache/catalogs.ts';
import { refreshRequiredCatalogs } from '#sync/catalogs/catalog-cache.ts';
import { setDrainRequester } from '#sync/outbox/outbox.ts';
import { signIn } from '#sync/session/sign-in.ts';
import { createNoisePhoto, createNoiseSignature } from './pictures.ts';

/** Signed-in receptionist, and the content of the registrations that the benchmark confirms. */
export interface PreparedReception {
  readonly ownerId: string;
  readonly branchId: string;
  readonly photo: ArrayBuffer;
  readonly signature: ArrayBuffer;
  readonly evaluation_type_id: string;
  readonly companyId: string;
}

let preparedState: PreparedReception | null = null;
let patientCount = 0;

export function getPreparedReception(): PreparedReception {
  if (!preparedState) throw new Error('prepare first');
  return preparedState;
}

const findFirstCatalogRowId = async (resource: 'evaluation-types' | 'companies', ownerId: string) => {
  const id = (await searchCatalog(resource, '', { ownerId, limit: 1 }))[0]?.id;
  if (!id) throw new Error(`no ${resource}`);
  return id;
};

/** Makes the worker use the receptionist and the content that the page has prepared. */
export function setPreparedReception(by: PreparedReception): void {
  setDrainRequester(() => undefined);
  preparedState = by;
}

export async function prepareReception(): Promise<void> {
  setDrainRequester(() => undefined);
  const signed = await signIn('recepcion@alisos.demo', 'Demo-2026');
  if (signed.type !== 'signed_in' || !signed.account.branchId)
    throw new Error(`not signed in: ${signed.type}`);
  await refreshRequiredCatalogs();
  const { userId: ownerId, branchId } = signed.account;
  preparedState = {
    ownerId,
    branchId,
    photo: await createNoisePhoto(),
    signature: await createNoiseSignature(),
    evaluation_type_id: await findFirstCatalogRowId('evaluation-types', ownerId),
    companyId: await findFirstCatalogRowId('companies', ownerId),
  };
}

export function createNextEvaluationBody(): CreateEvaluationBody {
  patientCount += 1;
  const { evaluation_type_id, companyId } = getPreparedReception();
  const number = `9999${String(Date.now() % 1e7).padStart(7, '0')}${patientCount}`;
  return {
    evaluation_type_id,
    employer_company_id: companyId,
    contractor_company_id: undefined,
    additional_info: undefined,
    patient_id: undefined,
    patient: {
      identification_type: 'CC',
      identification_number: number,
      ...buildPerPatientField(() => undefined),
      first_name: 'Medida',
      last_name: 'Ficticia',
      occupation_id: undefined,
    },
  };
}

export const createArrayOf = <Value>(count: number, make: (nth: number) => Value): Value[] =>
  Array.from({ length: count }, (_, nth) => make(nth));
