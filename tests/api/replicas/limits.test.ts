import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SIGN_IN_LIMITS } from '#server/platform/http/callers/sign-in-limit.ts';
import { PASSWORD, emailOf } from '../support/clinic.ts';
import { holdLocks } from '../support/locks.ts';
import {
  type Caller,
  type Replica,
  type Server,
  rejectionOf,
  startReplica,
  startServer,
  statusesOf,
} from '../support/server.ts';

let firstServer: Server;
let otherServer: Replica;
beforeAll(async () => {
  firstServer = await startServer('limits');
  otherServer = await startReplica(firstServer);
});
afterAll(async () => {
  await otherServer.stop();
  await firstServer.stop();
});

const attemptSignIn = (at: Caller, email: string, password = 'equivocada') =>
  at.post('/auth/login', { json: { email, password } });
const readAttemptCounters = async () =>
  (await firstServer.database.pool.query('select counter, tried, ends_at from attempts')).rows;
const deleteAttemptCounters = () => firstServer.database.pool.query('truncate attempts');

describe('P10.13 P10.63 sign-in limits of two servers on one database', () => {
  it('when fourteen sign-ins arrive at two servers at once, the servers check ten passwords and reject four', async () => {
    await deleteAttemptCounters();
    const places = Array.from({ length: 14 }, (_, place) =>
      place % 2 ? firstServer.anonymous : otherServer.anonymous,
    );
    const replies = await Promise.all(places.map((at) => attemptSignIn(at, emailOf('desk'))));
    const { perAddress } = SIGN_IN_LIMITS;
    expect(statusesOf(replies)).toEqual([
      ...Array.from({ length: perAddress }, () => 401),
      ...Array.from({ length: 14 - perAddress }, () => 429),
    ]);
    expect((await attemptSignIn(otherServer.anonymous, emailOf('desk'), PASSWORD)).statusCode).toBe(429);
  });

  it('a sign-in that the limit per client rejects does not count for the limits per mail address and per account', async () => {
    await deleteAttemptCounters();
    const narrow = await startReplica(firstServer, { signInLimits: { ...SIGN_IN_LIMITS, perClient: 1 } });
    const statuses = [];
    for (const at of [narrow, narrow, narrow])
      statuses.push((await attemptSignIn(at.anonymous, emailOf('desk'))).statusCode);
    expect(statuses).toEqual([401, 429, 429]);
    expect((await readAttemptCounters()).map(({ tried }) => tried as number).sort((a, b) => a - b)).toEqual([
      1, 1, 2,
    ]);
    await narrow.stop();
  });

  it('the sign-in limit counts all addresses of an IPv6 /64 as one client, and another /64 separately', async () => {
    await deleteAttemptCounters();
    const publicUrl = new URL('https://ventanilla.example.com');
    const behind = await startReplica(firstServer, {
      publicUrl,
      signInLimits: { ...SIGN_IN_LIMITS, perClient: 2 },
    });
    const statuses = [];
    for (const from of ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:f::3', '2001:db8:1:3::1']) {
      const [json, headers] = [
        { email: emailOf('desk'), password: 'equivocada' },
        { 'x-forwarded-for': from },
      ];
      statuses.push((await behind.anonymous.post('/auth/login', { json, headers })).statusCode);
    }
    await behind.stop();
    expect(statuses).toEqual([401, 401, 429, 401]);
  });

  it('a sign-in limit restarts after its window; the server deletes expired rows, which contain no names', async () => {
    await deleteAttemptCounters();
    for (const name of ['a', 'b', 'c']) await attemptSignIn(firstServer.anonymous, `${name}@prueba.demo`);
    expect(await readAttemptCounters()).toHaveLength(7);
    await firstServer.database.pool.query(
      "update attempts set ends_at = now() - interval '1 second', tried = 1000",
    );
    expect((await attemptSignIn(otherServer.anonymous, emailOf('doctor'), PASSWORD)).statusCode).toBe(200);
    const left = await readAttemptCounters();
    expect(left.map(({ tried }) => tried as number)).toEqual([1, 1, 1]);
    for (const { counter } of left) expect((counter as Buffer).length).toBe(32);
  });

  it('the server rejects every sign-in, even with the right password, while it cannot count attempts', async () => {
    await deleteAttemptCounters();
    const release = await holdLocks(firstServer, 'lock table attempts in exclusive mode');
    const reply = await attemptSignIn(otherServer.anonymous, emailOf('doctor'), PASSWORD);
    expect(rejectionOf(reply)).toEqual([503, 'unavailable']);
    expect(reply.headers['set-cookie']).toBeUndefined();
    await release();
    expect((await attemptSignIn(otherServer.anonymous, emailOf('doctor'), PASSWORD)).statusCode).toBe(200);
  });
});
