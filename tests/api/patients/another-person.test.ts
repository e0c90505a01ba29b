import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Patient } from '#contract/records/evaluation/patients.ts';
import { type Caller, type Server, responseOf, errorCodeOf, startServer } from '../support/server.ts';
import {
  countRows,
  createEvaluation,
  evaluationBody,
  nextDocumentNumber,
  searchPatient,
} from '../support/capture.ts';

let server: Server;
let receptionist: Caller;
beforeAll(async () => {
  server = await startServer('another_person');
  receptionist = await server.as('desk');
});
afterAll(() => server.stop());

const ana = { first_name: 'Ana', middle_name: 'María', last_name: 'Gil', second_last_name: 'Núñez' };
const luz = { first_name: 'Luz', middle_name: 'María', last_name: 'Corta', second_last_name: 'Núñez' };
const fetchPatientByNumber = async (number: string): Promise<Patient> =>
  responseOf(Patient, await searchPatient(receptionist, number));
const postEvaluation = (patient: object, headers = {}) =>
  receptionist.post('/evaluations', { json: evaluationBody(server, patient), headers });

describe('S15 protection against mixing the records of two patients', () => {
  it('a registration with other names for a known document number is rejected with an error at the number, whatever its capture time, and changes nothing', async () => {
    const number = nextDocumentNumber();
    await createEvaluation(server, receptionist, { ...ana, identification_number: number });
    const before = [await fetchPatientByNumber(number), await countRows(server, 'evaluations')];
    const refused = await postEvaluation({ ...luz, identification_number: number });
    expect([refused.statusCode, errorCodeOf(refused)]).toEqual([409, 'document_of_another']);
    expect(refused.json<{ details: unknown }>().details).toEqual([
      {
        field: 'patient.identification_number',
        message:
          "Este documento ya está registrado a nombre de Ana María Gil Núñez. Corrige el número; si es la misma persona, búscala con 'Buscar paciente'.",
      },
    ]);
    const earlier = { 'x-captured-at': '2026-01-02T08:00:00-05:00' };
    expect(errorCodeOf(await postEvaluation({ ...luz, identification_number: number }, earlier))).toBe(
      'document_of_another',
    );
    expect([await fetchPatientByNumber(number), await countRows(server, 'evaluations')]).toEqual(before);
  });

  it("the server renames a patient when the registration contains the patient's own id, and rejects the id of another patient", async () => {
    const [number, other] = [nextDocumentNumber(), nextDocumentNumber()];
    for (const identification_number of [number, other])
      await createEvaluation(server, receptionist, { ...ana, identification_number });
    const stranger = (await fetchPatientByNumber(other)).id;
    expect(errorCodeOf(await postEvaluation({ ...luz, identification_number: number, id: stranger }))).toBe(
      'document_of_another',
    );
    const { id } = await fetchPatientByNumber(number);
    expect((await postEvaluation({ ...luz, identification_number: number, id })).statusCode).toBe(201);
    expect(await fetchPatientByNumber(number)).toMatchObject({ id, ...luz });
    expect(await fetchPatientByNumber(other)).toMatchObject(ana);
  });

  it('the server keeps the names of the first of two simultaneous registrations of a new document number', async () => {
    const number = nextDocumentNumber();
    const replies = await Promise.all(
      [ana, luz].map((person) => postEvaluation({ ...person, identification_number: number })),
    );
    expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(
      replies.filter((reply) => reply.statusCode === 409 && errorCodeOf(reply) === 'document_of_another'),
    ).toHaveLength(1);
    const first = replies[0]?.statusCode === 201 ? ana : luz;
    expect(await fetchPatientByNumber(number)).toMatchObject(first);
  });

  it('a registration keeps the patient’s stored values that it omits; its spelling of the names replaces the stored spelling', async () => {
    const number = nextDocumentNumber();
    await createEvaluation(server, receptionist, {
      ...ana,
      identification_number: number,
      birth_date: '1990-05-12',
    });
    await createEvaluation(server, receptionist, {
      identification_number: number,
      first_name: 'Ána',
      last_name: 'Gil',
    });
    expect(await fetchPatientByNumber(number)).toMatchObject({
      ...ana,
      first_name: 'Ána',
      birth_date: '1990-05-12',
    });
  });
});
