import assert from 'node:assert/strict';
import { MAX_UNKNOWN_LOOKUPS_PER_HOUR } from '#server/patients/commands/look-up-patient.ts';
import { PLANTED_PATIENT } from '#tests/fuzz/values.ts';
import type { AttackResponse, Attack, AttackWorld } from '../attack.ts';

const SPACED_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.replace(/\B/g, ' ');
/** Names that an attacker tries for known document numbers. The second name matches every patient of the test. */
const TRIED_NAMES = [
  {
    first_name: SPACED_LETTERS,
    middle_name: SPACED_LETTERS,
    last_name: SPACED_LETTERS,
    second_last_name: SPACED_LETTERS,
  },
  { first_name: PLANTED_PATIENT.name, last_name: 'Prueba' },
  { first_name: 'Ana María', last_name: 'Gil' },
];
const CAPTURE_TIMES = ['2001-01-01T08:00:00Z', undefined];

function registerWithTriedName(
  { call, names }: AttackWorld,
  number: string,
  tried: object,
  at?: string,
): Promise<AttackResponse> {
  const patient = { identification_type: 'CC', identification_number: number, ...tried };
  const json = {
    evaluation_type_id: names['types.entry'],
    employer_company_id: names['companies.builder'],
    patient,
  };
  const headers = at === undefined ? {} : { 'x-captured-at': at };
  return call('deskMedellin', 'POST', '/evaluations', { json, headers });
}

async function exhaustUnknownLookups({ call }: AttackWorld): Promise<void> {
  for (let spent = 0; spent < MAX_UNKNOWN_LOOKUPS_PER_HOUR; spent += 8)
    await Promise.all(
      Array.from({ length: 8 }, () =>
        call('deskMedellin', 'GET', '/patients/search?identification_type=CC&identification_number=99995550'),
      ),
    );
}

async function readStoredNames({ target }: AttackWorld): Promise<string> {
  const { rows } = await target.pool.query(
    `select first_name, middle_name, last_name, birth_date from patients where normalized_number like $1 order by id`,
    [`${PLANTED_PATIENT.number}%`],
  );
  return JSON.stringify(rows);
}

export const attack: Attack = {
  finding: 'A11',
  title: 'a registration with the document of another branch neither opens nor renames its patients',
  run: async (world) => {
    await exhaustUnknownLookups(world);
    const before = await readStoredNames(world);
    const bodies = new Set<string>();
    for (const [nth, tried] of TRIED_NAMES.entries())
      for (const at of CAPTURE_TIMES) {
        const response = await registerWithTriedName(world, `${PLANTED_PATIENT.number}${nth}`, tried, at);
        assert.equal(
          response.status,
          409,
          `${JSON.stringify(tried).slice(0, 40)} is answered with ${response.status}.`,
        );
        bodies.add(response.body.toString());
      }
    assert.equal(bodies.size, 1, 'The response tells names that fit from names that do not.');
    assert.ok(
      ![...bodies].some((body) => body.includes(PLANTED_PATIENT.name)),
      'The response names a patient.',
    );
    assert.equal(await readStoredNames(world), before, 'A patient of another branch was changed.');
    return [
      `${TRIED_NAMES.length * CAPTURE_TIMES.length} registrations over the budget, one response; no name changed`,
    ];
  },
};
