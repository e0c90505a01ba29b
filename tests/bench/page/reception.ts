import type { CreateEvaluationBody } from '#contract/records/evaluation/capture.ts';
import { buildPerPatientField } from '#contract/records/evaluation/patient-fields.ts';
import { searchCatalog } from '#storage/cache/catalogs.ts';
import { refreshCatalogs } from '#sync/catalogs/catalog-cache.ts';
import { setDrainRequester } from '#sync/outbox/outbox.ts';
import { signIn } from '#sync/session/sign-in.ts';
import { photo, signature } from './pictures.ts';

/** Signed-in receptionist, and the content of the registrations that the benchmark confirms. */
export interface PreparedReception {
  readonly ownerId: string;
  readonly branchId: string;
  readonly photo: ArrayBuffer;
  readonly signature: ArrayBuffer;
  readonly evaluation_type_id: string;
  readonly companyId: string;
}

let ready: PreparedReception | null = null;
let people = 0;

export function preparedReception(): PreparedReception {
  if (!ready) throw new Error('prepare first');
  return ready;
}

const firstId = async (resource: 'evaluation-types' | 'companies', ownerId: string) => {
  const id = (await searchCatalog(resource, '', { ownerId, limit: 1 }))[0]?.id;
  if (!id) throw new Error(`no ${resource}`);
  return id;
};

/** Makes the worker use the receptionist and the content that the page has prepared. */
export function takePrepared(by: PreparedReception): void {
  setDrainRequester(() => undefined);
  ready = by;
}

export async function prepare(): Promise<void> {
  setDrainRequester(() => undefined);
  const signed = await signIn('recepcion@alisos.demo', 'Demo-2026');
  if (signed.type !== 'signed_in' || !signed.account.branchId)
    throw new Error(`not signed in: ${signed.type}`);
  await refreshCatalogs();
  const { userId: ownerId, branchId } = signed.account;
  ready = {
    ownerId,
    branchId,
    photo: await photo(),
    signature: await signature(),
    evaluation_type_id: await firstId('evaluation-types', ownerId),
    companyId: await firstId('companies', ownerId),
  };
}

export function nextBody(): CreateEvaluationBody {
  people += 1;
  const { evaluation_type_id, companyId } = preparedReception();
  const number = `9999${String(Date.now() % 1e7).padStart(7, '0')}${people}`;
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

export const repeat = <Value>(count: number, make: (nth: number) => Value): Value[] =>
  Array.from({ length: count }, (_, nth) => make(nth));
