import { randomUUID } from 'node:crypto';
import { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { toDatabase } from '#server/platform/database/connection/client.ts';
import * as schema from '#tests/support/server/tables.ts';
import { createDiskFileStore } from '#server/platform/files/disk-files.ts';
import { newStoragePath } from '#server/platform/files/store.ts';
import type { SignedVersionContent } from '#server/schema/evaluation/signed-version.ts';
import { createEvaluation, fetchEvaluationDetail, idempotencyHeader } from './capture.ts';
import { type Part, mediaParts } from './files/multipart.ts';
import { getSignaturePng } from './files/pictures.ts';
import { type Caller, type Server, type Reply, responseOf } from './server.ts';

export type ClinicalFixture = Awaited<ReturnType<typeof seedClinicalFixture>>;

/**
 * Creates exams and doctors of the test clinic; one of each is inactive, and one doctor has a signature. No doctor has a linked
 * user. The branches allow users without a linked doctor to sign, so that a base-contract client (`sign`) can sign.
 */
export async function seedClinicalFixture({ database, filesDir }: Server) {
  const db = toDatabase(database.pool);
  const exams = { hearing: randomUUID(), sight: randomUUID(), lungs: randomUUID(), retired: randomUUID() };
  const doctors = { signer: randomUUID(), plain: randomUUID(), inactive: randomUUID() };
  const signature_key = newStoragePath('png');
  await createDiskFileStore(filesDir).write(signature_key, await getSignaturePng());
  await db.insert(schema.exams).values([
    { id: exams.hearing, code: 'AUD', name: 'Audiometría' },
    { id: exams.sight, code: 'VIS', name: 'Visiometría' },
    { id: exams.lungs, code: 'ESP', name: 'Espirometría' },
    { id: exams.retired, code: 'VIE', name: 'Examen viejo', is_active: false },
  ]);
  await db.insert(schema.doctors).values([
    {
      id: doctors.signer,
      name: 'Dra. Nury Peña',
      specialty: 'Medicina del trabajo',
      license_number: 'LIC-1',
      registration_number: 'RM-1',
      signature_key,
    },
    { id: doctors.plain, name: 'Dr. Luis Prueba', license_number: 'LIC-2' },
    { id: doctors.inactive, name: 'Dr. Retirado', license_number: 'LIC-3', is_active: false },
  ]);
  await db.update(schema.branches).set({ unlinked_signatures: true });
  return { exams, doctors };
}

export const saveOrders = (doctor: Caller, id: string, orders: unknown[], headers = {}): Promise<Reply> =>
  doctor.send('PATCH', `/evaluations/${id}/exam-orders`, { json: { orders }, headers });
export const saveNotes = (doctor: Caller, id: string, notes: unknown[], headers = {}): Promise<Reply> =>
  doctor.send('PUT', `/evaluations/${id}/notes`, { json: { notes }, headers });
export const saveDecisions = (doctor: Caller, id: string, decisions: object, headers = {}): Promise<Reply> =>
  doctor.send('PUT', `/evaluations/${id}/notes`, { json: { notes: [], decisions }, headers });
export const sign = (doctor: Caller, id: string, doctorId: unknown, headers = {}): Promise<Reply> =>
  doctor.post(`/evaluations/${id}/sign`, { json: { doctor_id: doctorId }, headers });
/** Signs as our own client does. `said` contains the confirmations, password and reason that the user gave in the dialog. */
export const signWithConfirmations = (
  doctor: Caller,
  id: string,
  doctorId: string,
  said: object,
): Promise<Reply> => doctor.post(`/evaluations/${id}/sign`, { json: { doctor_id: doctorId, ...said } });
export const reopen = (doctor: Caller, id: string, headers = {}): Promise<Reply> =>
  doctor.post(`/evaluations/${id}/reopen`, { headers });
export const clarify = (doctor: Caller, id: string, content: string, headers = {}): Promise<Reply> =>
  doctor.post(`/evaluations/${id}/clarifications`, { json: { content }, headers });

export const receiptParts = (file: Buffer, { version = '1', items = 'concept' } = {}): Part[] => [
  { name: 'version', value: version },
  { name: 'items', value: items },
  { name: 'file', value: file, filename: 'signature.png', type: 'image/png' },
];
export const sendReceipt = (doctor: Caller, id: string, parts: readonly Part[]): Promise<Reply> =>
  doctor.post(`/evaluations/${id}/receipt`, { parts });

export const attachmentParts = (orderId: string, file: Buffer, filename = 'informe.pdf'): Part[] => [
  { name: 'exam_order_id', value: orderId },
  { name: 'file', value: file, filename, type: 'application/pdf' },
];
export const postAttachment = (
  doctor: Caller,
  id: string,
  parts: readonly Part[],
  headers = {},
): Promise<Reply> => doctor.post(`/evaluations/${id}/attachments`, { parts, headers });

export { pdf } from './files/pdf.ts';

export async function addPicture(server: Server, id: string, type: 'photo' | 'signature'): Promise<Reply> {
  const receptionist = await server.as('desk');
  const parts = mediaParts(type, await getSignaturePng());
  return receptionist.post(`/evaluations/${id}/media`, { parts, headers: idempotencyHeader() });
}

/** Adds one result, one note, an aptitude and the patient's signature, so that the evaluation can be signed. */
export async function makeEvaluationSignable(
  server: Server,
  medicine: ClinicalFixture,
  id: string,
): Promise<void> {
  const doctor = await server.as('doctor');
  await addPicture(server, id, 'signature');
  await saveOrders(doctor, id, [{ exam_id: medicine.exams.hearing, result_notes: 'Normal.' }]);
  await doctor.send('PUT', `/evaluations/${id}/notes`, {
    json: { notes: [{ note_type: 'concepto', content: 'Apto.' }], decisions: { aptitude: 'apto' } },
  });
}
export async function seedReadyEvaluation(server: Server, medicine: ClinicalFixture): Promise<string> {
  const id = await createEvaluation(server, await server.as('desk'));
  await makeEvaluationSignable(server, medicine, id);
  return id;
}
export async function seedSignedEvaluation(server: Server, medicine: ClinicalFixture): Promise<string> {
  const id = await seedReadyEvaluation(server, medicine);
  responseOf(Evaluation, await sign(await server.as('doctor'), id, medicine.doctors.signer));
  return id;
}

export async function fetchFirstOrderId(doctor: Caller, id: string): Promise<string> {
  const [order] = (await fetchEvaluationDetail(doctor, id)).exam_orders;
  if (!order) throw new Error('The evaluation has no order');
  return order.id;
}

export const fetchEvaluationEtag = async (doctor: Caller, id: string): Promise<string> =>
  String((await doctor.get(`/evaluations/${id}`)).headers['etag']);

interface SignedVersionRow {
  version: number;
  content: SignedVersionContent;
  content_sha256: string;
  [column: string]: unknown;
}

export async function signedVersionsOf({ database }: Server, id: string): Promise<SignedVersionRow[]> {
  const { rows } = await database.pool.query<SignedVersionRow>(
    'select * from closings where evaluation_id = $1 order by version',
    [id],
  );
  return rows;
}
