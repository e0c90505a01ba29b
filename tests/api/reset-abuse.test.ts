import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PasswordResetRequested } from '#contract/records/people/accounts.ts';
import { newActivityLines } from './support/activity.ts';
import { type Server, responseOf, startServer } from './support/server.ts';
import { WIDE_LIMITS, addPerson, completeReset, createUser, resetToken } from './support/users.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const NEW_PASSWORD = 'Cambiada-2026';

let local: Server;
beforeAll(async () => {
  local = await startServer('reset_abuse', { localMode: true, signInLimits: WIDE_LIMITS });
});
afterAll(() => local.stop());

/** Sends a reset request. In local mode the response contains the token that a mail would contain. */
const ask = async (email: string) =>
  responseOf(PasswordResetRequested, await local.anonymous.post('/auth/password-reset', { json: { email } }))
    .reset_token;

describe('L2 reset requests by a stranger who knows the mail address', () => {
  const atTime = async (at: number, work: () => Promise<void>) => {
    local.clock.now = new Date(at);
    await work().finally(() => {
      local.clock.now = null;
    });
  };
  const use = async (token = '') => (await completeReset(local.anonymous, token, NEW_PASSWORD)).statusCode;

  it('reset requests without a session get at most three links per hour in local mode; the database keeps the count', async () => {
    const { email } = await addPerson(local);
    const asked = () => Promise.all([1, 2, 3, 4].map(() => ask(email)));
    const made = async () => (await asked()).filter((token) => token !== undefined).length;
    const start = Date.now();
    await atTime(start, async () => expect(await made()).toBe(3));
    await atTime(start + HOUR - 1, async () => expect(await made()).toBe(0));
    await atTime(start + HOUR, async () => expect(await made()).toBe(3));
  });

  it('a reset request leaves earlier links valid, including a link that an administrator made', async () => {
    const { id, email } = await addPerson(local);
    const [byAdmin, first] = [await resetToken(await local.as('admin'), id), await ask(email)];
    const second = await ask(email);
    expect(await use(first)).toBe(200);
    // The first use of a link makes the other links invalid.
    expect([await use(byAdmin), await use(second)]).toEqual([400, 400]);
    const another = await resetToken(await local.as('admin'), id);
    await ask(email);
    expect(await use(another)).toBe(200);
  });

  it('a link that an administrator makes invalidates the links of earlier reset requests', async () => {
    const { id, email } = await addPerson(local);
    const own = await ask(email);
    await resetToken(await local.as('admin'), id);
    expect(await use(own)).toBe(400);
  });

  it('a reset request for an account with an expired invitation returns no link and logs nothing', async () => {
    const { email } = await createUser(await local.as('admin'));
    await atTime(Date.now() + 7 * DAY, async () => {
      const reported = await newActivityLines(local, async () => expect(await ask(email)).toBeUndefined());
      expect(reported).toEqual([]);
    });
  });
});
