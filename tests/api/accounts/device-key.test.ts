import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Session } from '#contract/records/people/auth.ts';
import { PROOF_WINDOW_SECONDS } from '#contract/device-proof.ts';
import { HEADER } from '#contract/headers.ts';
import { API_BASE, type Route, type RouteName, routes } from '#contract/routes/routes.ts';
import { SIGN_IN_LIMITS } from '#server/platform/http/callers/sign-in-limit.ts';
import { type KeyedDevice, makeKeyedDevice } from '#tests/support/device/device-key.ts';
import { PASSWORD, type TestUserName, emailOf } from '../support/clinic.ts';
import {
  type Caller,
  type Server,
  responseOf,
  createCaller,
  cookieOf,
  rejectionOf,
  startServer,
} from '../support/server.ts';

let server: Server;
beforeAll(async () => {
  server = await startServer('device-key');
});
afterAll(() => server.stop());

const LOGIN_PATH = '/auth/login';
const UNAUTHENTICATED_REJECTION = [401, 'unauthenticated'];
const STALE_PROOF_REJECTION = [425, 'proof_stale'];

interface BoundSession {
  readonly device: KeyedDevice;
  readonly cookieOnly: Caller;
  get(path: string, at?: number): ReturnType<Caller['get']>;
}

const signInWithHeaders = async (person: TestUserName, headers: Record<string, string>) =>
  server.anonymous.post(LOGIN_PATH, { json: { email: emailOf(person), password: PASSWORD }, headers });

const createBoundSession = (device: KeyedDevice, cookie: string): BoundSession => {
  const cookieOnly = createCaller(server.app, cookie);
  return {
    device,
    cookieOnly,
    get: async (path, at) => cookieOnly.get(path, await device.prove('GET', path, at)),
  };
};

async function signInOnNewDevice(person: TestUserName): Promise<BoundSession> {
  const device = await makeKeyedDevice();
  const reply = await signInWithHeaders(person, await device.prove('POST', LOGIN_PATH));
  expect(responseOf(Session, reply).device_bound).toBe(true);
  return createBoundSession(device, cookieOf(reply));
}

const samplePath = ({ path }: Route) =>
  path
    .replace(/:id/g, '44444444-4444-4444-8444-444444444444')
    .replace(/:resource/, 'companies')
    .replace('*', 'x');
const protectedRoutes = (Object.entries(routes) as [RouteName, Route][]).filter(
  ([, { access }]) => access !== 'public',
);

describe('S26 H2 cookie of a session that is bound to a device key', () => {
  let receptionist: BoundSession;
  beforeAll(async () => {
    receptionist = await signInOnNewDevice('admin');
  });

  it('the server accepts the session cookie with a proof of its device key', async () => {
    expect((await receptionist.get('/auth/me')).statusCode).toBe(200);
    expect((await receptionist.get('/me/vault-key')).statusCode).toBe(200);
  });

  it.each(protectedRoutes)(
    'the server rejects the session cookie at %s without a proof of the device key',
    async (_name, route) => {
      expect(rejectionOf(await receptionist.cookieOnly.send(route.method, samplePath(route)))).toEqual(
        UNAUTHENTICATED_REJECTION,
      );
    },
  );

  it.each(['me', 'createEvaluation', 'getFile'] as const)(
    'the server rejects the session cookie at %s with the key of another device',
    async (name) => {
      const [route, path] = [routes[name], samplePath(routes[name])];
      const headers = await (await makeKeyedDevice()).prove(route.method, path);
      expect(rejectionOf(await receptionist.cookieOnly.send(route.method, path, { headers }))).toEqual(
        UNAUTHENTICATED_REJECTION,
      );
    },
  );

  it('a request with the session cookie but without a proof can only end the session', async () => {
    const other = await signInOnNewDevice('desk');
    expect((await other.cookieOnly.post('/auth/logout')).statusCode).toBe(204);
    expect(rejectionOf(await other.get('/auth/me'))).toEqual(UNAUTHENTICATED_REJECTION);
  });

  it('a password change replaces the cookie and keeps the device key', async () => {
    const person = await signInOnNewDevice('renewer');
    const json = { current_password: PASSWORD, new_password: 'Otra-clave-2026' };
    const path = '/auth/change-password';
    expect(rejectionOf(await person.cookieOnly.post(path, { json }))).toEqual(UNAUTHENTICATED_REJECTION);
    const headers = await person.device.prove('POST', path);
    const reply = await person.cookieOnly.post(path, { json, headers });
    expect(responseOf(Session, reply).device_bound).toBe(true);
    const after = createBoundSession(person.device, cookieOf(reply));
    expect((await after.get('/auth/me')).statusCode).toBe(200);
    expect(rejectionOf(await after.cookieOnly.get('/auth/me'))).toEqual(UNAUTHENTICATED_REJECTION);
    expect(rejectionOf(await person.get('/auth/me'))).toEqual(UNAUTHENTICATED_REJECTION);
  });
});

