import fs from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskFileStore } from '#server/platform/files/disk-files.ts';
import { sweepOrphans } from '#server/sweep-files.ts';
import type { ReportInput } from '#server/documents/reports/input/input.ts';
import { createEvaluation } from '../support/capture.ts';
import {
  type ClinicalFixture,
  addPicture,
  seedReadyEvaluation,
  reopen,
  saveNotes,
  seedClinicalFixture,
  sign,
  seedSignedEvaluation,
} from '../support/clinical.ts';
import { type Caller, type Server, errorCodeOf, startServer } from '../support/server.ts';

const DOCUMENT_CALLS = [
  ['concept-pdf', 'concepto', 'concept'],
  ['clinical-history', 'historia_clinica', 'history'],
] as const;

/** Recorded calls of the fake renderer, which makes no document and fails if `failure` is set. */
const renderRequests: { kind: string; input: ReportInput }[] = [];
let renderFailure: Error | null = null;
let server: Server;
let clinicalFixture: ClinicalFixture;
let doctor: Caller;
beforeAll(async () => {
  server = await startServer('documents', {
    reports: {
      render: async (kind, input) => {
        if (renderFailure) throw renderFailure;
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
});
afterAll(() => server.stop());

const getDocumentReply = (id: string, call: string, headers = {}) =>
  doctor.get(`/evaluations/${id}/${call}`, headers);
const countDocumentDownloads = async (id: string, kind: string) =>
  (
    await server.database.pool.query('select 1 from activity where evaluation_id = $1 and action = $2', [
      id,
      `${kind}_downloaded`,
    ])
  ).rowCount;
async function requestAndGetReportInput(id: string, call = 'clinical-history'): Promise<ReportInput> {
  renderRequests.length = 0;
  expect((await getDocumentReply(id, call)).statusCode).toBe(200);
  const [order] = renderRequests;
  if (!order) throw new Error('The renderer was not asked');
  return order.input;
}

describe('documents of an evaluation', () => {
  it('P7.17 P9.18 documents are PDFs with fixed file names and are not cached; when rendering fails, the server responds 500 and logs no download', async () => {
    const id = await seedSignedEvaluation(server, clinicalFixture);
    for (const [call, fileName, kind] of DOCUMENT_CALLS) {
      renderFailure = new Error('the thread broke');
      const broken = await getDocumentReply(id, call);
      renderFailure = null;
      expect([broken.statusCode, errorCodeOf(broken), await countDocumentDownloads(id, kind)]).toEqual([
        500,
        'internal',
        0,
      ]);
      renderRequests.length = 0;
      const reply = await getDocumentReply(id.toUpperCase(), call);
      expect(reply.statusCode).toBe(200);
      expect(reply.headers).toMatchObject({
        'content-type': 'application/pdf',
        'cache-control': 'private, no-store',
        'content-disposition': `attachment; filename="${fileName}_${id.slice(0, 8)}.pdf"`,
      });
      expect([renderRequests.map((order) => order.kind), await countDocumentDownloads(id, kind)]).toEqual([
        [kind],
        1,
      ]);
    }
  });

  it('P4.7 P8.14 the server rejects the document of a pending, in-process, reopened or unknown evaluation with the text of the base contract', async () => {
    const reopened = await seedSignedEvaluation(server, clinicalFixture);
    await reopen(doctor, reopened);
    const open = [
      await createEvaluation(server, await server.as('desk')),
      await seedReadyEvaluation(server, clinicalFixture),
      reopened,
    ];
    for (const [call, , kind] of DOCUMENT_CALLS) {
      const what = kind === 'concept' ? 'el concepto' : 'la historia clínica';
      const message = `La evaluación debe estar cerrada para generar ${what}.`;
      for (const id of open) {
        const reply = await getDocumentReply(id, call);
        expect([reply.statusCode, reply.json()]).toEqual([
          409,
          { code: 'evaluation_open', message, details: [] },
        ]);
      }
      const none = await getDocumentReply('00000000-0000-4000-8000-000000000000', call);
      expect([none.statusCode, none.json()]).toEqual([
        404,
        { code: 'not_found', message: 'Identificador de evaluación no disponible.', details: [] },
      ]);
    }
  });
});

describe('P10.8 content of a document', () => {
  it('a document is made from the signed version, its pictures, the letterhead, the requesting user and the time', async () => {
    const id = await seedReadyEvaluation(server, clinicalFixture);
    await addPicture(server, id, 'photo');
    await sign(doctor, id, clinicalFixture.doctors.signer);
    const now = new Date(Date.now() + 60_000);
    server.clock.now = now;
    const input = await requestAndGetReportInput(id);
    server.clock.now = null;
    expect(input).toMatchObject({
      closing: { version: 1, doctor: { name: 'Dra. Nury Peña' }, patient: { first_name: 'Ana' } },
      branding: { branch_name: 'Bogotá', company_name: 'IPS de Prueba (DEMO)', contact_phone: '601' },
      request: { by: 'Persona doctor', at: now.toISOString() },
    });
    expect(input.content_sha256).toMatch(/^[0-9a-f]{64}$/);
    const { receipt_signatures: received, ...pictures } = input.pictures;
    expect([received, input.versions.map(({ receipt }) => receipt)]).toEqual([[], [null]]);
    for (const picture of Object.values(pictures)) expect(picture?.byteLength).toBeGreaterThan(100);
  });

  it('a document contains no picture added after the signing, and comes from the latest signed version', async () => {
    const id = await seedReadyEvaluation(server, clinicalFixture);
    await sign(doctor, id, clinicalFixture.doctors.plain);
    await addPicture(server, id, 'photo');
    expect((await requestAndGetReportInput(id)).pictures).toMatchObject({
      patient_photo: null,
      doctor_signature: null,
    });
    await reopen(doctor, id);
    await saveNotes(doctor, id, [{ note_type: 'concepto', content: 'Aplazado.' }]);
    await sign(doctor, id, clinicalFixture.doctors.plain);
    const { closing } = await requestAndGetReportInput(id);
    expect([closing.version, closing.notes[0]?.content]).toEqual([2, 'Aplazado.']);
  });

  it('a document stays as signed when patient, exam, company and doctor change later and files are swept', async () => {
    const { pool } = server.database;
    const id = await seedSignedEvaluation(server, clinicalFixture);
    const before = await requestAndGetReportInput(id);
    await pool.query(`update patients set first_name = 'Otra'`);
    await pool.query(`update exams set name = 'Otro examen' where id = $1`, [clinicalFixture.exams.hearing]);
    await pool.query(`update companies set name = 'Otra empresa' where id = $1`, [
      server.clinic.companies.builder,
    ]);
    await pool.query(
      `update doctors set name = 'Otro médico', license_number = 'X', signature_key = null where id = $1`,
      [clinicalFixture.doctors.signer],
    );
    const inTwoHours = new Date(Date.now() + 2 * 60 * 60_000);
    expect(await sweepOrphans(pool, createDiskFileStore(server.filesDir), inTwoHours)).toBe(0);
    const after = await requestAndGetReportInput(id);
    expect(before.pictures.doctor_signature).not.toBeNull();
    expect(after.closing).toEqual(before.closing);
    expect(after.pictures).toEqual(before.pictures);
    expect(after.content_sha256).toBe(before.content_sha256);
  });

  it('the server makes no document when the signed version in the database or a picture on the disk was altered', async () => {
    const { pool } = server.database;
    const id = await seedSignedEvaluation(server, clinicalFixture);
    const { rows } = await pool.query<{ storage_path: string }>(
      'select storage_path from media where evaluation_id = $1',
      [id],
    );
    const file = path.join(server.filesDir, rows[0]?.storage_path ?? '');
    const kept = await fs.readFile(file);
    await fs.writeFile(file, 'otra firma');
    expect(errorCodeOf(await getDocumentReply(id, 'concept-pdf'))).toBe('internal');
    await fs.writeFile(file, kept);
    expect((await getDocumentReply(id, 'concept-pdf')).statusCode).toBe(200);
    await pool.query('alter table closings disable trigger closings_append_only');
    await pool.query(
      `update closings set content = jsonb_set(content, '{notes,0,content}', '"No apto."') where evaluation_id = $1`,
      [id],
    );
    await pool.query('alter table closings enable trigger closings_append_only');
    expect(errorCodeOf(await getDocumentReply(id, 'concept-pdf'))).toBe('internal');
  });
});
