import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildPerCatalog } from '#contract/catalogs/all.ts';
import { ActivityList } from '#contract/records/evaluation/clinical.ts';
import { SIGN_IN_LIMITS } from '#server/platform/http/callers/sign-in-limit.ts';
import { type ActivityLogEntry, readActivityLog, lastLogSequence } from '../support/activity.ts';
import { CATALOG_BODY_FACTORIES, rowMakers } from '../support/examples/catalog-examples.ts';
import {
  createEvaluation,
  fetchEvaluationDetail,
  evaluationBody,
  idempotencyHeader,
} from '../support/capture.ts';
import {
  type ClinicalFixture,
  addPicture,
  postAttachment,
  attachmentParts,
  fetchFirstOrderId,
  pdf,
  seedReadyEvaluation,
  reopen,
  saveNotes,
  saveOrders,
  seedClinicalFixture,
  sign,
  seedSignedEvaluation,
  fetchEvaluationEtag,
} from '../support/clinical.ts';
import {
  type Caller,
  type Server,
  responseOf,
  errorCodeOf,
  fieldProblemsOf,
  startServer,
} from '../support/server.ts';
import { createUser, putUserPermissions, patchUserStatus } from '../support/users.ts';

let server: Server;
let clinicalFixture: ClinicalFixture;
let doctor: Caller;
let admin: Caller;
beforeAll(async () => {
  server = await startServer('activity', {
    signInLimits: { ...SIGN_IN_LIMITS, perAddress: 100 },
    reports: {
      render: async () => Buffer.from('%PDF'),
      renderOffice: () => Promise.reject(new Error('not used')),
      waiting: () => 0,
      close: async () => undefined,
    },
  });
  clinicalFixture = await seedClinicalFixture(server);
  doctor = await server.as('doctor');
  admin = await server.as('admin');
  // The users sign in here, so that no sign-in is among the log entries of a test.
  for (const person of ['desk', 'nobody', 'doctorMedellin'] as const) await server.as(person);
});
afterAll(() => server.stop());

let lastSeenLogSequence = 0;
const readNewLogEntries = (): Promise<ActivityLogEntry[]> => readActivityLog(server, lastSeenLogSequence);
const readNewActionsWithStatus = async () =>
  (await readNewLogEntries()).map(({ action, status }) => `${action} ${status}`);
const storeLastSequence = async () => {
  lastSeenLogSequence = await lastLogSequence(server);
};
const fetchActivityList = async (query = '') =>
  responseOf(ActivityList, await admin.get(`/activity${query}`));

