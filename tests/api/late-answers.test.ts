import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_SLIDE_MS } from '#server/access/session-token.ts';
import { evaluationBody } from './support/capture.ts';
import { PASSWORD } from './support/clinic.ts';
import { holdLocks, waitingForLocks } from './support/locks.ts';
import { type Caller, type Provider, startProvider } from './support/provider.ts';

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider('late');
});
afterAll(() => provider.stop());

describe('P10.13 cookie of a response that arrives after a sign-out', () => {
  /** Returns status and cookie of a call that a table lock delays until its session has ended. */
  async function answeredLate(table: string, path: string, json: unknown) {
    const desk: Caller = await provider.signIn('desk');
    const release = await holdLocks(provider, `lock table ${table} in exclusive mode`);
    provider.clock.now = new Date(Date.now() + 2 * SESSION_SLIDE_MS);
    const late = desk.post(path, { json });
    await expect.poll(() => waitingForLocks(provider)).toBe(1);
    provider.clock.now = null;
    await desk.post('/auth/logout');
    await release();
    const { statusCode, headers } = await late;
    return [statusCode, headers['set-cookie']];
  }

  it('is not set by a call that would extend the session', async () => {
    expect(await answeredLate('patients', '/evaluations', evaluationBody(provider))).toEqual([
      201,
      undefined,
    ]);
  });

  it('is not set by a password change, whose new token belongs to no session', async () => {
    const passwords = { current_password: PASSWORD, new_password: 'Aguacero-0007' };
    const late = await answeredLate('one_time_tokens', '/auth/change-password', passwords);
    expect(late).toEqual([401, undefined]);
  });
});
