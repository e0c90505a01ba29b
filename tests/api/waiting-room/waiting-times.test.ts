import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { WaitingTimes } from '#contract/records/waiting-room.ts';
import { createEvaluation } from '../support/capture.ts';
import {
  type ClinicalFixture,
  makeEvaluationSignable,
  saveNotes,
  saveOrders,
  seedClinicalFixture,
  sign,
} from '../support/clinical.ts';
import { type Caller, type Server, responseOf, startServer } from '../support/server.ts';

let server: Server;
let admin: Caller;
let doctor: Caller;
let receptionist: Caller;
let clinicalFixture: ClinicalFixture;
beforeAll(async () => {
  server = await startServer('waiting_times');
  [admin, doctor, receptionist] = [
    await server.as('admin'),
    await server.as('doctor'),
    await server.as('desk'),
  ];
  clinicalFixture = await seedClinicalFixture(server);
});
afterAll(() => server.stop());
beforeEach(() => {
  server.clock.now = new Date();
});

const advanceClock = (ms: number) => {
  server.clock.now = new Date((server.clock.now ?? new Date()).getTime() + ms);
};

const careStartOf = async (id: string) =>
  (
    await server.database.pool.query<{ at: Date | null }>(
      'select care_started_at as at from evaluations where id = $1',
      [id],
    )
  ).rows[0]?.at;
const saveResult = (id: string) =>
  saveOrders(doctor, id, [{ exam_id: clinicalFixture.exams.sight, result_notes: 'Normal.' }]);

it('P10.401 the dashboard counts patients by the hour of their registration, with median and longest wait until the call or the start of care', async () => {
  await server.database.pool.query("update evaluations set started_at = started_at - interval '30 days'");
  server.clock.now = new Date('2026-03-10T18:00:00Z');
  const ids = [];
  for (let nth = 0; nth < 5; nth += 1) ids.push(await createEvaluation(server, receptionist));
  const set = (id: string | undefined, started: string, attended: string | null, called: string | null) =>
    server.database.pool.query(
      `with evaluation as (update evaluations set started_at = $2, care_started_at = $3 where id = $1 returning id)
        insert into waiting_calls (id, branch_id, evaluation_id, room, called_by, called_at)
        select gen_random_uuid(), $5, id, 'C 1', $6, $4::timestamptz from evaluation where $4::timestamptz is not null`,
      [id, started, attended, called, server.clinic.branches.bogota, server.clinic.users.doctor],
    );
  await set(ids[0], '2026-03-10T07:10:00-05:00', '2026-03-10T07:50:00-05:00', '2026-03-10T07:20:00-05:00');
  await set(ids[1], '2026-03-10T07:30:00-05:00', '2026-03-10T08:00:00-05:00', null);
  await set(ids[2], '2026-03-05T07:30:00-05:00', null, '2026-03-05T07:32:00-05:00');
  await set(ids[3], '2026-03-10T09:00:00-05:00', null, null);
  await set(ids[4], '2026-03-09T09:00:00-05:00', '2026-03-10T09:00:00-05:00', null);
  const reply = await admin.get('/dashboard/waiting-times');
  expect(responseOf(WaitingTimes, reply).hours).toEqual([
    {
      hour: 7,
      today: { count: 2, median_minutes: 20, longest_minutes: 30 },
      week: { count: 3, median_minutes: 10, longest_minutes: 30 },
    },
  ]);
  expect(reply.body).not.toContain(ids[0]);
});

it('P10.401 the first saved result sets the start of care, and neither signing nor reopening changes this time', async () => {
  const id = await createEvaluation(server, receptionist);
  expect(await careStartOf(id)).toBeNull();
  advanceClock(60_000);
  expect((await saveResult(id)).statusCode).toBe(200);
  const first = server.clock.now;
  expect(await careStartOf(id)).toEqual(first);
  advanceClock(60_000);
  await makeEvaluationSignable(server, clinicalFixture, id);
  expect((await sign(doctor, id, clinicalFixture.doctors.signer)).statusCode).toBe(200);
  expect((await doctor.post(`/evaluations/${id}/reopen`, { json: {} })).statusCode).toBe(200);
  expect(await careStartOf(id)).toEqual(first);
});

it('P10.401 an evaluation in process whose start of care was never stored, as before the upgrade, gets none from a later change', async () => {
  const id = await createEvaluation(server, receptionist);
  await saveResult(id);
  await server.database.pool.query('update evaluations set care_started_at = null where id = $1', [id]);
  const notes = [{ note_type: 'concepto', content: 'Apto.' }];
  expect((await saveNotes(doctor, id, notes)).statusCode).toBe(200);
  expect(await careStartOf(id)).toBeNull();
});