describe('P10.12 actions that leave a log entry in their own transaction', () => {
  beforeEach(storeLastSequence);

  it('the server logs each sign-in and sign-out with its device', async () => {
    const reply = await server.anonymous.post('/auth/login', {
      json: { email: 'doctor@prueba.demo', password: 'Aguacero-2026' },
      headers: {
        'user-agent':
          'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      },
    });
    const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? '';
    await server.anonymous.post('/auth/logout', { headers: { cookie } });
    await server.anonymous.post('/auth/logout', { headers: { cookie } });
    const written = await readNewLogEntries();
    expect(
      written.map(({ action, user_name, branch_name, device }) => [action, user_name, branch_name, device]),
    ).toEqual([
      ['sign_in', 'Persona doctor', 'Bogotá', 'Safari en iPad'],
      ['sign_out', 'Persona doctor', 'Bogotá', null],
    ]);
  });

  it('the server logs every step of a visit, from reception to the signed documents and the reopening', async () => {
    const id = await seedReadyEvaluation(server, clinicalFixture);
    const orderId = await fetchFirstOrderId(doctor, id);
    await postAttachment(doctor, id, attachmentParts(orderId, pdf()));
    const { exam_orders } = await fetchEvaluationDetail(doctor, id);
    await doctor.get(`/files/${exam_orders[0]?.attachments[0]?.storage_path}`);
    await sign(doctor, id, clinicalFixture.doctors.signer);
    await doctor.get(`/evaluations/${id}/concept-pdf`);
    await doctor.get(`/evaluations/${id}/clinical-history`);
    await reopen(doctor, id);
    expect(
      (await readNewLogEntries()).map(({ action, user_name }) => `${action} ${user_name.slice(8)}`),
    ).toEqual([
      'evaluation_created desk',
      'media_added desk',
      'results_saved doctor',
      'notes_saved doctor',
      'evaluation_read doctor',
      'attachment_added doctor',
      'evaluation_read doctor',
      'file_read doctor',
      'evaluation_signed doctor',
      'concept_downloaded doctor',
      'history_downloaded doctor',
      'evaluation_reopened doctor',
    ]);
    expect(new Set((await readNewLogEntries()).map((line) => line.evaluation_id))).toEqual(new Set([id]));
  });

  it('the server logs a request once when it is repeated under its idempotency key', async () => {
    const receptionist = await server.as('desk');
    const sent = { json: evaluationBody(server), headers: idempotencyHeader() };
    for (let times = 0; times < 3; times += 1) await receptionist.post('/evaluations', sent);
    expect(await readNewActionsWithStatus()).toEqual(['evaluation_created done']);
  });

  it('the server logs no save that changes nothing, no rolled-back save and no 304 response', async () => {
    const id = await seedReadyEvaluation(server, clinicalFixture);
    const tag = await fetchEvaluationEtag(doctor, id);
    await storeLastSequence();
    await saveNotes(doctor, id, [{ note_type: 'concepto', content: 'Apto.' }]);
    await doctor.get(`/evaluations/${id}`, { 'if-none-match': tag });
    const { pool } = server.database;
    await pool.query(`alter table notes add constraint bug check (content <> 'falla')`);
    const reply = await saveNotes(doctor, id, [{ note_type: 'sve', content: 'falla' }]);
    await pool.query('alter table notes drop constraint bug');
    expect([errorCodeOf(reply), await readNewActionsWithStatus()]).toEqual(['internal', []]);
  });

  it('R2 the server logs a prefetched evaluation as a copy to the device, and logs repeated accesses of a user once', async () => {
    const id = await seedReadyEvaluation(server, clinicalFixture);
    const picture = (await fetchEvaluationDetail(doctor, id)).media[0]?.storage_path ?? '';
    await storeLastSequence();
    const unasked = { 'x-prefetch': '1' };
    await doctor.get(`/files/${picture}`, unasked);
    const copy = await doctor.get(`/evaluations/${id}`, unasked);
    const held = { 'if-none-match': String(copy.headers['etag']) };
    await doctor.get(`/evaluations/${id}`, { ...held, ...unasked });
    expect(await readNewActionsWithStatus()).toEqual(['copy_kept done', 'copy_kept done']);
    for (let times = 0; times < 3; times += 1)
      expect((await doctor.get(`/evaluations/${id}`, held)).statusCode).toBe(304);
    expect(await readNewActionsWithStatus()).toEqual([
      'copy_kept done',
      'copy_kept done',
      'evaluation_read done',
    ]);
  });

  it('the server logs a rejected attempt with action and reason, but not when the evaluation does not exist or the caller is not signed in', async () => {
    const id = await seedSignedEvaluation(server, clinicalFixture);
    await storeLastSequence();
    await doctor.get(`/evaluations/${server.clinic.users.desk}`);
    await server.anonymous.get(`/evaluations/${id}`);
    await saveNotes(doctor, id, [{ note_type: 'x', content: '' }]);
    expect(await readNewActionsWithStatus()).toEqual([]);
    await sign(doctor, id, clinicalFixture.doctors.signer);
    await saveOrders(doctor, id, [{ exam_id: clinicalFixture.exams.sight }]);
    await reopen(doctor, id, { 'if-match': '"r1"' });
    await (await server.as('desk')).get(`/evaluations/${id}`);
    await (await server.as('doctorMedellin')).get(`/evaluations/${id}/clinical-history`);
    await (await server.as('nobody')).get(`/evaluations/${id}/concept-pdf`);
    expect(
      (await readNewLogEntries()).map(({ action, status, detail }) => [action, status, detail['code']]),
    ).toEqual([
      ['evaluation_signed', 'refused', 'evaluation_closed'],
      ['results_saved', 'refused', 'evaluation_closed'],
      ['evaluation_reopened', 'refused', 'precondition_failed'],
      ['evaluation_read', 'refused', 'forbidden'],
      ['history_downloaded', 'refused', 'not_found'],
      ['concept_downloaded', 'refused', 'forbidden'],
    ]);
  });

  it('D5 no log entry names or describes a patient', async () => {
    const receptionist = await server.as('desk');
    const id = await createEvaluation(server, receptionist, {
      first_name: 'Zoraida',
      identification_number: '9999888001',
    });
    await addPicture(server, id, 'photo');
    await saveNotes(doctor, id, [{ note_type: 'observaciones', content: 'Hallazgo secreto' }]);
    const written = JSON.stringify(await readNewLogEntries());
    for (const secret of ['Zoraida', '9999888001', 'secreto'])
      expect([secret, written.includes(secret)]).toEqual([secret, false]);
  });
});

describe('GET /activity', () => {
  it('P7.43 GET /activity returns the newest log entries first, in pages without a gap', async () => {
    const { items, total_count } = await fetchActivityList('?page_size=3');
    expect(items.map(({ sequence }) => total_count - sequence)).toEqual([0, 1, 2]);
    expect((await fetchActivityList('?page_size=3&page=2')).items[0]?.sequence).toBe(total_count - 3);
    expect((await fetchActivityList('?page=100000')).items).toEqual([]);
  });

  it('P7.43 GET /activity searches by user, branch and the short id of the evaluation, ignoring case and accents', async () => {
    const id = await seedReadyEvaluation(server, clinicalFixture);
    const short = id.slice(0, 8);
    for (const q of [short, short.toUpperCase(), `${short.slice(0, 5)} doctor`, `${short} bogota`]) {
      const { items, total_count, chain_intact } = await fetchActivityList(`?q=${encodeURIComponent(q)}`);
      expect([q, total_count > 0, chain_intact]).toEqual([q, true, true]);
      expect(new Set(items.map((item) => item.evaluation_id))).toEqual(new Set([id]));
      expect(items[0]?.evaluation).toBe(short.toUpperCase());
    }
    expect((await fetchActivityList(`?q=${short}%25`)).total_count).toBe(0);
  });

  it('P5.2 GET /activity filters the log by status and actions', async () => {
    const signed = await fetchActivityList('?actions=%20evaluation_SIGNED,,evaluation_signed&page_size=100');
    expect(new Set(signed.items.map(({ action }) => action))).toEqual(new Set(['evaluation_signed']));
    const refused = await fetchActivityList('?status=refused&page_size=100');
    expect(new Set(refused.items.map(({ status }) => status))).toEqual(new Set(['refused']));
    const all = (await fetchActivityList()).total_count;
    expect([
      (await fetchActivityList('?status=ALL')).total_count,
      (await fetchActivityList('?status=')).total_count,
    ]).toEqual([all, all]);
    const done = (await fetchActivityList('?status=done')).total_count;
    expect(done + refused.total_count).toBe(all);
  });

  it.each(['status=otro', 'actions=borrar', 'page=0', 'page_size=101', 'q=%00'])(
    'P7.43 GET /activity rejects the query ?%s',
    async (query) => {
      const reply = await admin.get(`/activity?${query}`);
      expect([reply.statusCode, Object.keys(fieldProblemsOf(reply)).length]).toEqual([400, 1]);
    },
  );

  it('P10.12 reading the log adds no log entry', async () => {
    await storeLastSequence();
    await fetchActivityList();
    expect(await readNewActionsWithStatus()).toEqual([]);
  });
});

describe('P10.246 subject of a log entry', () => {
  const entriesOfAction = async (action: string, count = 1) =>
    responseOf(ActivityList, await admin.get(`/activity?actions=${action}&page_size=${count}`)).items.map(
      (item) => item.about,
    );

  it('P10.246 the subject of a log entry about a catalogue is the changed row, with its name and the change', async () => {
    const made = [];
    for (const { path: address, key: kind, body } of Object.values(
      buildPerCatalog(({ path, key }, name) => ({ path, key, body: CATALOG_BODY_FACTORIES[name] })),
    )) {
      const row = (await admin.post(address, { json: body(server) })).json<{ name: string }>();
      made.push({ kind, name: row.name, what: 'created' });
    }
    expect(await entriesOfAction('catalog_changed', made.length)).toEqual(made.toReversed());
  });

  it('P10.246 the subject of a log entry about an exam package is the package, with its evaluation type', async () => {
    const [type, exam] = [
      await rowMakers.evaluationType(admin, { name: 'Con paquete' }),
      await rowMakers.exam(admin),
    ];
    const json = { evaluation_type_id: type.id, job: null, exam_ids: [exam.id] };
    await admin.send('PUT', '/exam-packages', { json });
    expect(await entriesOfAction('catalog_changed')).toEqual([
      { kind: 'exam-packages', name: 'Con paquete', what: 'created' },
    ]);
  });

  it('P10.246 the subject of a log entry about a user is that user, with the present name', async () => {
    const { id } = await createUser(admin, { display_name: 'Rocío Prueba' });
    await putUserPermissions(admin, id, ['view_dashboard']);
    const rocio = { kind: 'users', name: 'Rocío Prueba', what: null };
    expect(await entriesOfAction('user_created')).toEqual([rocio]);
    expect(await entriesOfAction('user_permissions_changed')).toEqual([rocio]);
    await patchUserStatus(admin, id, 'active');
    await patchUserStatus(admin, id, 'suspended');
    expect(await entriesOfAction('user_status_changed', 2)).toEqual([
      { ...rocio, what: 'suspended' },
      { ...rocio, what: 'active' },
    ]);
  });

  it('P10.246 the log entry of a sign-in has no subject, because the entry is about its own author', async () => {
    expect(await entriesOfAction('sign_in')).toEqual([null]);
  });
});
