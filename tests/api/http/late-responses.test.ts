import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_EXTENSION_INTERVAL_MS } from '#server/platform/access/session-token.ts';
import { evaluationBody } from '../support/capture.ts';
import { PASSWORD } from '../support/clinic.ts';
import { holdLocks, countStatementsWaitingForLock } from '../support/locks.ts';
import { type Caller, type Server, startServer } from '../support/server.ts';

let server: Server;
beforeAll(async () => {
  server = await startServer('late');
});
afterAll(() => server.stop());

describe('P10.13 cookie of a response that arrives after a sign-out', () => {
  /**
   * Locks a table, so that the call responds only after its session has ended. Returns status and cookie of the late response.
   */
  async function respondAfterSignOut(table: string, path: string, json: unknown) {
    const receptionist: Caller = await server.signIn('desk');
    const release = await holdLocks(server, `lock table ${table} in exclusive mode`);
    server.clock.now = new Date(Date.now() + 2 * SESSION_EXTENSION_INTERVAL_MS);
    const late = receptionist.post(path, { json });
    await expect.poll(() => countStatementsWaitingForLock(server)).toBe(1);
    server.clock.now = null;
    await receptionist.post('/auth/logout');
    await release();
    const { statusCode, headers } = await late;
    return [statusCode, headers['set-cookie']];
  }

  it('the response to a registration that arrives after the sign-out sets no cookie, although the call would extend the session', async () => {
    expect(await respondAfterSignOut('patients', '/evaluations', evaluationBody(server))).toEqual([
      201,
      undefined,
    ]);
  });

  it('a password change whose response arrives after the sign-out gets a 401 and no cookie, because its new token belongs to no session', async () => {
    const passwords = { current_password: PASSWORD, new_password: 'Aguacero-0007' };
    const late = await respondAfterSignOut('one_time_tokens', '/auth/change-password', passwords);
    expect(late).toEqual([401, undefined]);
  });
});
