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

describe('P10.13 a late answer leaves the cookie to whoever has come meanwhile', () => {
  /** The status and the cookie of what the table holds up until its session has ended. */
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

  it('of a call that is due to slide its session on', async () => {
    expect(await answeredLate('patients', '/evaluations', evaluationBody(provider))).toEqual([
      201,
      undefined,
    ]);
  });

  it('of a change of the password, whose new token is nobody’s', async () => {
    const passwords = { current_password: PASSWORD, new_password: 'Aguacero-0007' };
    const late = await answeredLate('one_time_tokens', '/auth/change-password', passwords);
    expect(late).toEqual([401, undefined]);
  });
});
