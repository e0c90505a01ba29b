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
const requestReset = async (email: string) =>
  responseOf(PasswordResetRequested, await local.anonymous.post('/auth/password-reset', { json: { email } }))
    .reset_token;

describe('L2 reset requests by a stranger who knows the mail address', () => {
  const runAtTime = async (at: number, work: () => Promise<void>) => {
    local.clock.now = new Date(at);
    await work().finally(() => {
      local.clock.now = null;
    });
  };
  const submitToken = async (token = '') =>
    (await completeReset(local.anonymous, token, NEW_PASSWORD)).statusCode;

  it('requests for reset links without a session get at most three links per hour in local mode; the database keeps the count', async () => {
    const { email } = await addPerson(local);
    const requestFourLinks = () => Promise.all([1, 2, 3, 4].map(() => requestReset(email)));
    const createdCount = async () => (await requestFourLinks()).filter((token) => token !== undefined).length;
    const start = Date.now();
    await runAtTime(start, async () => expect(await createdCount()).toBe(3));
    await runAtTime(start + HOUR - 1, async () => expect(await createdCount()).toBe(0));
    await runAtTime(start + HOUR, async () => expect(await createdCount()).toBe(3));
  });

  it('a reset request leaves earlier links valid, including a link that an administrator made', async () => {
    const { id, email } = await addPerson(local);
    const [byAdmin, first] = [await resetToken(await local.as('admin'), id), await requestReset(email)];
    const second = await requestReset(email);
    expect(await submitToken(first)).toBe(200);
    // The first use of a link makes the other links invalid.
    expect([await submitToken(byAdmin), await submitToken(second)]).toEqual([400, 400]);
    const another = await resetToken(await local.as('admin'), id);
    await requestReset(email);
    expect(await submitToken(another)).toBe(200);
  });

  it('a link that an administrator makes invalidates the links of earlier reset requests', async () => {
    const { id, email } = await addPerson(local);
    const own = await requestReset(email);
    await resetToken(await local.as('admin'), id);
    expect(await submitToken(own)).toBe(400);
  });

  it('a reset request for an account with an expired invitation returns no link and logs nothing', async () => {
    const { email } = await createUser(await local.as('admin'));
    await runAtTime(Date.now() + 7 * DAY, async () => {
      const reported = await newActivityLines(local, async () =>
        expect(await requestReset(email)).toBeUndefined(),
      );
      expect(reported).toEqual([]);
    });
  });
});
