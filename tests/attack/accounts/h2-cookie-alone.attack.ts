import assert from 'node:assert/strict';
import { type Route, routes } from '#contract/routes/routes.ts';
import { PASSWORD, emailOf } from '#tests/api/support/clinic.ts';
import { makeKeyedDevice } from '#tests/support/device/device-key.ts';
import type { Attack, AttackWorld } from '../attack.ts';

const LOGIN_CALL_PATH = '/auth/login';
const ARBITRARY_ID = '44444444-4444-4444-8444-444444444444';
const protectedRoutes = (Object.values(routes) as Route[]).filter(({ access }) => access !== 'public');
const buildRoutePath = ({ path }: Route) =>
  path
    .replace(/:id/, ARBITRARY_ID)
    .replace(/:resource/, 'companies')
    .replace('*', 'x');

const NAVIGATION_HEADERS = {
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': 'none',
};

async function signIn({ call }: AttackWorld) {
  const device = await makeKeyedDevice();
  const response = await call('anonymous', 'POST', LOGIN_CALL_PATH, {
    json: { email: emailOf('admin'), password: PASSWORD },
    headers: await device.prove('POST', LOGIN_CALL_PATH),
  });
  assert.equal(response.status, 200, 'The sign-in with a proof failed.');
  return { device, cookie: response.headers['set-cookie']?.[0]?.split(';')[0] ?? '' };
}

export const attack: Attack = {
  finding: 'H2',
  title: 'the cookie alone, a replayed proof and the address bar open nothing',
  run: async (world) => {
    const { call } = world;
    const { device, cookie } = await signIn(world);
    let tried = 0;
    for (const route of protectedRoutes) {
      const [path, { method }] = [buildRoutePath(route), route];
      const other = await (await makeKeyedDevice()).prove(method, path);
      for (const [what, headers] of [
        ['its cookie alone', {}],
        ['its cookie and another device’s proof', other],
      ] as const) {
        const { status } = await call('anonymous', method, path, { headers: { ...headers, cookie } });
        assert.equal(status, 401, `${method} ${path} with ${what} was answered with ${status}.`);
        tried += 1;
      }
      const opened = await call('admin', 'GET', path, { headers: NAVIGATION_HEADERS });
      assert.ok(opened.status >= 400, `GET ${path} was opened as a page.`);
      tried += 1;
    }
    const proof = { ...(await device.prove('GET', '/me/vault-key')), cookie };
    const first = await call('anonymous', 'GET', '/me/vault-key', { headers: proof });
    const again = await call('anonymous', 'GET', '/me/vault-key', { headers: proof });
    assert.deepEqual([first.status, again.status], [200, 425], 'A proof was taken twice.');
    return [`${tried + 1} calls over ${protectedRoutes.length} routes, none answered`];
  },
};
