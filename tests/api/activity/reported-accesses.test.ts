import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ActivityList } from '#contract/records/evaluation/clinical.ts';
import { MAX_ACCESSES_PER_REQUEST, ReportedAccesses } from '#contract/records/offline-accesses.ts';
import { readActivityLog, lastLogSequence } from '../support/activity.ts';
import { createEvaluation, fetchEvaluationDetail } from '../support/capture.ts';
import {
  type ClinicalFixture,
  addPicture,
  postAttachment,
  attachmentParts,
  fetchFirstOrderId,
  pdf,
  seedReadyEvaluation,
  seedClinicalFixture,
  seedSignedEvaluation,
} from '../support/clinical.ts';
import { type Caller, type Server, responseOf, errorCodeOf, startServer } from '../support/server.ts';

let server: Server;
let clinicalFixture: ClinicalFixture;
let doctor: Caller;
let receptionist: Caller;
beforeAll(async () => {
  server = await startServer('told_readings', {
    reports: {
      render: async () => Buffer.from('%PDF'),
      renderOffice: () => Promise.reject(new Error('not used')),
      waiting: () => 0,
      close: async () => undefined,
    },
  });
  clinicalFixture = await seedClinicalFixture(server);
  [doctor, receptionist] = [await server.as('doctor'), await server.as('desk')];
  await server.as('doctorMedellin');
  await server.as('admin');
});
afterAll(() => server.stop());

const READ_AT = '2026-11-20T12:00:00.000Z';
const PREFETCH_HEADER = { 'x-prefetch': '1' };
let lastSeenLogSequence = 0;
const storeLastSequence = async () => {
  lastSeenLogSequence = await lastLogSequence(server);
};
beforeEach(storeLastSequence);
const readNewLogEntries = () => readActivityLog(server, lastSeenLogSequence);

const postAccesses = (readings: readonly object[], caller = doctor, userId = server.clinic.users.doctor) =>
  caller.post('/activity/readings', { json: { user_id: userId, readings } });
const reportAccesses = async (...readings: object[]) =>
  responseOf(ReportedAccesses, await postAccesses(readings));
const createEvaluationAccess = (id: string, read_at = READ_AT) => ({
  what: 'evaluation',
  evaluation_id: id,
  read_at,
});

async function createPrefetchedEvaluation(): Promise<string> {
  const id = await createEvaluation(server, receptionist);
  await doctor.get(`/evaluations/${id}`, PREFETCH_HEADER);
  await storeLastSequence();
  return id;
}

