// @module-tag landing
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ActivityList } from '#contract/records/evaluation/clinical.ts';
import { Verification, VerificationKey } from '#contract/records/evaluation/verification.ts';
import { pdfTextOf } from '#tests/support/documents/poppler.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { fetchEvaluationDetail } from '../support/capture.ts';
import {
  type ClinicalFixture,
  signedVersionsOf,
  sendReceipt,
  fetchFirstOrderId,
  seedReadyEvaluation,
  receiptParts,
  reopen,
  saveOrders,
  seedClinicalFixture,
  sign,
} from '../support/clinical.ts';
import { getSignaturePng } from '../support/files/pictures.ts';
import {
  type Caller,
  type Server,
  responseOf,
  errorCodeOf,
  rejectionOf,
  startServer,
} from '../support/server.ts';

/** Text of an exam result; no concept may contain it. */
const SECRET_RESULT_TEXT = 'Umbral de noventa decibeles';

const REOPENING_REASON = 'El cargo era otro';

let server: Server;
let clinicalFixture: ClinicalFixture;
let doctor: Caller;
beforeAll(async () => {
  server = await startServer('earlier-concepts', { publicUrl: new URL('https://clinica.example.com') });
  clinicalFixture = await seedClinicalFixture(server);
  doctor = await server.as('doctor');
});
afterAll(() => server.stop());

const fetchConceptOfVersion = (id: string, version: number | string, of: Caller = doctor) =>
  of.get(`/evaluations/${id}/closings/${version}/concept-pdf`);
const fetchDocumentText = async (id: string, document: string) =>
  (await pdfTextOf((await doctor.get(`/evaluations/${id}/${document}`)).rawPayload)).replace(/\s+/g, ' ');
async function handOverConceptVersion(id: string, version: string): Promise<void> {
  const parts = receiptParts(await getSignaturePng(), { version, items: 'concept' });
  expect((await sendReceipt(doctor, id, parts)).statusCode).toBe(200);
}
const signSuccessfully = async (id: string) =>
  expect((await sign(doctor, id, clinicalFixture.doctors.signer)).statusCode).toBe(200);
const fetchVersionStates = async (id: string) =>
  ((await fetchEvaluationDetail(doctor, id)).closings ?? []).map(({ version, state, has_concept: has }) => [
    version,
    state,
    has,
  ]);