describe('S26 proof of a session key', () => {
  const tamper = (header: string, part: number, change: (value: Record<string, unknown>) => object) => {
    const parts = header.split('.');
    const value = JSON.parse(Buffer.from(parts[part]!, 'base64url').toString()) as Record<string, unknown>;
    parts[part] = Buffer.from(JSON.stringify(change(value))).toString('base64url');
    return parts.join('.');
  };
  let receptionist: BoundSession;
  let proof: string;
  const fetchMe = (header: string) => receptionist.cookieOnly.get('/auth/me', { [HEADER.proof]: header });
  beforeAll(async () => {
    receptionist = await signInOnNewDevice('doctor');
    proof = (await receptionist.device.prove('GET', '/auth/me'))[HEADER.proof]!;
  });

  it('the server rejects a proof of the device key for another path or another method', async () => {
    expect(
      rejectionOf(await receptionist.cookieOnly.get('/me/vault-key', { [HEADER.proof]: proof })),
    ).toEqual(UNAUTHENTICATED_REJECTION);
    const headers = await receptionist.device.prove('GET', '/evaluations');
    expect(rejectionOf(await receptionist.cookieOnly.post('/evaluations', { json: {}, headers }))).toEqual(
      UNAUTHENTICATED_REJECTION,
    );
  });

  it.each<[string, (proof: string) => string]>([
    ['another time', (text) => tamper(text, 1, (claims) => ({ ...claims, iat: Number(claims['iat']) + 1 }))],
    ['no time', (text) => tamper(text, 1, ({ iat: _iat, ...claims }) => claims)],
    ['another algorithm', (text) => tamper(text, 0, (head) => ({ ...head, alg: 'none' }))],
    [
      'a secret beside the key',
      (text) => tamper(text, 0, (head) => ({ ...head, jwk: { ...(head['jwk'] as object), d: 'x' } })),
    ],
    [
      'coordinates of no point',
      (text) =>
        tamper(text, 0, (head) => ({ ...head, jwk: { ...(head['jwk'] as object), y: 'A'.repeat(43) } })),
    ],
    ['no signature', (text) => text.slice(0, text.lastIndexOf('.') + 1)],
    ['a fourth part', (text) => `${text}.x`],
    ['nothing but dots', () => '..'],
    ['a megabyte', (text) => text + 'A'.repeat(8_000)],
    ['two proofs', (text) => `${text}, ${text}`],
  ])('the server rejects a proof of the device key with %s', async (_what, change) => {
    expect(rejectionOf(await fetchMe(change(proof)))).toEqual(UNAUTHENTICATED_REJECTION);
  });

  it('the server accepts a proof only once, and accepts another proof of the same key', async () => {
    expect((await fetchMe(proof)).statusCode).toBe(200);
    expect(rejectionOf(await fetchMe(proof))).toEqual(STALE_PROOF_REJECTION);
    expect((await receptionist.get('/auth/me')).statusCode).toBe(200);
  });

  it.each([
    ['too old', -(PROOF_WINDOW_SECONDS.past + 2)],
    ['too far ahead', PROOF_WINDOW_SECONDS.future + 2],
  ])('a proof that is %s gets the error proof_stale with the server’s time', async (_what, seconds) => {
    const reply = await receptionist.get('/auth/me', Date.now() + seconds * 1000);
    expect(rejectionOf(reply)).toEqual(STALE_PROOF_REJECTION);
    expect(Math.abs(Number(reply.headers[HEADER.providerTime]) - Date.now())).toBeLessThan(60_000);
  });

  it.each([
    ['ten minutes old', -(PROOF_WINDOW_SECONDS.past - 2)],
    ['a minute ahead', PROOF_WINDOW_SECONDS.future - 2],
  ])(
    'the server accepts a proof that is %s, because clocks differ and a proxy may hold a body until it is complete',
    async (_what, seconds) => {
      expect((await receptionist.get('/auth/me', Date.now() + seconds * 1000)).statusCode).toBe(200);
    },
  );
});

