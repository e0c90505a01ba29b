// @module-tag landing
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEvaluation, fetchEvaluationDetail, nextDocumentNumber } from '../support/capture.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import {
  type ClinicalFixture,
  addPicture,
  reopen,
  saveNotes,
  saveOrders,
  seedClinicalFixture,
  sign,
} from '../support/clinical.ts';
import { type Caller, type Server, startServer } from '../support/server.ts';

let server: Server;
let clinicalFixture: ClinicalFixture;
let receptionist: Caller;
let receptionistMedellin: Caller;
let doctor: Caller;
let doctorMedellin: Caller;
beforeAll(async () => {
  server = await startServer('previous_visit');
  clinicalFixture = await seedClinicalFixture(server);
  receptionist = await server.as('desk');
  receptionistMedellin = await server.as('deskMedellin');
  doctor = await server.as('doctor');
  doctorMedellin = await server.as('doctorMedellin');
});
afterAll(() => server.stop());

const registerVisit = (number: string, at: Caller = receptionist) =>
  createEvaluation(server, at, { identification_number: number });

async function registerAndSign(number: string): Promise<string> {
  const id = await registerVisit(number);
  await addPicture(server, id, 'signature');
  await saveOrders(doctor, id, [{ exam_id: clinicalFixture.exams.hearing, result_notes: 'Normal.' }]);
  await saveNotes(doctor, id, [{ note_type: 'restricciones', content: 'Usa gafas.' }]);
  expect((await sign(doctor, id, clinicalFixture.doctors.signer)).statusCode).toBe(200);
  return id;
}

const previousVisitOf = async (id: string, reader: Caller = doctor) =>
  (await fetchEvaluationDetail(reader, id)).previous_visit;

describe('P10.193 previous visit named by an open evaluation', () => {
  it('P10.193 an open evaluation names the patient’s newest earlier closed evaluation that the user may read; a closed evaluation names no previous visit', async () => {
    const number = nextDocumentNumber();
    const first = await registerAndSign(number);
    expect(await previousVisitOf(first)).toBeUndefined();
    const second = await registerAndSign(number);
    const third = await registerVisit(number);
    const { closed_at: closedAt } = await fetchEvaluationDetail(doctor, second);
    expect(await previousVisitOf(third)).toEqual({
      id: second,
      closed_at: closedAt,
      notes: ['restricciones'],
    });
    await reopen(doctor, second);
    expect((await previousVisitOf(third))?.id, 'what is open again says nothing').toBe(first);
    expect((await previousVisitOf(second))?.id).toBe(first);
    await reopen(doctor, first);
    expect(await previousVisitOf(third)).toBeNull();
  });

  it('P10.193 the previous visit is of the same patient and branch; an evaluation that names it contains none of its texts and logs no access to it', async () => {
    const number = nextDocumentNumber();
    const before = await registerAndSign(number);
    expect(await previousVisitOf(await registerVisit(nextDocumentNumber()))).toBeNull();
    expect(
      await previousVisitOf(await registerVisit(number, receptionistMedellin), doctorMedellin),
    ).toBeNull();
    const now = await registerVisit(number);
    const lines = await collectNewLogEntries(server, async () => {
      const { body } = await doctor.get(`/evaluations/${now}`);
      expect(body).toContain(before);
      expect(body).not.toContain('gafas');
    });
    expect(lines.map(([action]) => action)).toEqual(['evaluation_read']);
  });
});