describe('P10.200 concept of each signed version', () => {
  it('P10.200 P10.278 P10.279 P10.280 an issued concept is returned unchanged after its version was replaced; later documents state the receipts and the replaced number', async () => {
    const id = await seedReadyEvaluation(server, clinicalFixture);
    await saveOrders(doctor, id, [
      { order_id: await fetchFirstOrderId(doctor, id), result_notes: SECRET_RESULT_TEXT },
    ]);
    await signSuccessfully(id);
    const issued = (await doctor.get(`/evaluations/${id}/concept-pdf`)).rawPayload;
    expect(await fetchVersionStates(id)).toEqual([[1, 'vigente', true]]);
    await handOverConceptVersion(id, '1');
    expect(
      (await doctor.post(`/evaluations/${id}/reopen`, { json: { reason: REOPENING_REASON } })).statusCode,
    ).toBe(200);
    expect(await fetchVersionStates(id)).toEqual([[1, 'anulada', true]]);
    expect((await fetchConceptOfVersion(id, 1)).rawPayload.equals(issued)).toBe(true);
    await signSuccessfully(id);
    expect(await fetchVersionStates(id)).toEqual([
      [2, 'vigente', true],
      [1, 'reemplazada', true],
    ]);
    const first = await fetchConceptOfVersion(id, 1);
    expect(first.rawPayload.equals(issued)).toBe(true);
    expect(first.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="concepto_${id.slice(0, 8)}_v1.pdf"`,
    });
    const words = await pdfTextOf(first.rawPayload);
    expect(words).toContain('CONCEPTO');
    for (const reserved of [SECRET_RESULT_TEXT, 'HISTORIA CLÍNICA OCUPACIONAL'])
      expect(words).not.toContain(reserved);

    const [one, two] = (await signedVersionsOf(server, id)).map(
      ({ content }) => content.document?.number ?? '',
    );
    const before = await fetchDocumentText(id, 'clinical-history');
    expect(before).toContain(SECRET_RESULT_TEXT);
    expect(before).toContain(`1 · N.º ${one}`);
    expect(before).toContain(`Versión 2, N.º ${two}: sin entrega registrada en el sistema.`);
    await handOverConceptVersion(id, '2');
    const history = await fetchDocumentText(id, 'clinical-history');
    expect(history).toContain(
      `Reemplaza a N.º ${one}, motivo: ${REOPENING_REASON} Reabierta por Persona doctor, `,
    );
    expect(history).toContain(`2 · N.º ${two}`);
    expect(history).not.toContain('sin entrega registrada');
    const second = await fetchDocumentText(id, 'concept-pdf');
    expect(second).toContain(`Reemplaza al N.º ${one} Trabajador`);
    expect(second).not.toContain(REOPENING_REASON);
  });

  it('P10.200 P10.280 the server responds concept_not_kept when the concept was never requested while valid; the next version states the document number that it replaces', async () => {
    const id = await seedReadyEvaluation(server, clinicalFixture);
    await signSuccessfully(id);
    await reopen(doctor, id);
    expect(await fetchVersionStates(id)).toEqual([[1, 'anulada', false]]);
    const reply = await fetchConceptOfVersion(id, 1);
    expect(rejectionOf(reply)).toEqual([404, 'concept_not_kept']);
    expect(reply.json()).toMatchObject({
      message: expect.stringMatching(/^De esta versión no quedó el concepto/) as string,
    });
    await signSuccessfully(id);
    const [first, second] = (await signedVersionsOf(server, id)).map(({ content }) => content);
    expect(first?.replaces).toBeNull();
    expect(second?.replaces).toEqual({ version: 1, number: first?.document?.number });
    expect(await fetchDocumentText(id, 'clinical-history')).toContain(
      'motivo: No registrado Reabierta por Persona doctor',
    );
  });

  it('P10.200 the server renders the valid concept at the first request, and logs each download with the concept’s version and state', async () => {
    const id = await seedReadyEvaluation(server, clinicalFixture);
    await signSuccessfully(id);
    let made: Buffer = Buffer.alloc(0);
    const lines = await collectNewLogEntries(server, async () => {
      made = (await fetchConceptOfVersion(id, 1)).rawPayload;
    });
    expect(lines).toEqual([['concept_downloaded', 'done', { version: 1 }]]);
    expect((await doctor.get(`/evaluations/${id}/concept-pdf`)).rawPayload.equals(made)).toBe(true);
    await reopen(doctor, id);
    const later = await collectNewLogEntries(server, async () => {
      await fetchConceptOfVersion(id, 1);
      await fetchConceptOfVersion(id, 1, await server.as('desk'));
    });
    expect(later.map(([action, status]) => [action, status])).toEqual([
      ['concept_downloaded', 'done'],
      ['concept_downloaded', 'refused'],
    ]);
    expect(later[0]?.[2]).toEqual({ version: 1, state: 'anulada' });
    const log = await (await server.as('admin')).get('/activity?actions=concept_downloaded&page_size=3');
    expect(responseOf(ActivityList, log).items.map(({ remarks }) => remarks)).toEqual([
      [],
      ['earlier_version'],
      [],
    ]);
  });

  it('P10.200 the server responds 404 for the concept of a missing version, of an open evaluation and of another branch', async () => {
    const id = await seedReadyEvaluation(server, clinicalFixture);
    expect(rejectionOf(await fetchConceptOfVersion(id, 1))).toEqual([404, 'not_found']);
    await signSuccessfully(id);
    expect(rejectionOf(await fetchConceptOfVersion(id, 2))).toEqual([404, 'not_found']);
    expect(rejectionOf(await fetchConceptOfVersion(id, 1, await server.as('doctorMedellin')))).toEqual([
      404,
      'not_found',
    ]);
    for (const version of ['0', '-1', '1.5', 'history', '1000001'])
      expect(errorCodeOf(await fetchConceptOfVersion(id, version))).toBe('validation_failed');
    expect((await doctor.get(`/evaluations/${id}/closings/1/clinical-history`)).statusCode).toBe(404);
  });
});

it('P10.140 an evaluation lists its signed versions, newest first, with the numbers and states that the public page shows', async () => {
  const id = await seedReadyEvaluation(server, clinicalFixture);
  expect((await fetchEvaluationDetail(doctor, id)).closings).toEqual([]);
  await sign(doctor, id, clinicalFixture.doctors.signer);
  await reopen(doctor, id);
  expect((await fetchEvaluationDetail(doctor, id)).closings).toMatchObject([
    { version: 1, state: 'anulada' },
  ]);
  await sign(doctor, id, clinicalFixture.doctors.plain);
  const { closings = [] } = await fetchEvaluationDetail(doctor, id);
  expect(closings).toMatchObject([
    { version: 2, state: 'vigente', doctor_name: 'Dr. Luis Prueba' },
    { version: 1, state: 'reemplazada', doctor_name: 'Dra. Nury Peña' },
  ]);
  const kept = (await signedVersionsOf(server, id)).map(({ content: { document, closed_at } }) => ({
    number: document?.number,
    closed_at,
  }));
  expect(closings.map(({ number, closed_at }) => ({ number, closed_at })).toReversed()).toEqual(kept);
  for (const { code, number, state } of closings)
    expect(responseOf(Verification, await server.anonymous.get(`/verifications/${code}`))).toMatchObject({
      code,
      number,
      state,
    });
});

it('P10.140 GET /verification-key returns the address of the public page', async () => {
  const key = responseOf(VerificationKey, await server.anonymous.get('/verification-key'));
  expect(key.page).toBe('https://clinica.example.com/v/');
});
