import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createEvaluation,
  fetchEvaluationDetail,
  evaluationBody,
  idempotencyHeader,
} from '../support/capture.ts';
import {
  type ClinicalFixture,
  addPicture,
  seedReadyEvaluation,
  reopen,
  saveNotes,
  saveOrders,
  seedClinicalFixture,
  sign,
  seedSignedEvaluation,
  fetchEvaluationEtag,
} from '../support/clinical.ts';
import { correctRegistration } from '../support/corrections.ts';
import { mediaParts } from '../support/files/multipart.ts';
import { getSignaturePng } from '../support/files/pictures.ts';
import { type Caller, type Server, errorCodeOf, rejectionOf, startServer } from '../support/server.ts';

let server: Server;
let clinicalFixture: ClinicalFixture;
let doctor: Caller;
beforeAll(async () => {
  server = await startServer('if_match');
  clinicalFixture = await seedClinicalFixture(server);
  doctor = await server.as('doctor');
});
afterAll(() => server.stop());

const createReadyEvaluation = () => seedReadyEvaluation(server, clinicalFixture);
const newEvaluation = async () => createEvaluation(server, await server.as('desk'));

describe('P10.5 If-Match when two doctors change one evaluation', () => {
  const changes: [string, (id: string, headers: object) => ReturnType<typeof sign>][] = [
    ['notes', (id, headers) => saveNotes(doctor, id, [{ note_type: 'sve', content: 'SVE' }], headers)],
    ['results', (id, headers) => saveOrders(doctor, id, [{ exam_id: clinicalFixture.exams.lungs }], headers)],
    ['signature', (id, headers) => sign(doctor, id, clinicalFixture.doctors.signer, headers)],
  ];

  it.each(changes)(
    'the server rejects a save of %s with the ETag from before another user’s change, and accepts a save with the current ETag',
    async (_name, change) => {
      const id = await createReadyEvaluation();
      const read = await fetchEvaluationEtag(doctor, id);
      const admin = await server.as('admin');
      await saveNotes(admin, id, [{ note_type: 'habitos', content: 'Caminar' }]);
      const theirs = await fetchEvaluationDetail(doctor, id);
      const refused = await change(id, { 'if-match': read });
      expect([refused.statusCode, errorCodeOf(refused)]).toEqual([412, 'precondition_failed']);
      expect(await fetchEvaluationDetail(doctor, id)).toEqual(theirs);
      const now = await fetchEvaluationEtag(doctor, id);
      const reply = await change(id, { 'if-match': now });
      expect(reply.statusCode).toBe(200);
      expect(reply.headers['etag']).toBe(await fetchEvaluationEtag(doctor, id));
      expect(reply.headers['etag']).not.toBe(now);
    },
  );

  it('the server rejects a reopening with an older ETag; a save on a closed evaluation gets the error “closed”, even if its ETag is also old', async () => {
    const id = await seedSignedEvaluation(server, clinicalFixture);
    const note = await saveNotes(doctor, id, [{ note_type: 'sve', content: 'x' }], { 'if-match': '"r1"' });
    expect(rejectionOf(note)).toEqual([409, 'evaluation_closed']);
    expect(rejectionOf(await reopen(doctor, id, { 'if-match': '"r1-x"' }))).toEqual([
      412,
      'precondition_failed',
    ]);
    expect((await reopen(doctor, id, { 'if-match': await fetchEvaluationEtag(doctor, id) })).statusCode).toBe(
      200,
    );
  });

  it('the server accepts an If-Match header that is an asterisk, or has the current ETag as strong, weak or in a list, and rejects other values', async () => {
    const id = await newEvaluation();
    const notes = [{ note_type: 'sve', content: 'SVE' }];
    for (const [pattern, status] of [
      ['*', 200],
      ['W/%', 200],
      ['"otro", %', 200],
      ['"otro"', 412],
      ['r1', 412],
      ['', 412],
    ] as const) {
      const header = pattern.replace('%', await fetchEvaluationEtag(doctor, id));
      const { statusCode } = await saveNotes(doctor, id, notes, { 'if-match': header });
      expect([pattern, statusCode]).toEqual([pattern, status]);
    }
  });

  it('an added picture counts as a new revision, so that doctors sign only data that they have seen', async () => {
    const id = await createReadyEvaluation();
    const read = await fetchEvaluationEtag(doctor, id);
    await addPicture(server, id, 'photo');
    const reply = await sign(doctor, id, clinicalFixture.doctors.signer, { 'if-match': read });
    expect(errorCodeOf(reply)).toBe('precondition_failed');
  });

  it('a name corrected in another registration changes the evaluation’s ETag, but a save with the earlier ETag succeeds', async () => {
    const receptionist = await server.as('desk');
    const patient = { identification_number: '9999777001' };
    const id = await createEvaluation(server, receptionist, { ...patient, first_name: 'Anna' });
    const read = await fetchEvaluationEtag(doctor, id);
    await createEvaluation(server, receptionist, { ...patient, first_name: 'Ana' });
    expect((await doctor.get(`/evaluations/${id}`, { 'if-none-match': read })).statusCode).toBe(200);
    const notes = [{ note_type: 'sve', content: 'x' }];
    expect((await saveNotes(doctor, id, notes, { 'if-match': read })).statusCode).toBe(200);
  });

  describe('R3 status in the response to a save', () => {
    const saves = {
      notes: (id: string, headers: object) =>
        saveNotes(doctor, id, [{ note_type: 'sve', content: 'SVE' }], headers),
      results: (id: string, headers: object) =>
        saveOrders(doctor, id, [{ exam_id: clinicalFixture.exams.lungs, result_notes: 'Normal.' }], headers),
    };

    it.each(Object.keys(saves) as (keyof typeof saves)[])(
      'R3 the response to a save of %s contains the status, and with the state read before it the complete evaluation',
      async (kind) => {
        const id = await newEvaluation();
        const before = await fetchEvaluationDetail(doctor, id);
        const reply = await saves[kind](id, { 'if-match': await fetchEvaluationEtag(doctor, id) });
        const { orders, ...saved } = reply.json<{ orders?: unknown; status?: string }>();
        expect(saved.status).toBe('en_proceso');
        expect({ ...before, ...(orders !== undefined && { exam_orders: orders }), ...saved }).toEqual(
          await fetchEvaluationDetail(doctor, id),
        );
      },
    );

    it('R3 the response to a save contains no status without If-Match or after an unread change of the patient', async () => {
      const receptionist = await server.as('desk');
      const patient = { identification_number: '9999777003' };
      const id = await createEvaluation(server, receptionist, { ...patient, first_name: 'Anna' });
      const read = await fetchEvaluationEtag(doctor, id);
      await createEvaluation(server, receptionist, { ...patient, first_name: 'Ana' });
      for (const headers of [{ 'if-match': read }, {}])
        expect((await saves.notes(id, headers)).json()).not.toHaveProperty('status');
    });
  });

  describe('P10.294 signing after unread changes of the patient data', () => {
    const number = '9999777002';
    let days = 0;
    const birthDateChange = () => ({ birth_date: `1990-05-1${(days += 1)}` });
    const changedBy = {
      correction: async (patient: object) => {
        const other = await createEvaluation(server, await server.as('desk'), patient);
        await correctRegistration(await server.as('desk'), other, { patient: birthDateChange() });
      },
      registration: async (patient: object) => {
        await createEvaluation(server, await server.as('desk'), { ...patient, ...birthDateChange() });
      },
    };
    const patient = { identification_number: number, first_name: 'Ana', last_name: 'Gil' };
    const createSignable = async () => {
      const id = await createEvaluation(server, await server.as('desk'), patient);
      await addPicture(server, id, 'signature');
      await saveOrders(doctor, id, [{ exam_id: clinicalFixture.exams.hearing, result_notes: 'Normal.' }]);
      await saveNotes(doctor, id, [{ note_type: 'concepto', content: 'Apto.' }]);
      return id;
    };
    const signWithTag = async (id: string, tag?: string) => {
      const headers = tag === undefined ? {} : { 'if-match': tag };
      return sign(doctor, id, clinicalFixture.doctors.signer, headers);
    };

    it('P10.294 the server rejects signing after a correction in another evaluation, and accepts it once the doctor has read the changed data', async () => {
      const id = await createSignable();
      const read = await fetchEvaluationEtag(doctor, id);
      await changedBy.correction(patient);
      expect(rejectionOf(await signWithTag(id, read))).toEqual([412, 'precondition_failed']);
      expect((await signWithTag(id, await fetchEvaluationEtag(doctor, id))).statusCode).toBe(200);
    });

    it('P10.294 the server rejects signing with an ETag from before a new registration of the patient, but accepts a client without ETag', async () => {
      const id = await createSignable();
      const read = await fetchEvaluationEtag(doctor, id);
      await changedBy.registration(patient);
      expect(rejectionOf(await signWithTag(id, read))).toEqual([412, 'precondition_failed']);
      expect((await signWithTag(id)).statusCode).toBe(200);
    });

    it('P10.294 the server rejects signing with the ETag from a save of a doctor who has not read the changed patient data', async () => {
      const id = await createSignable();
      const read = await fetchEvaluationEtag(doctor, id);
      await changedBy.correction(patient);
      let tag = read;
      for (const content of ['Uno', 'Dos']) {
        const saved = await saveNotes(doctor, id, [{ note_type: 'sve', content }], { 'if-match': tag });
        expect(saved.statusCode).toBe(200);
        tag = String(saved.headers['etag']);
      }
      expect(rejectionOf(await signWithTag(id, tag))).toEqual([412, 'precondition_failed']);
      expect((await doctor.get(`/evaluations/${id}`, { 'if-none-match': tag })).statusCode).toBe(200);
      expect((await signWithTag(id, await fetchEvaluationEtag(doctor, id))).statusCode).toBe(200);
    });
  });
});

describe('GET /evaluations/:id', () => {
  it('P7.12 GET /evaluations/:id responds 304 to a reader with the current ETag, and forbids caching', async () => {
    const id = await newEvaluation();
    const tag = await fetchEvaluationEtag(doctor, id);
    const again = await doctor.get(`/evaluations/${id}`, { 'if-none-match': tag });
    expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', tag]);
    expect(again.headers['cache-control']).toBe('no-store');
  });

  it('P7.12 GET /evaluations/:id names the pictures that have not arrived from the device that confirmed the evaluation', async () => {
    const receptionist = await server.as('desk');
    const reply = await receptionist.post('/evaluations', {
      json: evaluationBody(server),
      headers: idempotencyHeader(),
    });
    const { id } = reply.json<{ id: string }>();
    expect((await fetchEvaluationDetail(doctor, id)).pending_media).toEqual(['photo', 'signature']);
    await receptionist.post(`/evaluations/${id}/media`, {
      parts: mediaParts('signature', await getSignaturePng()),
    });
    expect((await fetchEvaluationDetail(doctor, id)).pending_media).toEqual(['photo']);
    expect((await fetchEvaluationDetail(doctor, await newEvaluation())).pending_media).toEqual([]);
  });
});
