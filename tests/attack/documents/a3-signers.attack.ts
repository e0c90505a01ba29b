import assert from 'node:assert/strict';
import { SigningRules } from '#contract/records/evaluation/clinical.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { PASSWORD } from '#tests/api/support/clinic.ts';
import type { AttackResponse, Attack, AttackWorld } from '../attack.ts';

const DAY_MS = 24 * 60 * 60_000;
const ROUNDS = { short: 4, whole: 40 };
/** Number of guesses: slightly more than the sign-in limit for one account from one address. */
const GUESS_COUNT = 14;
const MAX_TRIED_PASSWORDS = 10;

const asAnotherDoctorBody = (password: string, reason = 'Lo revisamos juntos') => ({
  as_another: { password, reason },
});

/** Calls of the attack. The user `doctor` is linked to the doctor `signer`; evaluation 4 can be signed. */
class SigningAttackCalls {
  readonly #world: AttackWorld;
  constructor(world: AttackWorld) {
    this.#world = world;
  }

  name(of: string): string {
    return this.#world.names[of] ?? '';
  }

  get path(): string {
    return `/evaluations/${this.name('evaluations.4')}`;
  }

  call(...args: Parameters<AttackWorld['call']>): Promise<AttackResponse> {
    return this.#world.call(...args);
  }

  sign(
    who: 'doctor' | 'doctorMedellin' | 'admin',
    doctor: string,
    said: object = {},
  ): Promise<AttackResponse> {
    const json = { doctor_id: this.name(`doctors.${doctor}`), ...said };
    return this.call(who, 'POST', `${this.path}/sign`, { json });
  }

  reopen = (reason = 'Se corrige'): Promise<AttackResponse> =>
    this.call('doctor', 'POST', `${this.path}/reopen`, { json: { reason } });

  setRule = (isOwnOnly: boolean): Promise<AttackResponse> =>
    this.call('admin', 'PUT', '/me/branch/signing', { json: { own_signature_only: isOwnOnly } });

  allowUnlinked = (isAllowed: boolean): Promise<AttackResponse> =>
    this.call('admin', 'PUT', '/me/branch/signing', {
      json: { own_signature_only: false, unlinked_signatures: isAllowed },
    });

  async rules(): Promise<SigningRules> {
    const { body } = await this.call('doctor', 'GET', '/me/signing');
    return SigningRules.parse(JSON.parse(body.toString()));
  }

  async setLicence(day: string | null): Promise<void> {
    await this.#world.target.pool.query('update doctors set license_valid_until = $2 where id = $1', [
      this.name('doctors.signer'),
      day,
    ]);
  }

  async closings(): Promise<string[]> {
    const { rows } = await this.#world.target.pool.query<{ as: string }>(
      `select content->'signing'->>'as' as as from closings where evaluation_id = $1 order by version`,
      [this.name('evaluations.4')],
    );
    return rows.map(({ as }) => as);
  }

  async isUnsigned(sentence: string): Promise<void> {
    const { rows } = await this.#world.target.pool.query<{ status: string }>(
      'select status from evaluations where id = $1',
      [this.name('evaluations.4')],
    );
    assert.notEqual(rows[0]?.status, 'cerrada', sentence);
  }
}

const expectResponseStatus = ({ status }: AttackResponse, expected: number, what: string): void =>
  assert.equal(status, expected, `${what} is answered with ${status}.`);

/** Tries to sign as users who may sign, but not this evaluation or not under this doctor's name. */
async function trySigningForOthers(act: SigningAttackCalls): Promise<void> {
  expectResponseStatus(await act.sign('doctorMedellin', 'plain'), 404, 'A doctor of another branch');
  expectResponseStatus(
    await act.sign('doctor', 'plain'),
    409,
    "Another's name by a client of the base contract",
  );
  expectResponseStatus(
    await act.sign('doctor', 'plain', asAnotherDoctorBody(PASSWORD, '')),
    409,
    "Another's name without a reason",
  );
  expectResponseStatus(
    await act.sign('doctor', 'plain', asAnotherDoctorBody(PASSWORD, 'x'.repeat(10_000))),
    400,
    'A reason of 10,000 letters',
  );
  const long = { confirmed: { without_concept: true, disclosure_reason: 'x'.repeat(10_000) } };
  expectResponseStatus(await act.sign('doctor', 'signer', long), 400, 'A warning passed with 10,000 letters');
  await act.isUnsigned('It was signed all the same.');
}

/** Tries to sign as a user without a linked doctor, with the bodies of our client and wrong or missing passwords. */
async function trySigningWithoutLinkedDoctor(act: SigningAttackCalls): Promise<void> {
  const confirmed = { confirmed: { without_concept: true } };
  const signWith = (said: object) => act.sign('admin', 'signer', { ...confirmed, ...said });
  expectResponseStatus(await signWith({}), 409, 'A doctor who is somebody else, signed for by who is none');
  expectResponseStatus(await signWith(asAnotherDoctorBody(PASSWORD, '')), 409, 'The same without a reason');
  expectResponseStatus(
    await signWith({ as_another: { reason: 'Lo revisamos juntos' } }),
    400,
    'The same without a password',
  );
  expectResponseStatus(
    await signWith({ as_another: null }),
    400,
    'The same with nothing in place of an answer',
  );
  expectResponseStatus(
    await signWith(asAnotherDoctorBody('No-es-esta-9')),
    409,
    'The same with a wrong password',
  );
  expectResponseStatus(
    await act.sign('admin', 'signer', asAnotherDoctorBody('')),
    409,
    'The same without what was asked',
  );
  await act.isUnsigned('It was signed all the same.');
}

