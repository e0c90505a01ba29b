import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PasswordResetRequested } from '#contract/records/people/accounts.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { type Server, responseOf, startServer } from '../support/server.ts';
import {
  WIDE_SIGN_IN_LIMITS,
  addActiveUser,
  completeReset,
  createUser,
  createResetToken,
} from '../support/users.ts';

const ONE_HOUR_MS = 60 * 60_000;
const ONE_DAY_MS = 24 * ONE_HOUR_MS;
const NEW_PASSWORD = 'Cambiada-2026';

let localModeServer: Server;
beforeAll(async () => {
  localModeServer = await startServer('reset_abuse', { localMode: true, signInLimits: WIDE_SIGN_IN_LIMITS });
});
afterAll(() => localModeServer.stop());

/** Sends a reset request. In local mode the response contains the token that a mail would contain. */
const requestResetToken = async (email: string) =>
  responseOf(
    PasswordResetRequested,
    await localModeServer.anonymous.post('/auth/password-reset', { json: { email } }),
  ).reset_token;

describe('L2 reset requests by a stranger who knows the mail address', () => {
  const runAtTime = async (at: number, work: () => Promise<void>) => {
    localModeServer.clock.now = new Date(at);
    await work().finally(() => {
      localModeServer.clock.now = null;
    });
  };
  const submitToken = async (token = '') =>
    (await completeReset(localModeServer.anonymous, token, NEW_PASSWORD)).statusCode;

  it('in local mode, the reset requests for one address without a session get at most three links per hour, even simultaneous ones', async () => {
    const { email } = await addActiveUser(localModeServer);
    const requestFourLinks = () => Promise.all([1, 2, 3, 4].map(() => requestResetToken(email)));
    const createdCount = async () => (await requestFourLinks()).filter((token) => token !== undefined).length;
    const start = Date.now();
    await runAtTime(start, async () => expect(await createdCount()).toBe(3));
    await runAtTime(start + ONE_HOUR_MS - 1, async () => expect(await createdCount()).toBe(0));
    await runAtTime(start + ONE_HOUR_MS, async () => expect(await createdCount()).toBe(3));
  });

  it('a reset request leaves earlier links valid, including a link that an administrator made', async () => {
    const { id, email } = await addActiveUser(localModeServer);
    const [byAdmin, first] = [
      await createResetToken(await localModeServer.as('admin'), id),
      await requestResetToken(email),
    ];
    const second = await requestResetToken(email);
    expect(await submitToken(first)).toBe(200);
    // The first use of a link makes the other links invalid.
    expect([await submitToken(byAdmin), await submitToken(second)]).toEqual([400, 400]);
    const another = await createResetToken(await localModeServer.as('admin'), id);
    await requestResetToken(email);
    expect(await submitToken(another)).toBe(200);
  });

  it('a link that an administrator makes invalidates the links of earlier reset requests', async () => {
    const { id, email } = await addActiveUser(localModeServer);
    const own = await requestResetToken(email);
    await createResetToken(await localModeServer.as('admin'), id);
    expect(await submitToken(own)).toBe(400);
  });

  it('a reset request for an account with an expired invitation returns no link and logs nothing', async () => {
    const { email } = await createUser(await localModeServer.as('admin'));
    await runAtTime(Date.now() + 7 * ONE_DAY_MS, async () => {
      const reported = await collectNewLogEntries(localModeServer, async () =>
        expect(await requestResetToken(email)).toBeUndefined(),
      );
      expect(reported).toEqual([]);
    });
  });
});
