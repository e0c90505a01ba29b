import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEvaluation, fetchEvaluationDetail, nextDocumentNumber } from './support/capture.ts';
import { newActivityLines } from './support/activity.ts';
import {
  type ClinicalFixture,
  addPicture,
  reopen,
  saveNotes,
  saveOrders,
  seedClinicalFixture,
  sign,
} from './support/clinical.ts';
import { type Caller, type Server, startServer } from './support/server.ts';

let server: Server;
let medicine: ClinicalFixture;
let receptionist: Caller;
let receptionistMedellin: Caller;
let doctor: Caller;
let doctorMedellin: Caller;
beforeAll(async () => {
  server = await startServer('previous_visit');
  medicine = await seedClinicalFixture(server);
  receptionist = await server.as('desk');
  receptionistMedellin = await server.as('deskMedellin');
  doctor = await server.as('doctor');
  doctorMedellin = await server.as('doctorMedellin');
});
afterAll(() => server.stop());

const came = (number: string, at: Caller = receptionist) =>
  createEvaluation(server, at, { identification_number: number });

async function signed(number: string): Promise<string> {
  const id = await came(number);
  await addPicture(server, id, 'signature');
  await saveOrders(doctor, id, [{ exam_id: medicine.exams.hearing, result_notes: 'Normal.' }]);
  await saveNotes(doctor, id, [{ note_type: 'restricciones', content: 'Usa gafas.' }]);
  expect((await sign(doctor, id, medicine.doctors.signer)).statusCode).toBe(200);
  return id;
}

const previous = async (id: string, reader: Caller = doctor) =>
  (await fetchEvaluationDetail(reader, id)).previous_visit;

describe('P10.193 previous visit named by an open evaluation', () => {
  it('P10.193 an open evaluation names the newest earlier closed evaluation of the patient that the user may read; a closed one names none', async () => {
    const number = nextDocumentNumber();
    const first = await signed(number);
    expect(await previous(first)).toBeUndefined();
    const second = await signed(number);
    const third = await came(number);
    const { closed_at: closedAt } = await fetchEvaluationDetail(doctor, second);
    expect(await previous(third)).toEqual({
      id: second,
      closed_at: closedAt,
      notes: ['restricciones'],
    });
    await reopen(doctor, second);
    expect((await previous(third))?.id, 'what is open again says nothing').toBe(first);
    expect((await previous(second))?.id).toBe(first);
    await reopen(doctor, first);
    expect(await previous(third)).toBeNull();
  });

  it('P10.193 the previous visit is always of the same patient and branch; the evaluation that refers to it logs no access to it and contains none of its texts', async () => {
    const number = nextDocumentNumber();
    const before = await signed(number);
    expect(await previous(await came(nextDocumentNumber()))).toBeNull();
    expect(await previous(await came(number, receptionistMedellin), doctorMedellin)).toBeNull();
    const now = await came(number);
    const lines = await newActivityLines(server, async () => {
      const { body } = await doctor.get(`/evaluations/${now}`);
      expect(body).toContain(before);
      expect(body).not.toContain('gafas');
    });
    expect(lines.map(([action]) => action)).toEqual(['evaluation_read']);
  });
});