describe('S26 sign-in with a proof', () => {
  it('a sign-in with an invalid proof is rejected before the password is checked', async () => {
    const headers = await (await makeKeyedDevice()).prove('POST', '/auth/me');
    expect(rejectionOf(await signInWithHeaders('desk', headers))).toEqual([400, 'malformed_request']);
  });

  it('a sign-in with a proof that is an hour old opens no session, and does not count as a password attempt', async () => {
    const outdatedProof = async () =>
      (await makeKeyedDevice()).prove('POST', LOGIN_PATH, Date.now() - 3_600_000);
    const reply = await signInWithHeaders('desk', await outdatedProof());
    expect(rejectionOf(reply)).toEqual(STALE_PROOF_REJECTION);
    expect(reply.headers['set-cookie']).toBeUndefined();
    for (let attempt = 0; attempt < SIGN_IN_LIMITS.perAddress; attempt += 1)
      expect(rejectionOf(await signInWithHeaders('nobody', await outdatedProof()))).toEqual(
        STALE_PROOF_REJECTION,
      );
    expect((await signInWithHeaders('nobody', {})).statusCode).toBe(200);
  });

  it('a base-contract client signs in without a proof and uses the cookie alone', async () => {
    const reply = await signInWithHeaders('desk', {});
    expect(responseOf(Session, reply).device_bound).toBe(false);
    const client = createCaller(server.app, cookieOf(reply));
    expect((await client.get('/auth/me')).statusCode).toBe(200);
    expect((await client.get('/auth/me', { [HEADER.proof]: 'x' })).statusCode).toBe(200);
  });
});

describe('S26 session opened before the app had device keys', () => {
  const path = '/auth/device-key';
  const signInWithoutKey = async () =>
    createCaller(server.app, cookieOf(await signInWithHeaders('desk', {})));

  it('the first proof binds a session without a device key to the key of that proof; the session then requires this key', async () => {
    const cookieOnly = await signInWithoutKey();
    const device = await makeKeyedDevice();
    const reply = await cookieOnly.post(path, { headers: await device.prove('POST', path) });
    expect(reply.statusCode).toBe(204);
    expect(rejectionOf(await cookieOnly.get('/auth/me'))).toEqual(UNAUTHENTICATED_REJECTION);
    const receptionist = createBoundSession(device, cookieOnly.cookie);
    expect(responseOf(Session, await receptionist.get('/auth/me')).device_bound).toBe(true);
    const again = await cookieOnly.post(path, { headers: await device.prove('POST', path) });
    expect(again.statusCode).toBe(204);
  });

  it('binding a session to a device key requires a proof; a bound session cannot be bound to a second key', async () => {
    const cookieOnly = await signInWithoutKey();
    expect(rejectionOf(await cookieOnly.post(path))).toEqual([400, 'malformed_request']);
    const headers = await (await makeKeyedDevice()).prove('POST', path);
    expect((await cookieOnly.post(path, { headers })).statusCode).toBe(204);
    const other = await (await makeKeyedDevice()).prove('POST', path);
    expect(rejectionOf(await cookieOnly.post(path, { headers: other }))).toEqual(UNAUTHENTICATED_REJECTION);
  });
});

describe('S26 H2 browser navigation to an address of the API', () => {
  it.each([
    [
      'an address that was typed',
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' },
    ],
    [
      'a link of another site',
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' },
    ],
    ['a picture', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['a frame', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    ['a script', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' }],
  ])('the server rejects a browser’s request to the API from %s, in any session', async (_what, headers) => {
    const client = await server.as('doctor');
    const paths = protectedRoutes
      .filter(([, { method }]) => method === 'GET')
      .map(([, route]) => samplePath(route));
    for (const path of 'sec-fetch-site' in headers && headers['sec-fetch-site'] === 'none'
      ? paths
      : ['/files/x'])
      expect(rejectionOf(await client.get(path, headers))).toEqual([403, 'navigation_forbidden']);
    const lines = await server.database.pool.query(`select from activity where action = 'evaluation_read'`);
    expect(lines.rowCount).toBe(0);
  });

  it('a browser may open /health and the OpenAPI document', async () => {
    const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect((await server.anonymous.get('/health', headers)).statusCode).toBe(200);
    expect((await server.anonymous.get(`${API_BASE}/docs/json`, headers)).statusCode).toBe(200);
  });
});
