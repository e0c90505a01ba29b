// @module-tag landing
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHORT_REASON_MESSAGE } from '#contract/primitives.ts';
import { type SignedVersion, Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { sha256Of } from '#server/platform/files/store.ts';
import { pdfTextOf } from '#tests/support/documents/poppler.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { fetchEvaluationDetail } from '../support/capture.ts';
import {
  type ClinicalFixture,
  clarify,
  signedVersionsOf,
  seedReadyEvaluation,
  reopen,
  seedClinicalFixture,
  sign,
  seedSignedEvaluation,
  fetchEvaluationEtag,
} from '../support/clinical.ts';
import {
  type Caller,
  type Server,
  type Reply,
  responseOf,
  errorCodeOf,
  fieldProblemsOf,
  rejectionOf,
  startServer,
  statusesOf,
} from '../support/server.ts';

let server: Server;
let clinicalFixture: ClinicalFixture;
let doctor: Caller;
let admin: Caller;
beforeAll(async () => {
  server = await startServer('after_closing');
  clinicalFixture = await seedClinicalFixture(server);
  doctor = await server.as('doctor');
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const createSignedEvaluation = () => seedSignedEvaluation(server, clinicalFixture);
const reopenWith = (id: string, reason: unknown): Promise<Reply> =>
  doctor.post(`/evaluations/${id}/reopen`, { json: { reason } });
const fetchSignedVersions = async (id: string): Promise<SignedVersion[]> =>
  (await fetchEvaluationDetail(doctor, id)).closings ?? [];
const JSON_HEADERS = { 'content-type': 'application/json' };
const digest = (text: string) => sha256Of(Buffer.from(text));

describe('P10.136 reason for reopening', () => {
  it('P10.136 P10.137 the server stores the reason for a reopening with the signed version, next to the signer; the log has only a digest of the reason', async () => {
    const id = await createSignedEvaluation();
    const reason = 'Faltó la visiometría';
    const lines = await collectNewLogEntries(server, async () => {
      responseOf(Evaluation, await reopenWith(id, ` ${reason} `));
    });
    expect(lines).toEqual([['evaluation_reopened', 'done', { version: 1, reason_sha256: digest(reason) }]]);
    await sign(doctor, id, clinicalFixture.doctors.signer);
    await reopen(admin, id);
    const reported = await fetchSignedVersions(id);
    expect(reported.map(({ signed_by: by }) => by)).toEqual(['Persona doctor', 'Persona doctor']);
    expect(reported.map(({ version, state, reopened }) => [version, state, reopened])).toEqual([
      [2, 'anulada', { at: expect.any(String), by: 'Persona admin', reason: null }],
      [1, 'reemplazada', { at: expect.any(String), by: 'Persona doctor', reason }],
    ]);
  });

  it('P10.136 P7.16 the reason for a reopening is optional for a base-contract client, whether it is omitted, null or empty', async () => {
    const id = await createSignedEvaluation();
    const ways = [{}, { json: { reason: undefined } }, { json: { reason: null } }, { headers: JSON_HEADERS }];
    for (const sent of ways) {
      expect((await doctor.post(`/evaluations/${id}/reopen`, sent)).statusCode).toBe(200);
      await sign(doctor, id, clinicalFixture.doctors.signer);
    }
    expect(fieldProblemsOf(await reopenWith(id, 'x'.repeat(501)))).toEqual({
      reason: 'Máximo 500 caracteres.',
    });
  });

  it('P10.234 the server rejects a reason of one letter, but still returns such a reason if it is already stored', async () => {
    const id = await createSignedEvaluation();
    const reply = await reopenWith(id, ' x ');
    expect([reply.statusCode, fieldProblemsOf(reply)]).toEqual([400, { reason: SHORT_REASON_MESSAGE }]);
    expect((await fetchEvaluationDetail(doctor, id)).status).toBe('cerrada');
    await reopen(doctor, id);
    await server.database.pool.query('alter table reopenings disable trigger user');
    await server.database.pool.query("update reopenings set reason = 'x' where evaluation_id = $1", [id]);
    await server.database.pool.query('alter table reopenings enable trigger user');
    expect((await fetchSignedVersions(id)).map(({ reopened }) => reopened?.reason)).toEqual(['x']);
  });
});

describe('P10.138 clarification of a closed evaluation', () => {
  const text = 'La audiometría se tomó\nsin protector';

  it('P10.138 a clarification leaves the signed version unchanged, and only the clinical history prints it, with author and time', async () => {
    const id = await createSignedEvaluation();
    const concept = await doctor.get(`/evaluations/${id}/concept-pdf`);
    const [before] = await signedVersionsOf(server, id);
    const lines = await collectNewLogEntries(server, async () => {
      const evaluation = responseOf(Evaluation, await clarify(doctor, id, text));
      expect([evaluation.status, evaluation.closings?.[0]?.clarifications]).toEqual([
        'cerrada',
        [{ content: text, at: expect.any(String), by: 'Persona doctor' }],
      ]);
    });
    expect(lines).toEqual([
      ['clarification_added', 'done', { version: 1, number: 1, content_sha256: digest(text) }],
    ]);
    expect(await signedVersionsOf(server, id)).toEqual([before]);
    const history = await pdfTextOf((await doctor.get(`/evaluations/${id}/clinical-history`)).rawPayload);
    expect(history).toContain('Nota aclaratoria a la versión 1 · Persona doctor');
    expect(history).toContain('sin protector');
    const again = await doctor.get(`/evaluations/${id}/concept-pdf`);
    expect(again.rawPayload.equals(concept.rawPayload)).toBe(true);
  });

  it('P10.136 P10.138 a clarification stays with its signed version; the database rejects changes and deletions of clarifications and reasons, even by the server', async () => {
    const id = await createSignedEvaluation();
    await clarify(doctor, id, 'De la primera');
    await reopen(doctor, id);
    await sign(doctor, id, clinicalFixture.doctors.signer);
    await clarify(doctor, id, 'De la segunda');
    expect(
      (await fetchSignedVersions(id)).map(({ clarifications }) =>
        clarifications?.map(({ content }) => content),
      ),
    ).toEqual([['De la segunda'], ['De la primera']]);
    for (const table of ['reopenings', 'clarifications'])
      for (const statement of [
        `update ${table} set by_name = 'Otra'`,
        `delete from ${table}`,
        `truncate ${table}`,
      ])
        await expect(server.database.pool.query(statement)).rejects.toThrow('append-only');
  });

  it('P10.138 the server rejects a clarification of an open evaluation, an empty or too long one, and the twenty-first one', async () => {
    const open = await seedReadyEvaluation(server, clinicalFixture);
    expect(rejectionOf(await clarify(doctor, open, text))).toEqual([409, 'evaluation_open']);
    const id = await createSignedEvaluation();
    expect(fieldProblemsOf(await clarify(doctor, id, '\u200b '))).toEqual({
      content: 'Escribe la nota aclaratoria.',
    });
    expect(fieldProblemsOf(await clarify(doctor, id, 'x'.repeat(2_001)))).toEqual({
      content: 'Máximo 2000 caracteres.',
    });
    for (let number = 1; number <= 20; number += 1)
      expect((await clarify(doctor, id, `Nota ${number}`)).statusCode).toBe(201);
    expect(fieldProblemsOf(await clarify(doctor, id, 'Una más'))['content']).toMatch(
      /^Un cierre lleva 20 notas/,
    );
  });

  it('P10.138 the server stores a clarification once when two requests send it with the same ETag', async () => {
    const id = await createSignedEvaluation();
    const headers = { 'if-match': await fetchEvaluationEtag(doctor, id) };
    const replies = await Promise.all([
      clarify(doctor, id, text, headers),
      clarify(admin, id, text, headers),
    ]);
    expect(statusesOf(replies)).toEqual([201, 412]);
    expect((await fetchSignedVersions(id))[0]?.clarifications).toHaveLength(1);
  });
});

describe('P10.5 P10.137 simultaneous changes of a closed evaluation', () => {
  const rounds = [1, 2];

  it.each(rounds)(
    'P10.5 an evaluation is either only reopened, or reopened and then signed, when both requests arrive at the same time (%i)',
    async () => {
      const id = await createSignedEvaluation();
      const [opened, closed] = await Promise.all([
        reopenWith(id, 'Se corrige'),
        sign(admin, id, clinicalFixture.doctors.plain),
      ]);
      expect(opened.statusCode).toBe(200);
      const isSignedAfter = closed.statusCode === 200;
      if (!isSignedAfter) expect(errorCodeOf(closed)).toBe('evaluation_closed');
      const { status, version } = await fetchEvaluationDetail(doctor, id);
      expect([status, version]).toEqual(isSignedAfter ? ['cerrada', 2] : ['en_proceso', 1]);
      expect((await signedVersionsOf(server, id)).length).toBe(version);
      expect((await fetchSignedVersions(id)).map(({ state }) => state)).toEqual(
        isSignedAfter ? ['vigente', 'reemplazada'] : ['anulada'],
      );
    },
  );

  it.each(rounds)(
    'P10.5 the server keeps the reason of only one of two simultaneous reopenings (%i)',
    async () => {
      const id = await createSignedEvaluation();
      const replies = await Promise.all([
        reopenWith(id, 'Faltó un examen'),
        admin.post(`/evaluations/${id}/reopen`, { json: { reason: 'Otra vez lo mismo' } }),
      ]);
      expect(statusesOf(replies)).toEqual([200, 409]);
      const { rows } = await server.database.pool.query(
        'select reason from reopenings where evaluation_id = $1',
        [id],
      );
      expect(rows).toHaveLength(1);
    },
  );
});
