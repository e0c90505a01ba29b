// @module-tag landing
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Branch } from '#contract/catalogs/branches.ts';
import { SigningRules } from '#contract/records/evaluation/clinical.ts';
import { pdfTextOf } from '#tests/support/documents/poppler.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { PASSWORD } from '../support/clinic.ts';
import {
  type ClinicalFixture,
  signedVersionsOf,
  seedReadyEvaluation,
  reopen,
  seedClinicalFixture,
  sign,
  signWithConfirmations,
} from '../support/clinical.ts';
import {
  type Caller,
  type Server,
  responseOf,
  fieldProblemsOf,
  rejectionOf,
  startServer,
} from '../support/server.ts';
import { WIDE_SIGN_IN_LIMITS, putUserDoctor } from '../support/users.ts';

let server: Server;
let clinicalFixture: ClinicalFixture;
let doctor: Caller;
let admin: Caller;
beforeAll(async () => {
  server = await startServer('unlinked-signers', { signInLimits: WIDE_SIGN_IN_LIMITS });
  clinicalFixture = await seedClinicalFixture(server);
  doctor = await server.as('doctor');
  admin = await server.as('admin');
  await putUserDoctor(admin, server.clinic.users.doctor, clinicalFixture.doctors.signer);
});
beforeEach(() => setUnlinkedSigningAllowed(false));
afterAll(() => server.stop());

const createReadyEvaluation = () => seedReadyEvaluation(server, clinicalFixture);
const newestSigningOf = async (id: string) => (await signedVersionsOf(server, id)).at(-1)?.content.signing;
const signAsAnotherFields = {
  as_another: { password: PASSWORD, reason: 'El doctor Prueba lo revisó conmigo' },
};
/** Sets the column that allows signing by users without a linked doctor, in both branches, without a log entry. */
const setUnlinkedSigningAllowed = (isAllowed: boolean) =>
  server.database.pool.query('update branches set unlinked_signatures = $1', [isAllowed]);

describe('P10.275 password and reason at signing', () => {
  const signers = [
    ['a linked user as a doctor without a user', () => doctor, 'plain', [false, true]],
    ['an unlinked user as the doctor of another user', () => admin, 'signer', [false, true]],
    ['an unlinked user as a doctor without a user', () => admin, 'plain', [false]],
  ] as const;

  it.each(signers)(
    'P10.275 signing by %s without password and reason gets a 409 that names both, even if the branch allows unlinked users to sign',
    async (_who, caller, name, settings) => {
      const id = await createReadyEvaluation();
      const doctorId = clinicalFixture.doctors[name];
      for (const isAllowed of settings)
        // The first body confirms none of the warnings. The second confirms one warning, but has neither password nor reason.
        for (const body of [{}, { confirmed: { without_concept: false } }]) {
          await setUnlinkedSigningAllowed(isAllowed);
          const rejected = await signWithConfirmations(caller(), id, doctorId, body);
          expect(rejectionOf(rejected)).toEqual([409, 'confirmation_missing']);
          expect(fieldProblemsOf(rejected)).toEqual({
            'as_another.password': 'Escribe tu contraseña.',
            'as_another.reason': 'Escribe el motivo.',
          });
          expect(rejected.json<{ message: string }>().message).toMatch(
            /^Tu usuario no es D.* tu contraseña y el motivo\.$/,
          );
        }
      expect(await signedVersionsOf(server, id)).toEqual([]);
      expect((await signWithConfirmations(caller(), id, doctorId, signAsAnotherFields)).statusCode).toBe(200);
      expect(await newestSigningOf(id)).toMatchObject({
        as: 'another',
        reason: signAsAnotherFields.as_another.reason,
      });
    },
  );

  it('P10.275 P7.16 a user signs as the linked doctor with doctor_id alone, whether or not the branch allows unlinked users to sign', async () => {
    const id = await createReadyEvaluation();
    for (const isAllowed of [false, true]) {
      await setUnlinkedSigningAllowed(isAllowed);
      expect((await sign(doctor, id, clinicalFixture.doctors.signer)).statusCode).toBe(200);
      expect(await newestSigningOf(id)).toMatchObject({ as: 'own', asked: false });
      await reopen(doctor, id);
    }
  });
});

