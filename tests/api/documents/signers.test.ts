import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHORT_REASON_MESSAGE } from '#contract/primitives.ts';
import { SigningRules } from '#contract/records/evaluation/clinical.ts';
import { Branch } from '#contract/catalogs/branches.ts';
import { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { pdfTextOf } from '#tests/support/documents/poppler.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { PASSWORD } from '../support/clinic.ts';
import {
  type ClinicalFixture,
  signedVersionsOf,
  seedReadyEvaluation,
  saveDecisions,
  saveNotes,
  seedClinicalFixture,
  sign,
  signWithConfirmations,
} from '../support/clinical.ts';
import {
  type Caller,
  type Server,
  type Reply,
  responseOf,
  fieldProblemsOf,
  rejectionOf,
  startServer,
} from '../support/server.ts';
import { WIDE_SIGN_IN_LIMITS, putUserDoctor } from '../support/users.ts';

let server: Server;
let clinicalFixture: ClinicalFixture;
/** Caller whose user is linked to `medicine.doctors.signer`; the user `admin` has no linked doctor. */
let doctor: Caller;
let admin: Caller;
beforeAll(async () => {
  server = await startServer('signers', { signInLimits: WIDE_SIGN_IN_LIMITS });
  clinicalFixture = await seedClinicalFixture(server);
  doctor = await server.as('doctor');
  admin = await server.as('admin');
  await putUserDoctor(admin, server.clinic.users.doctor, clinicalFixture.doctors.signer);
  await setUnlinkedSigningAllowed(false);
});
afterAll(() => server.stop());

const createReadyEvaluation = () => seedReadyEvaluation(server, clinicalFixture);
const newestSigningOf = async (id: string) => (await signedVersionsOf(server, id)).at(-1)?.content.signing;
const signAsAnotherFields = {
  as_another: { password: PASSWORD, reason: 'El doctor Prueba lo revisó conmigo' },
};
const setOwnSignatureOnly = (caller: Caller, isOwnOnly: boolean) =>
  caller.send('PUT', '/me/branch/signing', { json: { own_signature_only: isOwnOnly } });
/** Sets the column that allows signing by users without a linked doctor, in both branches, without a log entry. */
const setUnlinkedSigningAllowed = (isAllowed: boolean) =>
  server.database.pool.query('update branches set unlinked_signatures = $1', [isAllowed]);
const setLicenceExpiry = (doctorId: string, day: string | null) =>
  server.database.pool.query('update doctors set license_valid_until = $2 where id = $1', [doctorId, day]);
const DAY_MS = 24 * 60 * 60_000;
const dayFromNow = (days: number) => bogotaDay(Date.now() + days * DAY_MS);

describe('P10.129 signer of an evaluation', () => {
  it('P10.129 a user signs as the linked doctor without further input; the signed version names the user', async () => {
    const id = await createReadyEvaluation();
    expect((await sign(doctor, id, clinicalFixture.doctors.signer)).statusCode).toBe(200);
    expect(await newestSigningOf(id)).toEqual({
      by: 'Persona doctor',
      as: 'own',
      reason: null,
      asked: false,
      disclosure_reason: null,
    });
  });

  it("P10.130 signing under another doctor's name requires password and reason, each with an error at its field", async () => {
    const id = await createReadyEvaluation();
    const promptsOf = async (as_another?: object) => {
      const reply = await signWithConfirmations(
        doctor,
        id,
        clinicalFixture.doctors.plain,
        as_another ? { as_another } : {},
      );
      return [reply.statusCode, fieldProblemsOf(reply)];
    };
    const password = { 'as_another.password': 'Escribe tu contraseña.' };
    const reason = { 'as_another.reason': 'Escribe el motivo.' };
    expect(await promptsOf()).toEqual([409, { ...password, ...reason }]);
    expect(await promptsOf({ password: PASSWORD, reason: ' ' })).toEqual([409, reason]);
    expect(await promptsOf({ password: '', reason: 'Lo revisamos' })).toEqual([409, password]);
    expect(await promptsOf({ password: 'No-es-esta-9', reason: 'Lo revisamos' })).toEqual([
      409,
      { 'as_another.password': 'La contraseña no es correcta.' },
    ]);
    expect(await signedVersionsOf(server, id)).toEqual([]);
  });

  it('P10.133 P10.234 the server rejects a signing reason that repeats one letter, and a reason of 501 characters', async () => {
    const id = await createReadyEvaluation();
    const as_another = { password: PASSWORD, reason: ' xxxxxxxxx ' };
    const reply = await signWithConfirmations(doctor, id, clinicalFixture.doctors.plain, {
      as_another,
      confirmed: { without_concept: true, disclosure_reason: 'x' },
    });
    expect([reply.statusCode, fieldProblemsOf(reply)]).toEqual([
      400,
      { 'as_another.reason': SHORT_REASON_MESSAGE, 'confirmed.disclosure_reason': SHORT_REASON_MESSAGE },
    ]);
    const confirmed = { disclosure_reason: 'x'.repeat(501) };
    const long = await signWithConfirmations(doctor, id, clinicalFixture.doctors.signer, { confirmed });
    expect([long.statusCode, fieldProblemsOf(long)]).toEqual([
      400,
      { 'confirmed.disclosure_reason': 'Máximo 500 caracteres.' },
    ]);
    expect(await signedVersionsOf(server, id)).toEqual([]);
  });

  it('P10.130 a doctor signs for another doctor with password and reason; the signed version has both names and the reason, the log neither', async () => {
    const id = await createReadyEvaluation();
    const lines = await collectNewLogEntries(server, async () => {
      responseOf(
        Evaluation,
        await signWithConfirmations(doctor, id, clinicalFixture.doctors.plain, signAsAnotherFields),
      );
    });
    const [closing] = await signedVersionsOf(server, id);
    expect(closing?.content).toMatchObject({
      doctor: { name: 'Dr. Luis Prueba' },
      signing: { by: 'Persona doctor', as: 'another', reason: signAsAnotherFields.as_another.reason },
    });
    expect(lines).toEqual([
      [
        'evaluation_signed',
        'done',
        {
          version: 1,
          doctor: clinicalFixture.doctors.plain,
          signed_as: 'another',
          content_sha256: closing?.content_sha256,
        },
      ],
    ]);
    const history = await pdfTextOf((await doctor.get(`/evaluations/${id}/clinical-history`)).rawPayload);
    expect(history).toContain('Persona doctor, en nombre de Dr. Luis Prueba');
    expect(history).toContain(signAsAnotherFields.as_another.reason);
    const concept = await pdfTextOf((await doctor.get(`/evaluations/${id}/concept-pdf`)).rawPayload);
    expect(concept).not.toContain('Persona doctor');
    expect(concept).not.toContain(signAsAnotherFields.as_another.reason);
  });

  it('P10.162 a user whose linked doctor is inactive counts as unlinked, in GET /me/signing and at signing', async () => {
    const setDoctorActive = (isActive: boolean) =>
      server.database.pool.query('update doctors set is_active = $2 where id = $1', [
        clinicalFixture.doctors.signer,
        isActive,
      ]);
    const id = await createReadyEvaluation();
    await setUnlinkedSigningAllowed(true);
    await setDoctorActive(false);
    expect(responseOf(SigningRules, await doctor.get('/me/signing')).doctor).toBeNull();
    expect((await sign(doctor, id, clinicalFixture.doctors.plain)).statusCode).toBe(200);
    expect(await newestSigningOf(id)).toMatchObject({ by: 'Persona doctor', as: 'unlinked' });
    await setDoctorActive(true);
    await setUnlinkedSigningAllowed(false);
  });
});

describe('P10.199 user without a linked doctor', () => {
  const signer = () => clinicalFixture.doctors.signer;
  const confirmed = { without_concept: false };

  it('P10.199 a user without a linked doctor signs, with password and reason, as a doctor who is linked to another user', async () => {
    const id = await createReadyEvaluation();
    expect(
      (await signWithConfirmations(admin, id, signer(), { confirmed, ...signAsAnotherFields })).statusCode,
    ).toBe(200);
    expect(await newestSigningOf(id)).toEqual({
      by: 'Persona admin',
      as: 'another',
      reason: signAsAnotherFields.as_another.reason,
      asked: true,
      disclosure_reason: null,
    });
  });

  it('P10.199 GET /me/signing lists the doctors of other users for a user without a linked doctor, so that the dialog requests password and reason', async () => {
    const rules = async (caller: Caller) =>
      responseOf(SigningRules, await caller.get('/me/signing')).of_others;
    expect(await rules(admin)).toEqual([signer()]);
    expect(await rules(doctor)).toEqual([]);
  });
});

describe('P10.131 branch in which doctors sign only under their own name', () => {
  const rule = async () => responseOf(SigningRules, await doctor.get('/me/signing')).own_only;

  it("P10.131 only administrators of users can restrict signing to the linked doctor's user; the change is logged, and other signings are then rejected", async () => {
    const lines = await collectNewLogEntries(server, async () => {
      expect(responseOf(Branch, await setOwnSignatureOnly(admin, true)).own_signature_only).toBe(true);
    });
    expect(lines.map(([action, status]) => [action, status])).toEqual([['signing_rule_changed', 'done']]);
    expect(rejectionOf(await setOwnSignatureOnly(await server.as('catalogs'), false))).toEqual([
      403,
      'forbidden',
    ]);
    const id = await createReadyEvaluation();
    const refused = [
      await signWithConfirmations(doctor, id, clinicalFixture.doctors.plain, signAsAnotherFields),
      await sign(admin, id, clinicalFixture.doctors.signer),
    ];
    expect(refused.map(rejectionOf)).toEqual(refused.map(() => [403, 'signature_of_another']));
    expect(refused.map((reply) => fieldProblemsOf(reply)['doctor_id']?.includes('propio usuario'))).toEqual([
      true,
      true,
    ]);
    expect(await rule()).toBe(true);
    expect((await sign(doctor, id, clinicalFixture.doctors.signer)).statusCode).toBe(200);
    await setOwnSignatureOnly(admin, false);
    expect(await rule()).toBe(false);
  });

  it('P10.131 the signing rule of one branch changes nothing at another branch', async () => {
    await setOwnSignatureOnly(admin, true);
    const rules = responseOf(SigningRules, await (await server.as('doctorMedellin')).get('/me/signing'));
    expect(rules).toMatchObject({ own_only: false, doctor: null });
    await setOwnSignatureOnly(admin, false);
  });
});

describe('P10.132 licence of a doctor with a last day', () => {
  it("P10.132 a doctor's licence is valid on its last day; the server rejects signings after that day, and the error states the day", async () => {
    const id = await createReadyEvaluation();
    await setLicenceExpiry(clinicalFixture.doctors.signer, dayFromNow(-1));
    const reply = await sign(doctor, id, clinicalFixture.doctors.signer);
    expect(rejectionOf(reply)).toEqual([409, 'license_expired']);
    const [year, month, day] = dayFromNow(-1).split('-');
    expect(fieldProblemsOf(reply)).toEqual({
      doctor_id: `La licencia de Dra. Nury Peña venció el ${day}/${month}/${year}.`,
    });
    await setLicenceExpiry(clinicalFixture.doctors.signer, dayFromNow(0));
    expect((await sign(doctor, id, clinicalFixture.doctors.signer)).statusCode).toBe(200);
    await setLicenceExpiry(clinicalFixture.doctors.signer, null);
  });

  it("P10.132 before signing, a doctor sees the last day of the linked doctor's licence, and of other licences that have expired or will expire soon", async () => {
    await setLicenceExpiry(clinicalFixture.doctors.signer, dayFromNow(400));
    await setLicenceExpiry(clinicalFixture.doctors.plain, dayFromNow(59));
    await setLicenceExpiry(clinicalFixture.doctors.inactive, dayFromNow(-9));
    expect(responseOf(SigningRules, await doctor.get('/me/signing'))).toEqual({
      doctor: {
        id: clinicalFixture.doctors.signer,
        name: 'Dra. Nury Peña',
        license_number: 'LIC-1',
        license_valid_until: dayFromNow(400),
      },
      own_only: false,
      licences: [{ doctor_id: clinicalFixture.doctors.plain, valid_until: dayFromNow(59) }],
      of_others: [],
      unlinked_signatures: false,
    });
    for (const id of Object.values(clinicalFixture.doctors)) await setLicenceExpiry(id, null);
  });
});

describe('P10.133 confirmations before signing', () => {
  const signWithAnswers = async (
    id: string,
    confirmed: object,
  ): Promise<[number, Record<string, string>]> => {
    const reply: Reply = await signWithConfirmations(doctor, id, clinicalFixture.doctors.signer, {
      confirmed,
    });
    return [reply.statusCode, reply.statusCode === 200 ? {} : fieldProblemsOf(reply)];
  };
  const withNotes = async (...notes: [string, string][]) => {
    const id = await createReadyEvaluation();
    await saveNotes(
      doctor,
      id,
      notes.map(([note_type, content]) => ({ note_type, content })),
    );
    return id;
  };

  it('P10.133 the server signs an evaluation whose concept is empty when the client confirms that the concept is empty', async () => {
    const id = await withNotes(['concepto', ''], ['habitos', 'Caminar.']);
    await saveDecisions(doctor, id, { aptitude: null });
    const [status, problems] = await signWithAnswers(id, {});
    expect([status, Object.keys(problems)]).toEqual([
      409,
      ['decisions.aptitude', 'confirmed.without_concept'],
    ]);
    expect((await signWithAnswers(id, { without_concept: true }))[0]).toBe(200);
    expect(await newestSigningOf(id)).toMatchObject({ asked: true, disclosure_reason: null });
  });

  it('P10.133 signing a note that seems to contain a finding requires a reason; the signed version keeps the reason, the log only the warning', async () => {
    const id = await withNotes(['restricciones', 'Sin alturas mientras controla su hipertensión']);
    const [status, problems] = await signWithAnswers(id, {});
    expect([status, Object.keys(problems)]).toEqual([409, ['confirmed.disclosure_reason']]);
    const reason = 'El trabajador pidió que se sepa';
    const lines = await collectNewLogEntries(server, async () => {
      expect((await signWithAnswers(id, { disclosure_reason: reason }))[0]).toBe(200);
    });
    expect(await newestSigningOf(id)).toMatchObject({ asked: true, disclosure_reason: reason });
    expect(lines[0]?.[2]).toMatchObject({ disclosure_warning: 'passed' });
    expect(JSON.stringify(lines)).not.toContain(reason);
  });

  it('P10.133 a base-contract client needs no confirmation, and the signed version records that none was given', async () => {
    const id = await withNotes(['concepto', ''], ['restricciones', 'Reposo por hipertensión']);
    expect((await sign(doctor, id, clinicalFixture.doctors.signer)).statusCode).toBe(200);
    expect(await newestSigningOf(id)).toMatchObject({ asked: false, disclosure_reason: null });
  });
});
