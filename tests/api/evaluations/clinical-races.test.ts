// @module-tag landing
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { fetchEvaluationDetail } from '../support/capture.ts';
import {
  type ClinicalFixture,
  postAttachment,
  attachmentParts,
  signedVersionsOf,
  fetchFirstOrderId,
  pdf,
  seedReadyEvaluation,
  saveNotes,
  seedClinicalFixture,
  sign,
  fetchEvaluationEtag,
} from '../support/clinical.ts';
import { holdLocks, countStatementsWaitingForLock } from '../support/locks.ts';
import {
  type Caller,
  type Server,
  type Reply,
  responseOf,
  errorCodeOf,
  fieldProblemsOf,
  startServer,
} from '../support/server.ts';

let server: Server;
let clinicalFixture: ClinicalFixture;
let doctor: Caller;
beforeAll(async () => {
  server = await startServer('clinical_races');
  clinicalFixture = await seedClinicalFixture(server);
  doctor = await server.as('doctor');
});
afterAll(() => server.stop());

const createReadyEvaluation = () => seedReadyEvaluation(server, clinicalFixture);
const statusOf = (reply: Reply) => reply.statusCode;
const ascending = (a: number, b: number) => a - b;

describe('P10.5 simultaneous changes of an evaluation', () => {
  const rounds = [1, 2];

  it.each(rounds)(
    'the server creates exactly one signed version when two doctors sign at the same time (%i)',
    async () => {
      const id = await createReadyEvaluation();
      const admin = await server.as('admin');
      const replies = await Promise.all([
        sign(doctor, id, clinicalFixture.doctors.signer),
        sign(admin, id, clinicalFixture.doctors.plain),
      ]);
      expect(replies.map(statusOf).toSorted(ascending)).toEqual([200, 409]);
      const winner = replies.find((reply) => reply.statusCode === 200);
      const closings = await signedVersionsOf(server, id);
      expect(closings).toHaveLength(1);
      expect(closings[0]?.['doctor_id']).toBe(winner && responseOf(Evaluation, winner).doctor?.id);
    },
  );

  it.each(rounds)(
    'a save during a signing is either part of the signed version or rejected (%i)',
    async () => {
      const id = await createReadyEvaluation();
      const admin = await server.as('admin');
      const [saved, signed] = await Promise.all([
        saveNotes(admin, id, [{ note_type: 'sve', content: 'SVE auditivo' }]),
        sign(doctor, id, clinicalFixture.doctors.signer),
      ]);
      expect(signed.statusCode).toBe(200);
      const inSignedVersion = (await signedVersionsOf(server, id))[0]?.content.notes.some(
        (note) => note.note_type === 'sve',
      );
      const inEvaluation = (await fetchEvaluationDetail(doctor, id)).notes.some(
        (note) => note.note_type === 'sve',
      );
      const isSaved = saved.statusCode === 200;
      expect([isSaved ? 200 : errorCodeOf(saved), inSignedVersion, inEvaluation]).toEqual([
        isSaved ? 200 : 'evaluation_closed',
        isSaved,
        isSaved,
      ]);
    },
  );

  it.each(rounds)(
    'a file attached during a signing is either part of the signed version or rejected (%i)',
    async () => {
      const id = await createReadyEvaluation();
      const parts = attachmentParts(await fetchFirstOrderId(doctor, id), pdf());
      const [attached, signed] = await Promise.all([
        postAttachment(await server.as('admin'), id, parts),
        sign(doctor, id, clinicalFixture.doctors.signer),
      ]);
      expect(signed.statusCode).toBe(200);
      const signedFiles = (await signedVersionsOf(server, id))[0]?.content.exam_orders[0]?.attachments.length;
      const kept = (await fetchEvaluationDetail(doctor, id)).exam_orders[0]?.attachments.length;
      expect([signedFiles, kept]).toEqual(attached.statusCode === 201 ? [1, 1] : [0, 0]);
      if (attached.statusCode !== 201) expect(errorCodeOf(attached)).toBe('evaluation_closed');
    },
  );

  it('the server accepts one of two saves with the same ETag and rejects the other', async () => {
    const id = await createReadyEvaluation();
    const headers = { 'if-match': await fetchEvaluationEtag(doctor, id) };
    const replies = await Promise.all(
      ['uno', 'dos'].map((content) => saveNotes(doctor, id, [{ note_type: 'sve', content }], headers)),
    );
    expect(replies.map(statusOf).toSorted(ascending)).toEqual([200, 412]);
  });

  it('the server rejects a signing when another transaction deactivates the doctor while the signing waits', async () => {
    const id = await createReadyEvaluation();
    const { pool } = server.database;
    const release = await holdLocks(
      server,
      `update doctors set is_active = false where id = '${clinicalFixture.doctors.plain}'`,
    );
    const signing = sign(doctor, id, clinicalFixture.doctors.plain);
    await expect.poll(() => countStatementsWaitingForLock(server)).toBe(1);
    await release();
    expect(fieldProblemsOf(await signing)).toEqual({ doctor_id: 'El médico está inactivo. Elige otro.' });
    await pool.query('update doctors set is_active = true where id = $1', [clinicalFixture.doctors.plain]);
  });
});
