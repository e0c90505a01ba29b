import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { HEADER } from '#contract/headers.ts';
import { SIGN_IN_LIMITS } from '#server/platform/http/callers/sign-in-limit.ts';
import { type KeyedDevice, makeKeyedDevice } from '#tests/support/device/device-key.ts';
import { PASSWORD, type TestUserName, emailOf } from '../support/clinic.ts';
import { startServer } from '../support/server.ts';

const LOGIN_PATH = '/auth/login';
const EMPTY_DEVICE_REPORT = {
  unsent: 0,
  attention: 0,
  oldest_captured_at: null,
  storage_used: null,
  storage_quota: null,
  storage_persisted: true,
};

async function createDeviceProofHeader(
  device: KeyedDevice,
  method: string,
  path: string,
): Promise<Record<string, string>> {
  const proof = (await device.prove(method, path))[HEADER.proof];
  return { [HEADER.deviceProof]: proof ?? '' };
}

it('P10.13 the owner of an account can sign in from a device used before, while wrong passwords from other devices lock the account', async () => {
  const signInLimits = { ...SIGN_IN_LIMITS, perAddress: 3, perAccount: 4, perClient: 5 };
  const server = await startServer('own_device', { signInLimits });
  onTestFinished(() => server.stop());
  const [own, anothers] = [await makeKeyedDevice(), await makeKeyedDevice()];
  const report = async (person: TestUserName, device: KeyedDevice) => {
    const path = `/devices/${randomUUID()}`;
    const headers = await createDeviceProofHeader(device, 'PUT', path);
    const reply = await (await server.as(person)).send('PUT', path, { json: EMPTY_DEVICE_REPORT, headers });
    expect(reply.statusCode).toBe(204);
  };
  await report('desk', own);
  await report('doctor', anothers);
  const attempt = async (password: string, device?: KeyedDevice) => {
    const headers = device ? await createDeviceProofHeader(device, 'POST', LOGIN_PATH) : {};
    const json = { email: emailOf('desk'), password };
    return (await server.anonymous.post(LOGIN_PATH, { json, headers })).statusCode;
  };
  const fromOutside = [await attempt('x'), await attempt('x'), await attempt('x')];
  expect(fromOutside).toEqual([401, 401, 429]);
  expect(await attempt(PASSWORD)).toBe(429);
  expect(await attempt(PASSWORD, anothers)).toBe(429);
  expect(await attempt(PASSWORD, own)).toBe(200);
  expect([await attempt('x', own), await attempt('x', own), await attempt('x', own)]).toEqual([
    401, 401, 429,
  ]);
});
