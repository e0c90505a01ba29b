import assert from 'node:assert/strict';
import type { AttackResponse, Attack, AttackWorld } from '../attack.ts';

const ROUNDS = { short: 4, whole: 40 };

const expectResponseStatus = ({ status }: AttackResponse, expected: number, what: string): void =>
  assert.equal(status, expected, `${what} is answered with ${status}.`);

class UserDoctorLinkCalls {
  readonly #world: AttackWorld;
  constructor(world: AttackWorld) {
    this.#world = world;
  }

  name(of: string): string {
    return this.#world.names[of] ?? '';
  }

  setUserDoctor(
    who: Parameters<AttackWorld['call']>[0],
    user: string,
    doctor_id: unknown,
  ): Promise<AttackResponse> {
    return this.#world.call(who, 'PUT', `/admin/users/${this.name(`users.${user}`)}/doctor`, {
      json: { doctor_id },
    });
  }

  async listLinks(): Promise<[string, string][]> {
    const { rows } = await this.#world.target.pool.query<{ id: string; user_id: string }>(
      'select id, user_id from doctors where user_id is not null order by id',
    );
    return rows.map(({ id, user_id: userId }) => [id, userId]);
  }
}

/**
 * Tries to create invalid links between users and doctors, and tries to create links as users without permission. The server
 * must reject all of them, because a linked user can sign as the doctor.
 */
async function expectLinkChangesRejected(links: UserDoctorLinkCalls): Promise<void> {
  const signer = links.name('doctors.signer');
  for (const who of ['anonymous', 'nobody', 'desk', 'doctor', 'doctorMedellin', 'catalogs'] as const)
    for (const user of ['doctor', 'desk']) {
      const { status } = await links.setUserDoctor(who, user, signer);
      assert.ok(status === 401 || status === 403, `${who} said that ${user} is a doctor (${status}).`);
    }
  for (const none of ['', 'x', 7, ['a'], { id: signer }, 'x'.repeat(10_000), undefined])
    expectResponseStatus(await links.setUserDoctor('admin', 'doctor', none), 400, 'A doctor that is none');
  assert.deepEqual(await links.listLinks(), [], 'Somebody is a doctor all the same.');
}

/**
 * Links two users to one doctor, and two doctors to one user, at the same time. Each doctor must keep at most one user, and
 * each user one doctor.
 */
async function linkConcurrently(links: UserDoctorLinkCalls, rounds: number): Promise<void> {
  const [signer, plain] = [links.name('doctors.signer'), links.name('doctors.plain')];
  for (let round = 0; round < rounds; round += 1) {
    const answers = await Promise.all([
      links.setUserDoctor('admin', 'doctor', signer),
      links.setUserDoctor('admin', 'desk', signer),
      links.setUserDoctor('admin', 'doctor', plain),
    ]);
    for (const { status } of answers)
      assert.ok(status < 500, `A link at the same time as others is answered with ${status}.`);
    const all = await links.listLinks();
    const users = new Set(all.map(([, user]) => user));
    assert.equal(users.size, all.length, 'A user is two doctors.');
    for (const user of ['doctor', 'desk'])
      expectResponseStatus(await links.setUserDoctor('admin', user, null), 200, 'The end of a link');
  }
}

export const attack: Attack = {
  finding: 'A8',
  title:
    'only a user who manages users links a doctor, and a doctor stays linked to one user under concurrent requests',
  run: async (world, scale) => {
    const links = new UserDoctorLinkCalls(world);
    await expectLinkChangesRejected(links);
    await linkConcurrently(links, ROUNDS[scale]);
    return [`${ROUNDS[scale]} rounds of three links at once`];
  },
};
