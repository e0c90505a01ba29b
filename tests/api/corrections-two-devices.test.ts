import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Registration } from '#contract/records/evaluation/corrections.ts';
import {
  createEvaluation,
  fetchEvaluationDetail,
  evaluationBody,
  idempotencyHeader,
  nextDocumentNumber,
} from './support/capture.ts';
import { corrected } from './support/corrections.ts';
import { type Caller, type Server, startServer } from './support/server.ts';

let server: Server;
let receptionist: Caller;
let admin: Caller;
let doctor: Caller;
beforeAll(async () => {
  server = await startServer('two_devices');
  receptionist = await server.as('desk');
  admin = await server.as('admin');
  doctor = await server.as('doctor');
});
afterAll(() => server.stop());

const AGO_MS = 60 * 60_000;
const registered = (patient: object = {}) => registeredAt(0, patient);
const at = (minutes: number) => new Date(Date.now() - AGO_MS + minutes * 60_000).toISOString();
const captured = (minutes: number) => ({ ...idempotencyHeader(), 'x-captured-at': at(minutes) });

async function registeredAt(minutes: number, patient: object): Promise<string> {
  const json = evaluationBody(server, { first_name: 'Berta', gender: 'F', ...patient });
  const reply = await receptionist.post('/evaluations', { json, headers: captured(minutes) });
  return reply.json<{ id: string }>().id;
}
const other = (first_name: string) => ({
  identification_type: 'CC',
  identification_number: nextDocumentNumber(),
  first_name,
  last_name: 'Mora',
});
const changesOf = ({ corrections }: Pick<Registration, 'corrections'>) =>
  corrections.map(({ changes }) =>
    changes.map(({ field, before, after }) => `${field}: ${before} → ${after}`),
  );

describe('P10.289 several corrections of one field', () => {
  it('P10.289 the server records a correction that arrives late, and applies it only to fields without a later correction', async () => {
    const { companies } = server.clinic;
    const id = await registered();
    await corrected(
      admin,
      id,
      { employer_company_id: companies.scaffolds, patient: { first_name: 'Bertha' } },
      captured(20),
    );
    const late = await corrected(
      receptionist,
      id,
      {
        employer_company_id: companies.clinic,
        patient: { first_name: 'Betty', gender: 'M' },
        additional_info: 'Turno',
      },
      captured(10),
    );
    expect(late).toMatchObject({
      employer_company: { id: companies.scaffolds },
      patient: { first_name: 'Bertha', gender: 'M' },
      additional_info: 'Turno',
    });
    expect(changesOf(late)).toEqual([
      [
        'patient.first_name: Bertha → Bertha',
        'patient.gender: Femenino → Masculino',
        'employer_company: Andamios de Prueba (DEMO) (AND) → Andamios de Prueba (DEMO) (AND)',
        'additional_info: null → Turno',
      ],
      [
        'patient.first_name: Berta → Bertha',
        'employer_company: Constructora Peña Álvarez (DEMO) (CPI) → Andamios de Prueba (DEMO) (AND)',
      ],
    ]);
  });

  it('P10.289 the server records two simultaneous corrections and applies the later one, whichever arrives first', async () => {
    const id = await registered();
    await Promise.all([
      corrected(admin, id, { patient: { first_name: 'Bertha' }, additional_info: 'B' }, captured(20)),
      corrected(receptionist, id, { patient: { first_name: 'Betty' }, additional_info: 'A' }, captured(10)),
    ]);
    const seen = await fetchEvaluationDetail(doctor, id);
    expect(seen).toMatchObject({ patient: { first_name: 'Bertha' }, additional_info: 'B' });
    expect(seen.corrections?.map(({ by }) => by)).toEqual(['Persona desk', 'Persona admin']);
  });

  it('P10.289 the server treats a correction as later than its registration, whatever the device’s clock', async () => {
    const id = await registered();
    const reply = await corrected(receptionist, id, { patient: { gender: 'M' } }, captured(-600));
    expect(reply.patient.gender).toBe('M');
    expect(Date.parse(reply.corrections[0]?.at ?? '')).toBeGreaterThan(Date.parse(at(-1)));
  });

  it('P10.289 a correction captured before a later registration changes only the patient’s fields that the registration omitted', async () => {
    const number = nextDocumentNumber();
    const id = await registered({ identification_number: number });
    await registeredAt(30, { identification_number: number, middle_name: 'Inés', gender: undefined });
    const reply = await corrected(
      receptionist,
      id,
      { patient: { middle_name: 'Irma', gender: 'M' } },
      captured(20),
    );
    expect(reply.patient).toMatchObject({ middle_name: 'Inés', gender: 'M' });
  });

  it('P10.289 a correction stays in effect when a registration captured earlier arrives', async () => {
    const number = nextDocumentNumber();
    const id = await registered({ identification_number: number });
    await corrected(receptionist, id, { patient: { gender: null } }, captured(30));
    await registeredAt(20, { identification_number: number, gender: 'F', middle_name: 'Inés' });
    expect((await fetchEvaluationDetail(doctor, id)).patient).toMatchObject({
      gender: null,
      middle_name: 'Inés',
    });
    await registeredAt(40, { identification_number: number, gender: 'F' });
    expect((await fetchEvaluationDetail(doctor, id)).patient.gender).toBe('F');
  });

  it('P10.289 after a correction to another patient, the server never writes data of the previous patient into the record of the new one', async () => {
    const id = await registered();
    const before = (await fetchEvaluationDetail(doctor, id)).patient;
    const moved = await corrected(admin, id, { other_patient: other('Carla') }, captured(20));
    const late = await corrected(receptionist, id, { patient: { first_name: 'Bertha' } }, captured(10));
    expect(late.patient).toEqual(moved.patient);
    const unaware = await corrected(
      receptionist,
      id,
      { patient: { id: before.id, first_name: 'Bertha' }, additional_info: 'Turno' },
      captured(30),
    );
    expect(unaware).toMatchObject({ patient: moved.patient, additional_info: 'Turno' });
    expect(changesOf(unaware).at(-1)).toEqual([
      'patient.first_name: Carla → Carla',
      'additional_info: null → Turno',
    ]);
    const aware = await corrected(
      receptionist,
      id,
      { patient: { id: moved.patient.id, first_name: 'Carlota' } },
      captured(40),
    );
    expect(aware.patient).toMatchObject({ id: moved.patient.id, first_name: 'Carlota' });
  });

  it('P10.289 when two corrections move an evaluation to other patients, the later one applies', async () => {
    const id = await registered();
    await corrected(admin, id, { other_patient: other('Carla') }, captured(20));
    const late = await corrected(receptionist, id, { other_patient: other('Dora') }, captured(10));
    expect(late.patient.first_name).toBe('Carla');
    expect(changesOf(late)[0]).toEqual([
      expect.stringMatching(/^patient: Carla Mora, (.+) → Carla Mora, \1$/),
    ]);
    const last = await corrected(receptionist, id, { other_patient: other('Elsa') }, captured(30));
    expect(last.patient.first_name).toBe('Elsa');
  });

  it('P10.289 when two devices send an equal correction, the server records both and applies it once', async () => {
    const id = await createEvaluation(server, receptionist);
    await corrected(receptionist, id, { patient: { gender: 'M' } });
    const again = await corrected(admin, id, { patient: { gender: 'M' } });
    expect(changesOf(again)).toEqual([['patient.gender: null → Masculino'], []]);
  });
});