describe('P10.276 signing by users without a linked doctor', () => {
  const setRules = (json: object, headers = {}) => admin.send('PUT', '/me/branch/signing', { json, headers });
  const rules = async () => responseOf(SigningRules, await admin.get('/me/signing'));

  it('P10.276 new and existing branches do not allow users without a linked doctor to sign until an administrator allows it', async () => {
    const { rows } = await server.database.pool.query<{ column_default: string; is_nullable: string }>(
      `select column_default, is_nullable from information_schema.columns
        where table_name = 'branches' and column_name = 'unlinked_signatures'`,
    );
    expect(rows).toEqual([{ column_default: 'false', is_nullable: 'NO' }]);
    expect((await rules()).unlinked_signatures).toBe(false);
  });

  it('P10.276 a user without a linked doctor signs without password, as a doctor without a user, when the branch allows it', async () => {
    const lines = await collectNewLogEntries(server, async () => {
      const branch = responseOf(
        Branch,
        await setRules({ own_signature_only: false, unlinked_signatures: true }),
      );
      expect(branch).toMatchObject({ own_signature_only: false, unlinked_signatures: true });
    });
    expect(lines).toMatchObject([['signing_rule_changed', 'done', { what: 'unlinked_signatures' }]]);
    expect((await rules()).unlinked_signatures).toBe(true);
    const id = await createReadyEvaluation();
    expect((await sign(admin, id, clinicalFixture.doctors.plain)).statusCode).toBe(200);
    expect(await newestSigningOf(id)).toEqual({
      by: 'Persona admin',
      as: 'unlinked',
      reason: null,
      asked: false,
      disclosure_reason: null,
    });
    const history = await pdfTextOf((await admin.get(`/evaluations/${id}/clinical-history`)).rawPayload);
    expect(history).toContain('Persona admin, con un usuario sin médico asignado, como Dr. Luis Prueba');
  });

  it('P10.276 the setting that unlinked users may sign stays when a client of an earlier version sends only `own_signature_only`', async () => {
    await setUnlinkedSigningAllowed(true);
    expect(responseOf(Branch, await setRules({ own_signature_only: true })).unlinked_signatures).toBe(true);
    const id = await createReadyEvaluation();
    expect(rejectionOf(await sign(admin, id, clinicalFixture.doctors.plain))).toEqual([
      403,
      'signature_of_another',
    ]);
    expect(responseOf(Branch, await setRules({ own_signature_only: false })).unlinked_signatures).toBe(true);
  });

  it('P10.276 only administrators change the setting that unlinked users may sign, and only with the revision that they read', async () => {
    await setUnlinkedSigningAllowed(true);
    const body = { own_signature_only: false, unlinked_signatures: false };
    for (const name of ['doctor', 'catalogs', 'desk'] as const) {
      const caller = await server.as(name);
      expect(rejectionOf(await caller.send('PUT', '/me/branch/signing', { json: body }))).toEqual([
        403,
        'forbidden',
      ]);
    }
    const stale = await setRules(body, { 'if-match': '"1"' });
    expect(rejectionOf(stale)).toEqual([412, 'precondition_failed']);
    expect((await rules()).unlinked_signatures).toBe(true);
    expect((await setRules(body)).statusCode).toBe(200);
    expect((await rules()).unlinked_signatures).toBe(false);
  });

  it("P10.276 the setting that unlinked users may sign applies only to the administrator's own branch", async () => {
    await setRules({ own_signature_only: false, unlinked_signatures: true });
    const medellin = await server.as('doctorMedellin');
    expect(responseOf(SigningRules, await medellin.get('/me/signing')).unlinked_signatures).toBe(false);
  });
});