/**
 * Tries to sign as a user without a linked doctor who omits the password in every way that the body allows, for each kind of
 * doctor.
 */
async function trySigningWithoutPassword(act: SigningAttackCalls): Promise<void> {
  const bodies = [
    {},
    { confirmed: { without_concept: true } },
    asAnotherDoctorBody(''),
    asAnotherDoctorBody('No-es-esta-9'),
    asAnotherDoctorBody(PASSWORD, ''),
  ];
  for (const isAllowed of [true, false]) {
    expectResponseStatus(await act.allowUnlinked(isAllowed), 200, 'The setting for unlinked users');
    for (const doctor of isAllowed ? ['signer'] : ['signer', 'plain'])
      for (const body of bodies)
        expectResponseStatus(
          await act.sign('admin', doctor, body),
          409,
          `Without password or reason, as ${doctor},`,
        );
  }
  await act.isUnsigned('It was signed without password or reason.');
  expectResponseStatus(await act.allowUnlinked(true), 200, 'The setting for unlinked users');
}

/** Changes the branch's rules after the dialog has read them. The server must apply the rules at the time of signing. */
async function changeRulesBehindDialog(act: SigningAttackCalls): Promise<void> {
  await act.setLicence(bogotaDay(Date.now()));
  assert.equal((await act.rules()).doctor?.license_valid_until, bogotaDay(Date.now()));
  await act.setLicence(bogotaDay(Date.now() - DAY_MS));
  expectResponseStatus(await act.sign('doctor', 'signer'), 409, 'A licence that ran out meanwhile');
  await act.setLicence(null);

  assert.equal((await act.rules()).own_only, false);
  expectResponseStatus(await act.setRule(true), 200, 'The rule');
  expectResponseStatus(
    await act.sign('doctor', 'plain', asAnotherDoctorBody(PASSWORD)),
    403,
    "Another's name, forbidden meanwhile",
  );
  expectResponseStatus(await act.sign('admin', 'signer'), 403, 'Who is no doctor, where each signs alone');
  expectResponseStatus(await act.setRule(false), 200, 'The rule');
  await act.isUnsigned('It was signed all the same.');
}

/**
 * Signs with two users at once while the rule changes. Each round must create one signed version that names its actual signer.
 */
async function signConcurrently(act: SigningAttackCalls, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const before = await act.closings();
    const isForbidding = round % 2 === 0;
    const [own, other] = await Promise.all([
      act.sign('doctor', 'signer'),
      act.sign('admin', 'plain'),
      isForbidding ? act.setRule(true) : Promise.resolve(),
    ]);
    const signed = [own, other].filter(({ status }) => status === 200).length;
    assert.equal(signed, 1, `Of two at once ${signed} signed (${own.status}, ${other.status}).`);
    const as = (await act.closings()).slice(before.length);
    assert.deepEqual(as, [own.status === 200 ? 'own' : 'unlinked'], 'The closing says another signer.');
    expectResponseStatus(await act.setRule(false), 200, 'The rule');
    expectResponseStatus(await act.reopen('x'.repeat(10_000)), 400, 'A reopening with 10,000 letters');
    expectResponseStatus(await act.reopen(), 200, 'A reopening');
  }
}

/** Guesses passwords. Runs last, because the account is locked for a while afterwards. */
async function guessPassword(act: SigningAttackCalls): Promise<number> {
  let tried = 0;
  for (let guess = 0; guess < GUESS_COUNT; guess += 1) {
    const { status } = await act.sign('doctor', 'plain', asAnotherDoctorBody(`No-es-esta-${guess}`));
    assert.ok(status === 409 || status === 429, `A wrong password is answered with ${status}.`);
    if (status === 409) tried += 1;
  }
  assert.ok(tried <= MAX_TRIED_PASSWORDS, `${tried} passwords were tried in a row.`);
  expectResponseStatus(
    await act.sign('doctor', 'plain', asAnotherDoctorBody(PASSWORD)),
    429,
    'The right password after all of them',
  );
  expectResponseStatus(await act.sign('doctor', 'signer'), 200, 'The own name after wrong passwords');
  return tried;
}

export const attack: Attack = {
  finding: 'A3',
  title: 'no user signs as another doctor without password, reason and rule, even concurrently',
  run: async (world, scale) => {
    const act = new SigningAttackCalls(world);
    const json = { doctor_id: act.name('doctors.signer') };
    expectResponseStatus(
      await act.call('admin', 'PUT', `/admin/users/${act.name('users.doctor')}/doctor`, { json }),
      200,
      'The link of a doctor',
    );
    for (const who of ['doctor', 'desk', 'anonymous'] as const) {
      const { status } = await act.call(who, 'PUT', '/me/branch/signing', {
        json: { own_signature_only: true, unlinked_signatures: true },
      });
      assert.ok(status === 401 || status === 403, `${who} may change who signs (${status}).`);
    }
    await trySigningForOthers(act);
    await trySigningWithoutLinkedDoctor(act);
    await trySigningWithoutPassword(act);
    await changeRulesBehindDialog(act);
    await signConcurrently(act, ROUNDS[scale]);
    const tried = await guessPassword(act);
    return [`${ROUNDS[scale]} rounds of two signers`, `${tried} of ${GUESS_COUNT} passwords looked at`];
  },
};
