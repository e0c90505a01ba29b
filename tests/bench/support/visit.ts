import { DEMO_DOCTORS } from '#server/demo/clinic.ts';
import type { ReportInput } from '#server/documents/reports/input/input.ts';
import { SAMPLE_SIGNED_VERSION } from '#tests/support/documents/report-sample.ts';
import type { SendRequest } from '#tests/support/server/server-calls.ts';

const parseJsonResponse = async <Body>(response: Promise<Buffer>): Promise<Body> =>
  JSON.parse((await response).toString()) as Body;

async function fetchFirstId(send: SendRequest, list: string): Promise<string> {
  const [item] = (await parseJsonResponse<{ items: { id: string }[] }>(send('GET', list))).items;
  if (!item) throw new Error('The demo clinic lacks something');
  return item.id;
}

function pictureForm(type: string, bytes: Uint8Array): FormData {
  const form = new FormData();
  form.append('type', type);
  form.append('file', new Blob([new Uint8Array(bytes)]), 'imagen');
  return form;
}

/**
 * Creates the evaluation of the sample document in the demo clinic, from registration to results and notes, so that it can be
 * signed.
 * @returns the evaluation's id
 */
export async function createReadyEvaluation(
  send: SendRequest,
  sample: ReportInput,
  patient = SAMPLE_SIGNED_VERSION.patient,
): Promise<string> {
  const { patient_photo: photo, patient_signature: signature } = sample.pictures;
  if (!photo || !signature) throw new Error('The sample lacks its pictures');
  const body = {
    evaluation_type_id: await fetchFirstId(send, '/evaluation-types'),
    employer_company_id: await fetchFirstId(send, '/companies'),
    additional_info: SAMPLE_SIGNED_VERSION.additional_info,
    patient,
  };
  const { id } = await parseJsonResponse<{ id: string }>(send('POST', '/evaluations', body));
  const base = `/evaluations/${id}`;
  await send('POST', `${base}/media`, pictureForm('photo', photo));
  await send('POST', `${base}/media`, pictureForm('signature', signature));
  const exams = await parseJsonResponse<{ items: { id: string }[] }>(send('GET', '/exams'));
  const orders = SAMPLE_SIGNED_VERSION.exam_orders.map(({ result_notes }, index) => ({
    exam_id: exams.items[index]?.id,
    result_notes,
  }));
  await send('PATCH', `${base}/exam-orders`, { orders });
  await send('PUT', `${base}/notes`, { notes: SAMPLE_SIGNED_VERSION.notes });
  return id;
}

/** Licence of a doctor of the demo clinic who has no linked user and whose licence has no expiry date. */
const DOCTOR_LICENCE_NUMBER = DEMO_DOCTORS.find(({ user, validUntil }) => !user && !validUntil)?.licence;

async function findBenchDoctorId(send: SendRequest): Promise<string> {
  const { items } = await parseJsonResponse<{ items: { id: string; license_number: string }[] }>(
    send('GET', '/doctors'),
  );
  const found = items.find(({ license_number: licence }) => licence === DOCTOR_LICENCE_NUMBER);
  if (!found) throw new Error('The demo clinic lacks its doctor');
  return found.id;
}

/** Links the session's user, an administrator, to the doctor, so that signing needs no password. */
export async function linkBenchDoctor(send: SendRequest): Promise<void> {
  const { user_id: userId } = await parseJsonResponse<{ user_id: string }>(send('GET', '/auth/me'));
  await send('PUT', `/admin/users/${userId}/doctor`, { doctor_id: await findBenchDoctorId(send) });
}

export async function signAsBenchDoctor(send: SendRequest, evaluationId: string): Promise<void> {
  await send('POST', `/evaluations/${evaluationId}/sign`, { doctor_id: await findBenchDoctorId(send) });
}
