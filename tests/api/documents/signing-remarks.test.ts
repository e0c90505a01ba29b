import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ActivityList } from '#contract/records/evaluation/clinical.ts';
import { PASSWORD } from '../support/clinic.ts';
import {
  type ClinicalFixture,
  saveDecisions,
  seedReadyEvaluation,
  reopen,
  saveNotes,
  seedClinicalFixture,
  signWithConfirmations,
} from '../support/clinical.ts';
import { type Caller, type Server, responseOf, startServer } from '../support/server.ts';
import { WIDE_SIGN_IN_LIMITS, putUserDoctor } from '../support/users.ts';

let server: Server;
let clinicalFixture: ClinicalFixture;
/** Caller whose user is linked to `medicine.doctors.signer`; the user `admin` has no linked doctor. */
let doctor: Caller;
let admin: Caller;
beforeAll(async () => {
  server = await startServer('signing-remarks', { signInLimits: WIDE_SIGN_IN_LIMITS });
  clinicalFixture = await seedClinicalFixture(server);
  doctor = await server.as('doctor');
  admin = await server.as('admin');
  await putUserDoctor(admin, server.clinic.users.doctor, clinicalFixture.doctors.signer);
});
afterAll(() => server.stop());

const emptyConceptNote: [string, string] = ['concepto', ''];
const signAsAnotherFields = {
  as_another: { password: PASSWORD, reason: 'El doctor Prueba lo revisó conmigo' },
};

describe('P10.201 log entry of a signing', () => {
  it('P10.201 the log entry of a signing has codes for the kind of signer, the accepted warnings and a missing concept, and no text', async () => {
    const id = await seedReadyEvaluation(server, clinicalFixture);
    const remarksOf = async (
      caller: Caller,
      doctorId: string,
      said: object,
      notes: [string, string][] = [],
    ) => {
      await saveNotes(
        doctor,
        id,
        notes.map(([note_type, content]) => ({ note_type, content })),
      );
      if (notes.includes(emptyConceptNote)) await saveDecisions(doctor, id, { aptitude: null });
      expect((await signWithConfirmations(caller, id, doctorId, said)).statusCode).toBe(200);
      const reply = await admin.get('/activity?actions=evaluation_signed&page_size=1');
      const { items } = responseOf(ActivityList, reply);
      expect(items[0]?.evaluation_id).toBe(id);
      for (const word of [signAsAnotherFields.as_another.reason, 'Lo pidió', 'hipertensión'])
        expect(reply.body).not.toContain(word);
      await reopen(doctor, id);
      return items[0]?.remarks;
    };
    const { signer, plain } = clinicalFixture.doctors;
    expect(await remarksOf(doctor, signer, {})).toEqual([]);
    expect(await remarksOf(admin, plain, {})).toEqual(['signed_unlinked']);
    const finding: [string, string] = ['restricciones', 'Reposo por hipertensión'];
    const confirmed = { without_concept: true, disclosure_reason: 'Lo pidió el empleador' };
    expect(
      await remarksOf(doctor, plain, { ...signAsAnotherFields, confirmed }, [emptyConceptNote, finding]),
    ).toEqual(['signed_for_another', 'disclosure_passed', 'without_concept']);
    expect(await remarksOf(doctor, signer, {}, [emptyConceptNote, finding])).toEqual(['without_concept']);
  });
});
