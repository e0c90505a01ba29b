// @module-tag landing
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Registration } from '#contract/records/evaluation/corrections.ts';
import {
  createEvaluation,
  fetchEvaluationDetail,
  evaluationBody,
  idempotencyHeader,
  nextDocumentNumber,
} from '../support/capture.ts';
import { correctRegistration } from '../support/corrections.ts';
import { type Caller, type Server, startServer } from '../support/server.ts';

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

const FIRST_CAPTURE_AGE_MS = 60 * 60_000;
const registerPatientAtStart = (patient: object = {}) => registerPatientAtMinute(0, patient);
const timeAtMinuteOffset = (minutes: number) =>
  new Date(Date.now() - FIRST_CAPTURE_AGE_MS + minutes * 60_000).toISOString();
const captureHeaders = (minutes: number) => ({
  ...idempotencyHeader(),
  'x-captured-at': timeAtMinuteOffset(minutes),
});

async function registerPatientAtMinute(minutes: number, patient: object): Promise<string> {
  const json = evaluationBody(server, { first_name: 'Berta', gender: 'F', ...patient });
  const reply = await receptionist.post('/evaluations', { json, headers: captureHeaders(minutes) });
  return reply.json<{ id: string }>().id;
}
const otherPatientBody = (first_name: string) => ({
  identification_type: 'CC',
  identification_number: nextDocumentNumber(),
  first_name,
  last_name: 'Mora',
});
const correctionChangeTexts = ({ corrections }: Pick<Registration, 'corrections'>) =>
  corrections.map(({ changes }) =>
    changes.map(({ field, before, after }) => `${field}: ${before} → ${after}`),
  );

