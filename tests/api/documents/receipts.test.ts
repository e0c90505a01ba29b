import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import type { ReportInput } from '#server/documents/reports/input/input.ts';
import { fetchEvaluationDetail } from '../support/capture.ts';
import {
  type ClinicalFixture,
  sendReceipt,
  seedReadyEvaluation,
  receiptParts,
  reopen,
  seedClinicalFixture,
  sign,
  seedSignedEvaluation,
} from '../support/clinical.ts';
import { photo, getSignaturePng } from '../support/files/pictures.ts';
import { type Caller, type Server, responseOf, rejectionOf, startServer } from '../support/server.ts';

const renderRequests: { kind: string; input: ReportInput }[] = [];
let server: Server;
let clinicalFixture: ClinicalFixture;
let doctor: Caller;
let drawnSignature: Buffer;
let otherSignature: Buffer;
beforeAll(async () => {
  server = await startServer('receipts', {
    reports: {
      render: async (kind, input) => {
        renderRequests.push({ kind, input });
        return Buffer.from('%PDF-1.7 de prueba');
      },
      renderOffice: () => Promise.reject(new Error('not used')),
      waiting: () => 0,
      close: async () => undefined,
    },
  });
  clinicalFixture = await seedClinicalFixture(server);
  doctor = await server.as('doctor');
  [drawnSignature, otherSignature] = [await getSignaturePng(), await photo(3)];
});
afterAll(() => server.stop());

const readReceiptRows = async (id: string) =>
  (await server.database.pool.query('select * from receipts where evaluation_id = $1', [id])).rows;
const readHandoverLogDetails = async (id: string): Promise<unknown[]> =>
  (
    await server.database.pool.query(
      `select detail from activity where evaluation_id = $1 and action = 'documents_handed_over' and status = 'done'`,
      [id],
    )
  ).rows;

describe('P10.143 document receipt signed by the patient', () => {
  it('the server stores a document receipt with the signed version, logs it, and prints its signature in the clinical history', async () => {
    const id = await seedSignedEvaluation(server, clinicalFixture);
    expect((await fetchEvaluationDetail(doctor, id)).closings?.[0]?.receipt).toBeNull();
    const at = new Date('2026-11-23T15:04:05Z');
    server.clock.now = at;
    const reply = await sendReceipt(
      doctor,
      id,
      receiptParts(drawnSignature, { items: 'results, concept,concept' }),
    );
    server.clock.now = null;
    const receipt = {
      items: ['results', 'concept'],
      received_at: at.toISOString(),
      handed_by: 'Persona doctor',
    };
    expect(responseOf(Evaluation, reply).closings?.[0]?.receipt).toEqual(receipt);
    expect(reply.headers['etag']).toBe((await doctor.get(`/evaluations/${id}`)).headers['etag']);
    expect(await readHandoverLogDetails(id)).toEqual([{ detail: { version: 1, items: 'results,concept' } }]);
    renderRequests.length = 0;
    await doctor.get(`/evaluations/${id}/clinical-history`);
    expect(renderRequests[0]?.input.versions[0]?.receipt).toMatchObject({
      items: ['results', 'concept'],
      handed_by: 'Persona doctor',
    });
    expect(renderRequests[0]?.input.pictures.receipt_signatures.map(({ version }) => version)).toEqual([1]);
  });

  it('the server stores a document receipt once when it is sent twice, and rejects one with another signature', async () => {
    const id = await seedSignedEvaluation(server, clinicalFixture);
    const replies = await Promise.all([
      sendReceipt(doctor, id, receiptParts(drawnSignature)),
      sendReceipt(doctor, id, receiptParts(drawnSignature)),
    ]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(rejectionOf(await sendReceipt(doctor, id, receiptParts(otherSignature)))).toEqual([
      409,
      'media_exists',
    ]);
    expect(await readReceiptRows(id)).toHaveLength(1);
    expect(await readHandoverLogDetails(id)).toHaveLength(1);
  });

  it('the server accepts a document receipt only for the valid signed version, not for an open evaluation or an earlier version', async () => {
    const id = await seedReadyEvaluation(server, clinicalFixture);
    expect(rejectionOf(await sendReceipt(doctor, id, receiptParts(drawnSignature)))).toEqual([
      409,
      'evaluation_open',
    ]);
    await sign(doctor, id, clinicalFixture.doctors.signer);
    await sendReceipt(doctor, id, receiptParts(drawnSignature));
    await reopen(doctor, id);
    await sign(doctor, id, clinicalFixture.doctors.plain);
    expect(rejectionOf(await sendReceipt(doctor, id, receiptParts(drawnSignature)))).toEqual([
      412,
      'precondition_failed',
    ]);
    await sendReceipt(doctor, id, receiptParts(otherSignature, { version: '2' }));
    const { closings } = await fetchEvaluationDetail(doctor, id);
    expect(closings?.map(({ version, receipt }) => [version, receipt?.items])).toEqual([
      [2, ['concept']],
      [1, ['concept']],
    ]);
  });

  it('the server rejects a document receipt with empty or unknown documents or an invalid version, and names the field', async () => {
    const id = await seedSignedEvaluation(server, clinicalFixture);
    for (const [fields, field] of [
      [{ items: '' }, 'items'],
      [{ items: 'concept,diagnosis' }, 'items'],
      [{ version: '0' }, 'version'],
      [{ version: '1.5' }, 'version'],
    ] as const) {
      const reply = await sendReceipt(doctor, id, receiptParts(drawnSignature, fields));
      expect(rejectionOf(reply)).toEqual([400, 'validation_failed']);
      expect(reply.json<{ details: { field: string }[] }>().details).toMatchObject([{ field }]);
    }
    expect(await readReceiptRows(id)).toEqual([]);
  });

  it('the database rejects changes and deletions of a document receipt', async () => {
    const id = await seedSignedEvaluation(server, clinicalFixture);
    await sendReceipt(doctor, id, receiptParts(drawnSignature));
    for (const statement of [
      'delete from receipts',
      'truncate receipts',
      `update receipts set items = '{history}'`,
    ])
      await expect(server.database.pool.query(statement)).rejects.toThrow('append-only');
  });
});
