import assert from 'node:assert/strict';
import { PASSWORD, emailOf } from '#tests/api/support/clinic.ts';
import type { Attack, AttackWorld } from '../attack.ts';

const RESET_REQUEST_COUNT = 50;
const RESETTING_CLIENT_COUNT = 10;
const MAX_RESET_LINKS = 3;

/** Uses a reset token from a mail or from the administrator's screen. Returns the status; a 200 also signs the user in. */
const submitResetToken = async ({ call }: AttackWorld, token: string): Promise<number> =>
  (
    await call('anonymous', 'POST', '/auth/password-reset/complete', {
      json: { token, new_password: PASSWORD },
    })
  ).status;

async function issueResetToken({ call, names }: AttackWorld, person: string): Promise<string> {
  const path = `/admin/users/${names[`users.${person}`]}/reset-password`;
  const { body } = await call('admin', 'POST', path);
  return (JSON.parse(body.toString()) as { reset_token: string }).reset_token;
}

/**
 * Requests reset links from several clients, each within its own rate limit. The server may create the last links after its
 * responses.
 */
async function requestManyResets({ call }: AttackWorld): Promise<string[]> {
  const requestReset = async (nth: number) => {
    const headers = { 'x-forwarded-for': `192.0.2.${nth % RESETTING_CLIENT_COUNT}` };
    const json = { email: emailOf('desk') };
    const { status, body } = await call('anonymous', 'POST', '/auth/password-reset', { json, headers });
    return status === 200 ? body.toString() : String(status);
  };
  const answers: string[] = [];
  for (let nth = 0; nth < RESET_REQUEST_COUNT; nth += 1) answers.push(await requestReset(nth));
  return answers;
}

const changeUserStatus = ({ call, names }: AttackWorld, person: string, status: string) =>
  call('admin', 'PATCH', `/admin/users/${names[`users.${person}`]}/status`, { json: { status } });

export const attack: Attack = {
  finding: 'L2',
  title: 'a user who knows an address voids no link and fills no mailbox, and a suspension voids every link',
  // No mail server listens on this port. A failed attempt proves that the server had a mail to send.
  env: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'avisos@prueba.demo', PUBLIC_URL: 'http://127.0.0.1:9' },
  run: async (world) => {
    const { pool } = world.target;
    const byAdministrator = await issueResetToken(world, 'desk');
    const answers = await requestManyResets(world);
    assert.deepEqual(
      [...new Set(answers.filter((text) => text !== '429'))],
      ['{}'],
      'An answer tells something.',
    );
    const { rows } = await pool.query<{ n: number }>(
      'select count(*)::integer as n from one_time_tokens where user_id = $1 and created_by is null',
      [world.names['users.desk']],
    );
    const made = rows[0]?.n ?? 0;
    assert.ok(made <= MAX_RESET_LINKS, `${made} links were made for one mailbox.`);
    assert.equal(
      await submitResetToken(world, byAdministrator),
      200,
      'An anonymous request voided an administrator’s link.',
    );

    const before = await issueResetToken(world, 'nobody');
    await changeUserStatus(world, 'nobody', 'suspended');
    await changeUserStatus(world, 'nobody', 'active');
    assert.equal(
      await submitResetToken(world, before),
      400,
      'A link of before a suspension lets in after it.',
    );
    return [`${made} links of ${RESET_REQUEST_COUNT} requests`];
  },
};
