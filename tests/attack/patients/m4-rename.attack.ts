import assert from 'node:assert/strict';
import { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { Patient } from '#contract/records/evaluation/patients.ts';
import { PLANTED_PATIENT } from '#tests/fuzz/values.ts';
import type { Attack, AttackWorld } from '../attack.ts';

const OTHER_NAME = { first_name: 'Wilfrida', last_name: 'Xirgu' };
const PATIENT_NUMBER = `${PLANTED_PATIENT.number}0`;

async function registerWithOtherName({ call, names }: AttackWorld): Promise<void> {
  const query = `identification_type=CC&identification_number=${encodeURIComponent(PATIENT_NUMBER)}`;
  const found = await call('deskMedellin', 'GET', `/patients/search?${query}`);
  const { id } = Patient.parse(JSON.parse(found.body.toString()));
  const json = {
    evaluation_type_id: names['types.entry'],
    employer_company_id: names['companies.builder'],
    patient: { id, identification_type: 'CC', identification_number: PATIENT_NUMBER, ...OTHER_NAME },
  };
  const { status } = await call('deskMedellin', 'POST', '/evaluations', { json });
  assert.equal(status, 201, `Who was found cannot be renamed on purpose: ${status}.`);
}

export const attack: Attack = {
  finding: 'M4',
  title: 'a rename of a patient of another branch is logged, and the doctor there sees it',
  run: async (world) => {
    await registerWithOtherName(world);
    const { rows } = await world.target.pool.query<{
      branch_name: string;
      detail: { fields: string[] };
      text: string;
    }>(
      `select branch_name, detail, to_jsonb(activity)::text as text from activity
       where user_id = $1 and action = 'patient_changed'`,
      [world.names['users.deskMedellin']],
    );
    assert.deepEqual(
      rows.map(({ branch_name, detail }) => [branch_name, ...detail.fields]),
      [['Medellín', 'first_name', 'last_name']],
      'The renaming is not in the log as it was.',
    );
    for (const secret of [...Object.values(OTHER_NAME), PLANTED_PATIENT.name, PATIENT_NUMBER])
      assert.ok(!rows[0]?.text.includes(secret), 'The line of a renaming holds a name or a number.');
    const path = `/evaluations/${world.names['evaluations.0'] ?? ''}`;
    const { body } = await world.call('doctor', 'GET', path);
    const { patient, patient_was: was } = Evaluation.parse(JSON.parse(body.toString()));
    assert.equal(patient.first_name, OTHER_NAME.first_name);
    assert.equal(
      was?.first_name,
      PLANTED_PATIENT.name,
      'The open evaluation does not say what was written before.',
    );
    return ['1 line with the names of two fields; the open evaluation says what was written'];
  },
};