describe('P10.289 several corrections of one field', () => {
  it('P10.289 the server records a correction that arrives late, and applies it only to fields without a later correction', async () => {
    const { companies } = server.clinic;
    const id = await registerPatientAtStart();
    await correctRegistration(
      admin,
      id,
      { employer_company_id: companies.scaffolds, patient: { first_name: 'Bertha' } },
      captureHeaders(20),
    );
    const late = await correctRegistration(
      receptionist,
      id,
      {
        employer_company_id: companies.clinic,
        patient: { first_name: 'Betty', gender: 'M' },
        additional_info: 'Turno',
      },
      captureHeaders(10),
    );
    expect(late).toMatchObject({
      employer_company: { id: companies.scaffolds },
      patient: { first_name: 'Bertha', gender: 'M' },
      additional_info: 'Turno',
    });
    expect(correctionChangeTexts(late)).toEqual([
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
    const id = await registerPatientAtStart();
    await Promise.all([
      correctRegistration(
        admin,
        id,
        { patient: { first_name: 'Bertha' }, additional_info: 'B' },
        captureHeaders(20),
      ),
      correctRegistration(
        receptionist,
        id,
        { patient: { first_name: 'Betty' }, additional_info: 'A' },
        captureHeaders(10),
      ),
    ]);
    const seen = await fetchEvaluationDetail(doctor, id);
    expect(seen).toMatchObject({ patient: { first_name: 'Bertha' }, additional_info: 'B' });
    expect(seen.corrections?.map(({ by }) => by)).toEqual(['Persona desk', 'Persona admin']);
  });

  it('P10.289 the server applies a correction after its registration, even if the device’s clock shows an earlier time', async () => {
    const id = await registerPatientAtStart();
    const reply = await correctRegistration(
      receptionist,
      id,
      { patient: { gender: 'M' } },
      captureHeaders(-600),
    );
    expect(reply.patient.gender).toBe('M');
    expect(Date.parse(reply.corrections[0]?.at ?? '')).toBeGreaterThan(Date.parse(timeAtMinuteOffset(-1)));
  });

  it('P10.289 the server keeps the order of a user’s corrections when the device’s clock is ahead and the last one arrives first', async () => {
    const id = await registerPatientAtStart();
    const [first, second, third] = [1_000, 1_001, 1_002].map(captureHeaders);
    await correctRegistration(receptionist, id, { patient: { first_name: 'Beatriz' } }, third);
    await correctRegistration(receptionist, id, { patient: { first_name: 'Bertha', gender: 'M' } }, second);
    await correctRegistration(
      receptionist,
      id,
      { patient: { first_name: 'Betty' }, additional_info: 'A' },
      first,
    );
    const seen = await fetchEvaluationDetail(doctor, id);
    expect(seen).toMatchObject({ patient: { first_name: 'Beatriz', gender: 'M' }, additional_info: 'A' });
    expect(seen.corrections?.map(({ changes }) => changes.length)).toEqual([2, 2, 1]);
  });

  it('P10.289 when the patient was registered again after a correction was captured, the correction changes only the fields that this registration omits', async () => {
    const number = nextDocumentNumber();
    const id = await registerPatientAtStart({ identification_number: number });
    await registerPatientAtMinute(30, {
      identification_number: number,
      middle_name: 'Inés',
      gender: undefined,
    });
    const reply = await correctRegistration(
      receptionist,
      id,
      { patient: { middle_name: 'Irma', gender: 'M' } },
      captureHeaders(20),
    );
    expect(reply.patient).toMatchObject({ middle_name: 'Inés', gender: 'M' });
  });

  it('P10.289 a correction stays in effect when a registration captured earlier arrives', async () => {
    const number = nextDocumentNumber();
    const id = await registerPatientAtStart({ identification_number: number });
    await correctRegistration(receptionist, id, { patient: { gender: null } }, captureHeaders(30));
    await registerPatientAtMinute(20, { identification_number: number, gender: 'F', middle_name: 'Inés' });
    expect((await fetchEvaluationDetail(doctor, id)).patient).toMatchObject({
      gender: null,
      middle_name: 'Inés',
    });
    await registerPatientAtMinute(40, { identification_number: number, gender: 'F' });
    expect((await fetchEvaluationDetail(doctor, id)).patient.gender).toBe('F');
  });

  it('P10.289 after a correction to another patient, the server never writes data of the previous patient into the new patient’s record', async () => {
    const id = await registerPatientAtStart();
    const before = (await fetchEvaluationDetail(doctor, id)).patient;
    const moved = await correctRegistration(
      admin,
      id,
      { other_patient: otherPatientBody('Carla') },
      captureHeaders(20),
    );
    const late = await correctRegistration(
      receptionist,
      id,
      { patient: { first_name: 'Bertha' } },
      captureHeaders(10),
    );
    expect(late.patient).toEqual(moved.patient);
    const unaware = await correctRegistration(
      receptionist,
      id,
      { patient: { id: before.id, first_name: 'Bertha' }, additional_info: 'Turno' },
      captureHeaders(30),
    );
    expect(unaware).toMatchObject({ patient: moved.patient, additional_info: 'Turno' });
    expect(correctionChangeTexts(unaware).at(-1)).toEqual([
      'patient.first_name: Carla → Carla',
      'additional_info: null → Turno',
    ]);
    const aware = await correctRegistration(
      receptionist,
      id,
      { patient: { id: moved.patient.id, first_name: 'Carlota' } },
      captureHeaders(40),
    );
    expect(aware.patient).toMatchObject({ id: moved.patient.id, first_name: 'Carlota' });
  });

  it('P10.289 when two corrections move an evaluation to other patients, the later one applies', async () => {
    const id = await registerPatientAtStart();
    await correctRegistration(admin, id, { other_patient: otherPatientBody('Carla') }, captureHeaders(20));
    const late = await correctRegistration(
      receptionist,
      id,
      { other_patient: otherPatientBody('Dora') },
      captureHeaders(10),
    );
    expect(late.patient.first_name).toBe('Carla');
    expect(correctionChangeTexts(late)[0]).toEqual([
      expect.stringMatching(/^patient: Carla Mora, (.+) → Carla Mora, \1$/),
    ]);
    const last = await correctRegistration(
      receptionist,
      id,
      { other_patient: otherPatientBody('Elsa') },
      captureHeaders(30),
    );
    expect(last.patient.first_name).toBe('Elsa');
  });

  it('P10.289 when two devices send an equal correction, the server records both and applies it once', async () => {
    const id = await createEvaluation(server, receptionist);
    await correctRegistration(receptionist, id, { patient: { gender: 'M' } });
    const again = await correctRegistration(admin, id, { patient: { gender: 'M' } });
    expect(correctionChangeTexts(again)).toEqual([['patient.gender: null → Masculino'], []]);
  });
});