describe('R4 offline access that is reported later', () => {
  it('the report of an offline access adds an access record with the time of the access, and keeps the hash chain intact', async () => {
    const id = await createPrefetchedEvaluation();
    expect(await reportAccesses({ ...createEvaluationAccess(id), left_out: 3 })).toEqual({
      recorded: 1,
      skipped: 0,
    });
    const [line] = await readNewLogEntries();
    expect(line).toMatchObject({
      action: 'evaluation_read',
      status: 'done',
      user_id: server.clinic.users.doctor,
      branch_id: server.clinic.branches.bogota,
      branch_name: 'Bogotá',
      evaluation_id: id,
      detail: { source: 'device', read_at: READ_AT, told_at: READ_AT, left_out: 3 },
    });
    const admin = await server.as('admin');
    const { items, chain_intact } = responseOf(ActivityList, await admin.get('/activity?page_size=5'));
    expect([items[0]?.read_at, items[1]?.read_at, chain_intact]).toEqual([READ_AT, null, true]);
  });

  it('the server records an offline access once when it is reported twice, in one call or in simultaneous calls', async () => {
    const id = await createPrefetchedEvaluation();
    const again = createEvaluationAccess(id.toUpperCase(), '2026-11-20T07:00:00.000-05:00');
    await Promise.all([
      reportAccesses(createEvaluationAccess(id)),
      reportAccesses(createEvaluationAccess(id), again),
      reportAccesses(again),
    ]);
    expect(await reportAccesses(createEvaluationAccess(id))).toEqual({ recorded: 0, skipped: 0 });
    expect(await readNewLogEntries()).toHaveLength(1);
    expect(await reportAccesses(createEvaluationAccess(id, '2026-11-20T13:00:00Z'))).toEqual({
      recorded: 1,
      skipped: 0,
    });
  });

  it('the server records reported accesses of pictures, exam files and documents like online accesses', async () => {
    const id = await seedReadyEvaluation(server, clinicalFixture);
    await postAttachment(doctor, id, attachmentParts(await fetchFirstOrderId(doctor, id), pdf()));
    const { media, exam_orders } = await fetchEvaluationDetail(doctor, id);
    const [picture, attachment] = [media[0], exam_orders[0]?.attachments[0]];
    await doctor.get(`/files/${picture?.storage_path}`, PREFETCH_HEADER);
    await doctor.get(`/files/${attachment?.storage_path}`);
    const closed = await seedSignedEvaluation(server, clinicalFixture);
    await doctor.get(`/evaluations/${closed}/concept-pdf`);
    await doctor.get(`/evaluations/${closed}/clinical-history`);
    await storeLastSequence();
    const accessOf = (evaluation_id: string, what: string, file_id?: string) => ({
      what,
      evaluation_id,
      file_id,
      read_at: READ_AT,
    });
    const reported = await reportAccesses(
      accessOf(id, 'file', picture?.id),
      accessOf(id, 'file', attachment?.id),
      accessOf(closed, 'concept'),
      accessOf(closed, 'history'),
    );
    expect(reported).toEqual({ recorded: 4, skipped: 0 });
    expect((await readNewLogEntries()).map(({ action, detail }) => [action, detail['file'] ?? null])).toEqual(
      [
        ['file_read', picture?.id],
        ['file_read', attachment?.id],
        ['concept_downloaded', null],
        ['history_downloaded', null],
      ],
    );
  });

  it('the server skips reported accesses to unknown records, to records of another branch and to records never sent to the user', async () => {
    const id = await createPrefetchedEvaluation();
    const others = await createEvaluation(server, await server.as('deskMedellin'));
    const never = await createEvaluation(server, receptionist);
    await addPicture(server, id, 'photo');
    await storeLastSequence();
    const picture = { what: 'file', evaluation_id: id, file_id: randomUUID(), read_at: READ_AT };
    const reported = await reportAccesses(
      createEvaluationAccess(randomUUID()),
      createEvaluationAccess(others),
      createEvaluationAccess(never),
      picture,
      { ...createEvaluationAccess(id), what: 'history' },
      createEvaluationAccess(id),
    );
    expect(reported).toEqual({ recorded: 1, skipped: 5 });
    expect((await readNewLogEntries()).map(({ action }) => action)).toEqual(['evaluation_read']);
  });

  it('the server records an offline access even when the user has moved to another branch since', async () => {
    const id = await createPrefetchedEvaluation();
    const { branches, users } = server.clinic;
    const move = async (branch: string) => {
      await server.database.pool.query('update users set branch_id = $1 where id = $2', [
        branch,
        users.doctor,
      ]);
    };
    await move(branches.medellin);
    const reported = await reportAccesses(createEvaluationAccess(id));
    await move(branches.bogota);
    expect(reported).toEqual({ recorded: 1, skipped: 0 });
    expect((await readNewLogEntries()).map(({ branch_name }) => branch_name)).toEqual(['Bogotá']);
  });

  it('S15 the server records an offline access with a wrong clock once, with the server’s time', async () => {
    const id = await createPrefetchedEvaluation();
    for (const reported of ['2999-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z'])
      for (let times = 0; times < 2; times += 1) await reportAccesses(createEvaluationAccess(id, reported));
    const written = await readNewLogEntries();
    expect(written.map(({ detail }) => detail['told_at'])).toEqual([
      '2999-01-01T00:00:00.000Z',
      '1970-01-01T00:00:00.000Z',
    ]);
    for (const { detail } of written)
      expect(Math.abs(Date.parse(String(detail['read_at'])) - Date.now())).toBeLessThan(60_000);
  });

  it('S14 the server rejects reported accesses from the session of another user', async () => {
    const id = await createPrefetchedEvaluation();
    const reply = await postAccesses([createEvaluationAccess(id)], await server.as('doctorMedellin'));
    expect([reply.statusCode, errorCodeOf(reply)]).toEqual([403, 'session_of_another']);
    expect(await readNewLogEntries()).toEqual([]);
  });

  it.each<[string, () => object[]]>([
    ['none', () => []],
    [
      'too many',
      () => Array.from({ length: MAX_ACCESSES_PER_REQUEST + 1 }, () => createEvaluationAccess(randomUUID())),
    ],
    ['a file without its id', () => [{ ...createEvaluationAccess(randomUUID()), what: 'file' }]],
    ['no instant', () => [{ ...createEvaluationAccess(randomUUID()), read_at: 'ayer' }]],
  ])('the server rejects a report of accesses whose list has the fault: %s', async (_what, readings) => {
    expect((await postAccesses(readings())).statusCode).toBe(400);
  });
});

describe('L8 online access to a cached copy', () => {
  it('the server records an online access even after an offline access to the same copy was reported', async () => {
    const id = await createEvaluation(server, receptionist);
    const tag = String((await doctor.get(`/evaluations/${id}`, PREFETCH_HEADER)).headers['etag']);
    await reportAccesses(createEvaluationAccess(id));
    await storeLastSequence();
    await doctor.get(`/evaluations/${id}`, { 'if-none-match': tag });
    expect((await readNewLogEntries()).map(({ action }) => action)).toEqual(['evaluation_read']);
  });

  it('the server logs an access to an unchanged evaluation again when a user opens it again after half a day', async () => {
    const id = await createEvaluation(server, receptionist);
    const tag = String((await doctor.get(`/evaluations/${id}`)).headers['etag']);
    await storeLastSequence();
    const advanceHours = async (count: number) => {
      server.clock.now = new Date(Date.now() + count * 60 * 60_000);
      const open = doctor.get(`/evaluations/${id}`, { 'if-none-match': tag });
      return (await open.finally(() => (server.clock.now = null))).statusCode;
    };
    expect([await advanceHours(11), await advanceHours(13), await advanceHours(14)]).toEqual([304, 304, 304]);
    expect((await readNewLogEntries()).map(({ action }) => action)).toEqual(['evaluation_read']);
  });
});
