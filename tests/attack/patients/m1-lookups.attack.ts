import assert from 'node:assert/strict';
import { Patient } from '#contract/records/evaluation/patients.ts';
import { MAX_UNKNOWN_LOOKUPS_PER_HOUR } from '#server/patients/commands/look-up-patient.ts';
import { PLANTED_PATIENT } from '#tests/fuzz/values.ts';
import type { AttackResponse, Attack, AttackWorld } from '../attack.ts';

const CONCURRENT_REQUESTS = 10;

const lookUpInMedellin = ({ call }: AttackWorld, number: string): Promise<AttackResponse> =>
  call(
    'deskMedellin',
    'GET',
    `/patients/search?identification_type=CC&identification_number=${encodeURIComponent(number)}`,
  );

/** Looks up consecutive document numbers. Some of the first numbers belong to patients of the other branch. */
async function lookUpConsecutiveNumbers(world: AttackWorld, tries: number): Promise<AttackResponse[]> {
  const answers: AttackResponse[] = [];
  for (let from = 0; from < tries; from += CONCURRENT_REQUESTS)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: CONCURRENT_REQUESTS }, (_, nth) =>
          lookUpInMedellin(world, `${PLANTED_PATIENT.number}${from + nth}`),
        ),
      )),
    );
  return answers;
}

const filterByStatus = (answers: readonly AttackResponse[], ...statuses: number[]) =>
  answers.filter(({ status }) => statuses.includes(status));

async function readUserLogEntries(
  { target, names }: AttackWorld,
  who: 'deskMedellin' | 'desk',
  action: string,
) {
  const { rows } = await target.pool.query<{ text: string; status: string }>(
    `select to_jsonb(activity)::text as text, status from activity where user_id = $1 and action = $2`,
    [names[`users.${who}`], action],
  );
  return rows;
}

async function expectRegistrationPossible({ call, names }: AttackWorld): Promise<void> {
  const patient = {
    identification_type: 'CC',
    identification_number: '9999555001',
    first_name: 'Ana',
    last_name: 'Prueba',
  };
  const json = {
    evaluation_type_id: names['types.entry'],
    employer_company_id: names['companies.builder'],
    patient,
  };
  const { status } = await call('deskMedellin', 'POST', '/evaluations', { json });
  assert.equal(status, 201, `The desk over its budget of lookups cannot register: ${status}.`);
}

async function expectListQueryLogged(world: AttackWorld): Promise<void> {
  await world.call('desk', 'GET', `/evaluations?search=${encodeURIComponent(PLANTED_PATIENT.name)}`);
  const lines = await readUserLogEntries(world, 'desk', 'evaluations_listed');
  assert.equal(lines.length, 1, 'A page of the list leaves no line.');
  assert.ok(
    !lines[0]?.text.includes(PLANTED_PATIENT.name),
    'The line of a list holds the name that was searched.',
  );
}

export const attack: Attack = {
  finding: 'M1',
  title: 'patients of other branches are not found by trying numbers, and each attempt is logged',
  run: async (world, scale) => {
    const answers = await lookUpConsecutiveNumbers(
      world,
      scale === 'whole' ? 300 : MAX_UNKNOWN_LOOKUPS_PER_HOUR + 20,
    );
    const found = filterByStatus(answers, 200);
    const answered = filterByStatus(answers, 200, 404);
    assert.ok(found.length > 0, 'Nobody of the other branch was among the numbers.');
    assert.ok(
      answered.length <= MAX_UNKNOWN_LOOKUPS_PER_HOUR,
      `${answered.length} lookups of strangers were answered.`,
    );
    assert.equal(
      answered.length + filterByStatus(answers, 429).length,
      answers.length,
      'Neither found, nor not, nor 429.',
    );
    for (const { body } of found) {
      const { last_evaluation: last } = Patient.parse(JSON.parse(body.toString()));
      assert.ok(!last, "A lookup told of another branch's evaluation.");
    }
    const lines = await readUserLogEntries(world, 'deskMedellin', 'patient_looked_up');
    assert.equal(
      lines.filter(({ status }) => status === 'done').length,
      answered.length,
      'A lookup left no line.',
    );
    assert.ok(
      !lines.some(({ text }) => text.includes(PLANTED_PATIENT.number)),
      'A line holds a document number.',
    );
    await expectRegistrationPossible(world);
    await expectListQueryLogged(world);
    return [
      `${answers.length} tries: ${answered.length} answered, ${found.length} of them a person of the other branch, ${lines.length} lines`,
    ];
  },
};
